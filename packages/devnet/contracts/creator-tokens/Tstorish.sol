// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Stands in for the package of the same name, which npm does not have: the transfer validator keeps here who may
/// move a token within one transaction. The original falls back to lasting storage on chains without transient
/// storage; the local chains have it.
abstract contract Tstorish {
    function _setTstorish(uint256 slot, uint256 value) internal {
        assembly ("memory-safe") {
            tstore(slot, value)
        }
    }

    function _getTstorish(uint256 slot) internal view returns (uint256 value) {
        assembly ("memory-safe") {
            value := tload(slot)
        }
    }
}
