// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "solady/src/tokens/ERC721.sol";
import {ERC2981} from "solady/src/tokens/ERC2981.sol";
import {Art} from "./Art.sol";

/// Rings and bodies around a common centre; the artist earns 5 % (ERC-2981).
contract Orbits is ERC721, ERC2981 {
    string private _name;
    uint256 private immutable _seed;
    uint256 public totalSupply;

    constructor(string memory name_, uint256 seed_, address artist) {
        _name = name_;
        _seed = seed_;
        _setDefaultRoyalty(artist, 500);
    }

    function name() public view override returns (string memory) {
        return _name;
    }

    function symbol() public pure override returns (string memory) {
        return "ORBIT";
    }

    function mint(address to, uint256 count) external {
        for (uint256 i; i < count; ++i) _mint(to, ++totalSupply);
    }

    function supportsInterface(bytes4 id) public view override(ERC721, ERC2981) returns (bool) {
        return ERC721.supportsInterface(id) || ERC2981.supportsInterface(id);
    }

    function contractURI() external view returns (string memory) {
        return Art.json(_name, "Rings and bodies around a common centre.", _picture(3), "");
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        if (!_exists(id)) revert TokenDoesNotExist();
        uint256 seed = _seedOf(id);
        (string memory tone,) = Art.palette(Art.pick(seed, 0, 8));
        string memory traits = string.concat(
            Art.trait("Palette", tone), ",", Art.trait("Rings", Art.num(_rings(seed))), ",",
            Art.trait("Moons", Art.num(_moons(seed))), ",", Art.trait("Core", Art.pick(seed, 3, 3) == 0 ? "Hollow" : "Solid")
        );
        return Art.json(string.concat(_name, " #", Art.num(id)), "Rings and bodies around a common centre.", _picture(id), traits);
    }

    function _seedOf(uint256 id) private view returns (uint256) {
        return uint256(keccak256(abi.encode(_seed, id)));
    }

    function _rings(uint256 seed) private pure returns (uint256) {
        return 4 + Art.pick(seed, 1, 5);
    }

    function _moons(uint256 seed) private pure returns (uint256) {
        return Art.pick(seed, 2, 4);
    }

    function _picture(uint256 id) private view returns (string memory) {
        uint256 seed = _seedOf(id);
        (, string[5] memory c) = Art.palette(Art.pick(seed, 0, 8));
        bool light = Art.pick(seed, 4, 3) == 0;
        string memory inner;
        uint256 rings = _rings(seed);
        for (uint256 i; i < rings; ++i) {
            inner = string.concat(inner, _ring(seed, i, rings, light ? c[1 + (i % 3)] : c[2 + (i % 3)]));
        }
        uint256 core = 22 + Art.pick(seed, 5, 22);
        string memory style = Art.pick(seed, 3, 3) == 0
            ? string.concat('fill="none" stroke="', c[3], '" stroke-width="6"')
            : string.concat('fill="', light ? c[2] : c[4], '"');
        inner = string.concat(inner, Art.circle(200, 200, core, style), _bodies(seed, c, light));
        return Art.frame(light ? c[4] : c[0], inner);
    }

    function _ring(uint256 seed, uint256 i, uint256 rings, string memory colour) private pure returns (string memory) {
        uint256 r = 62 + (i * 110) / rings + Art.pick(seed, 10 + i, 8);
        uint256 length = 60 + Art.pick(seed, 20 + i, 700);
        return string.concat(
            Art.circle(
                200,
                200,
                r,
                string.concat(
                    'fill="none" stroke="', colour, '" stroke-width="', Art.num(2 + Art.pick(seed, 30 + i, 9)), '" stroke-linecap="round" stroke-dasharray="',
                    Art.num(length), " ", Art.num(40 + Art.pick(seed, 40 + i, 160)), '" transform="rotate(', Art.num(Art.pick(seed, 50 + i, 360)), ' 200 200)"'
                )
            )
        );
    }

    function _bodies(uint256 seed, string[5] memory c, bool light) private pure returns (string memory out) {
        uint256 moons = _moons(seed);
        for (uint256 i; i < moons; ++i) {
            uint256 r = 7 + Art.pick(seed, 60 + i, 12);
            out = string.concat(
                out, '<g transform="rotate(', Art.num(Art.pick(seed, 70 + i, 360)), ' 200 200)">',
                Art.circle(200, 200 - 74 - Art.pick(seed, 80 + i, 90), r, string.concat('fill="', light ? c[0] : c[4], '"')), "</g>"
            );
        }
    }
}
