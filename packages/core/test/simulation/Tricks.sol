// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

/// Tokens and shops that do not do what they say, for tests of what a simulation shows.
interface Token {
    function transferFrom(address from, address to, uint256 id) external;
}

/// Logs every transfer and makes none, or makes it and helps itself to another token of the buyer's.
contract FalseToken {
    event Transfer(address indexed from, address indexed to, uint256 indexed id);

    mapping(uint256 => address) public ownerOf;
    Token public loot;
    uint256 public lootId;
    bool public honest;

    constructor(bool honest_, Token loot_, uint256 lootId_) {
        (honest, loot, lootId) = (honest_, loot_, lootId_);
    }

    function mint(address to, uint256 id) external {
        ownerOf[id] = to;
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        return id == 0x80ac58cd || id == 0x01ffc9a7;
    }

    function isApprovedForAll(address, address) external pure returns (bool) {
        return true;
    }

    function getApproved(uint256) external pure returns (address) {
        return address(0);
    }

    function transferFrom(address from, address to, uint256 id) public virtual {
        emit Transfer(from, to, id);
        if (honest) ownerOf[id] = to;
        if (address(loot) != address(0)) loot.transferFrom(to, address(this), lootId);
    }
}

/// Moves a token only while nobody pays for gas, which is so in a plain trial run, or wastes gas while it moves it.
contract AudienceToken is FalseToken {
    uint256 public waste;

    constructor(uint256 waste_) FalseToken(true, Token(address(0)), 0) {
        waste = waste_;
    }

    function transferFrom(address from, address to, uint256 id) public override {
        uint256 left = gasleft();
        while (left - gasleft() < waste) {}
        if (waste > 0 || tx.gasprice == 0) super.transferFrom(from, to, id);
    }
}

/// Units that are never delivered. Logs a transfer and its reverse, or stays silent.
contract FalseUnits {
    event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 amount);

    bool public immutable silent;

    constructor(bool silent_) {
        silent = silent_;
    }

    function balanceOf(address, uint256) external pure returns (uint256) {
        return 0;
    }

    function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes calldata) external {
        if (silent) return;
        emit TransferSingle(msg.sender, from, to, id, amount);
        emit TransferSingle(to, to, from, id, amount);
    }
}

/// Sells one token for the wei that are sent, each shop in its own manner.
contract Shop {
    enum Manner { honest, greedy, shy }

    Token private immutable _token;
    uint256 private immutable _id;
    Manner private immutable _manner;
    Token private immutable _loot;
    uint256 private immutable _lootId;

    constructor(Token token, uint256 id, Manner manner, Token loot, uint256 lootId) {
        (_token, _id, _manner, _loot, _lootId) = (token, id, manner, loot, lootId);
    }

    function buy() external payable {
        if (_manner == Manner.greedy) _loot.transferFrom(msg.sender, address(this), _lootId);
        // Behaves while nobody pays for gas, which is so in a plain simulation.
        if (_manner == Manner.shy && block.basefee > 0) return;
        _token.transferFrom(address(this), msg.sender, _id);
    }
}
