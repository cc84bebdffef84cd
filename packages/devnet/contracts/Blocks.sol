// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC1155} from "solady/src/tokens/ERC1155.sol";
import {Art} from "./Art.sol";

/// Prints in editions: every id is a picture of quarter circles, with as many copies as were minted.
contract Blocks is ERC1155 {
    string public name;
    uint256 private immutable _seed;
    mapping(uint256 id => uint256) public totalSupply;

    constructor(string memory name_, uint256 seed_) {
        name = name_;
        _seed = seed_;
    }

    function mint(address to, uint256 id, uint256 amount) external {
        totalSupply[id] += amount;
        _mint(to, id, amount, "");
    }

    function contractURI() external view returns (string memory) {
        return Art.json(name, "Prints in editions, built from quarter circles.", _picture(2), "");
    }

    function uri(uint256 id) public view override returns (string memory) {
        uint256 seed = uint256(keccak256(abi.encode(_seed, id)));
        (string memory tone,) = Art.palette(Art.pick(seed, 0, 8));
        return Art.json(
            string.concat(name, " No. ", Art.num(id)),
            "Prints in editions, built from quarter circles.",
            _picture(id),
            string.concat(Art.trait("Palette", tone), ",", Art.trait("Grid", Art.pick(seed, 1, 3) == 0 ? "Four" : "Five"))
        );
    }

    function _picture(uint256 id) private view returns (string memory) {
        uint256 seed = uint256(keccak256(abi.encode(_seed, id)));
        (, string[5] memory c) = Art.palette(Art.pick(seed, 0, 8));
        uint256 n = Art.pick(seed, 1, 3) == 0 ? 4 : 5;
        uint256 side = 320 / n;
        string memory cells;
        for (uint256 i; i < n * n; ++i) cells = string.concat(cells, _cell(seed, i, n, side, c));
        return Art.frame(c[4], cells);
    }

    function _cell(uint256 seed, uint256 i, uint256 n, uint256 side, string[5] memory c)
        private
        pure
        returns (string memory)
    {
        uint256 kind = Art.pick(seed, 10 + i, 7);
        string memory move =
            string.concat('<g transform="translate(', Art.num(40 + (i % n) * side), " ", Art.num(40 + (i / n) * side), ')">');
        string memory s = Art.num(side);
        string memory front = string.concat(' fill="', c[Art.pick(seed, 60 + i, 4)], '"');
        string memory back = string.concat('<rect width="', s, '" height="', s, '" fill="', c[3], '" opacity=".', Art.num(18 + Art.pick(seed, 90 + i, 30)), '"/>');
        string memory shape;
        if (kind < 4) {
            shape = string.concat(
                '<path transform="rotate(', Art.num(kind * 90), " ", Art.num(side / 2), " ", Art.num(side / 2), ')" d="M0 0h', s, "A", s, " ", s, " 0 0 1 0 ", s,
                'z"', front, "/>"
            );
        } else if (kind == 4) {
            shape = Art.circle(side / 2, side / 2, side / 2 - side / 10, front);
        } else if (kind == 5) {
            shape = string.concat('<rect width="', s, '" height="', s, '"', front, "/>");
        } else {
            shape = string.concat('<path d="M0 0h', s, "L0 ", s, 'z"', front, "/>");
        }
        return string.concat(move, back, shape, "</g>");
    }
}
