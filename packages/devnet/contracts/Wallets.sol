// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// An account that is a contract: one key signs for it (EIP-1271) and tells it what to do.
contract Wallet {
    address public signer;

    constructor(address signer_) {
        signer = signer_;
    }

    receive() external payable {}

    function execute(address target, uint256 value, bytes calldata data) external payable returns (bytes memory) {
        require(msg.sender == signer);
        (bool ok, bytes memory answer) = target.call{value: value}(data);
        require(ok);
        return answer;
    }

    /// Hands the account to another key: what the old one signed is void from here on.
    function rotate(address signer_) external {
        require(msg.sender == signer);
        signer = signer_;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        if (signature.length != 65) return 0xffffffff;
        address found = ecrecover(hash, uint8(signature[64]), bytes32(signature[:32]), bytes32(signature[32:64]));
        return found == signer && found != address(0) ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }
}

/// Puts wallets at addresses that are known beforehand, so that they own and sign before they exist.
contract WalletFactory {
    function addressOf(address signer) public view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(Wallet).creationCode, abi.encode(signer)));
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(this), bytes32(0), code)))));
    }

    function create(address signer) external returns (address wallet) {
        wallet = addressOf(signer);
        if (wallet.code.length == 0) wallet = address(new Wallet{salt: bytes32(0)}(signer));
    }
}
