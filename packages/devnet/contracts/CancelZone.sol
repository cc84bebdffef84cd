// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ZoneParameters, Schema} from "seaport-types/src/lib/ConsiderationStructs.sol";
import {ZoneInterface} from "seaport-types/src/interfaces/ZoneInterface.sol";

/// Lets an order be filled only with a signature that names it and is less than a moment old. Whoever signs
/// can therefore stop signing, which cancels the order without gas; it can never move anybody's tokens.
/// Extra data: 0x00 | fulfiller (20) | expiration (8) | compact signature (64) | context, after SIP-7.
contract CancelZone is ZoneInterface {
    error NotOwner();
    error NotVouchedFor(bytes32 orderHash);

    event SignerSet(address indexed signer, bool trusted);

    bytes32 private constant SIGNED_ORDER =
        keccak256("SignedOrder(address fulfiller,uint64 expiration,bytes32 orderHash,bytes context)");
    bytes32 private constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    uint256 private constant HALF_ORDER =
        0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    address public immutable owner;
    mapping(address signer => bool) public trusted;

    constructor(address owner_, address signer) {
        owner = owner_;
        trusted[signer] = true;
        emit SignerSet(signer, true);
    }

    /// Two signers may be trusted for a while, so that a key is replaced without a gap.
    function setSigner(address signer, bool yes) external {
        if (msg.sender != owner) revert NotOwner();
        trusted[signer] = yes;
        emit SignerSet(signer, yes);
    }

    function domainSeparator() public view returns (bytes32) {
        return keccak256(
            abi.encode(DOMAIN, keccak256("SignedZone"), keccak256("1.0.0"), block.chainid, address(this))
        );
    }

    /// Seaport 1.6 asks before it moves anything; in a sweep a no only leaves the order out.
    function authorizeOrder(ZoneParameters calldata order) external view returns (bytes4) {
        _check(order);
        return this.authorizeOrder.selector;
    }

    /// Seaport 1.5 asks here alone, after it moved everything.
    function validateOrder(ZoneParameters calldata order) external view returns (bytes4) {
        _check(order);
        return this.validateOrder.selector;
    }

    function _check(ZoneParameters calldata order) private view {
        bytes calldata data = order.extraData;
        if (data.length < 93 || data[0] != 0) revert NotVouchedFor(order.orderHash);
        address fulfiller = address(bytes20(data[1:21]));
        uint64 expiration = uint64(bytes8(data[21:29]));
        bytes32 r = bytes32(data[29:61]);
        bytes32 vs = bytes32(data[61:93]);
        bytes32 hash = keccak256(
            abi.encode(SIGNED_ORDER, fulfiller, expiration, order.orderHash, keccak256(data[93:]))
        );
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", domainSeparator(), hash));
        bytes32 s = vs & bytes32(uint256(type(int256).max));
        address signer = ecrecover(digest, uint8(uint256(vs) >> 255) + 27, r, s);
        bool vouched = signer != address(0) && trusted[signer] && uint256(s) <= HALF_ORDER
            && block.timestamp <= expiration && (fulfiller == address(0) || fulfiller == order.fulfiller);
        if (!vouched) revert NotVouchedFor(order.orderHash);
    }

    function getSeaportMetadata() external pure returns (string memory name, Schema[] memory schemas) {
        schemas = new Schema[](1);
        schemas[0].id = 7;
        return ("SignedZone", schemas);
    }

    function supportsInterface(bytes4 interfaceId) external pure returns (bool) {
        return interfaceId == type(ZoneInterface).interfaceId || interfaceId == 0x01ffc9a7;
    }
}
