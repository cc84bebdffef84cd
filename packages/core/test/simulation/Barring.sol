// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// A collection with rules of its own about who may move its tokens.
contract Barring {
    mapping(uint256 => address) public ownerOf;
    mapping(address => mapping(address => bool)) public isApprovedForAll;
    bool public noPermissions;
    bool public noOperators;

    constructor(bool noPermissions_, bool noOperators_) {
        (noPermissions, noOperators) = (noPermissions_, noOperators_);
    }

    function mint(address to, uint256 id) external {
        ownerOf[id] = to;
    }

    function setApprovalForAll(address operator, bool approved) external {
        require(!noPermissions, "operator not allowed");
        isApprovedForAll[msg.sender][operator] = approved;
    }

    function transferFrom(address from, address to, uint256 id) external {
        require(ownerOf[id] == from, "not the owner");
        if (msg.sender != from) {
            require(!noOperators, "operator not allowed");
            require(isApprovedForAll[from][msg.sender], "not approved");
        }
        ownerOf[id] = to;
    }
}
