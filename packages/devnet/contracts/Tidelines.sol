// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "solady/src/tokens/ERC721.sol";
import {Art} from "./Art.sol";

/// Seas under suns and moons, drawn on chain. Anybody may mint: it is a collection for local chains.
contract Tidelines is ERC721 {
    string private _name;
    uint256 private immutable _seed;
    uint256 public totalSupply;

    constructor(string memory name_, uint256 seed_) {
        _name = name_;
        _seed = seed_;
    }

    function name() public view override returns (string memory) {
        return _name;
    }

    function symbol() public pure override returns (string memory) {
        return "TIDE";
    }

    /// Mints the next `count` ids, from 1 on.
    function mint(address to, uint256 count) external {
        for (uint256 i; i < count; ++i) _mint(to, ++totalSupply);
    }

    function contractURI() external view returns (string memory) {
        return Art.json(_name, "Seas under suns and moons, drawn on chain.", _picture(7), "");
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        if (!_exists(id)) revert TokenDoesNotExist();
        uint256 seed = _seedOf(id);
        (string memory tone,) = Art.palette(Art.pick(seed, 0, 8));
        string memory traits = string.concat(
            Art.trait("Palette", tone), ",", Art.trait("Sea", _sea(seed)), ",", Art.trait("Sky", _sky(seed)), ",",
            Art.trait("Shore", Art.pick(seed, 3, 5) == 0 ? "Island" : "Open")
        );
        return Art.json(
            string.concat(_name, " #", Art.num(id)), "Seas under suns and moons, drawn on chain.", _picture(id), traits
        );
    }

    function _seedOf(uint256 id) private view returns (uint256) {
        return uint256(keccak256(abi.encode(_seed, id)));
    }

    function _sea(uint256 seed) private pure returns (string memory) {
        uint256 kind = Art.pick(seed, 1, 6);
        return kind < 3 ? "Calm" : kind < 5 ? "Swell" : "Storm";
    }

    function _sky(uint256 seed) private pure returns (string memory) {
        uint256 kind = Art.pick(seed, 2, 8);
        return kind < 4 ? "Sun" : kind < 6 ? "Moon" : kind < 7 ? "Eclipse" : "Twins";
    }

    function _picture(uint256 id) private view returns (string memory) {
        uint256 seed = _seedOf(id);
        (, string[5] memory c) = Art.palette(Art.pick(seed, 0, 8));
        string memory sky = string.concat(
            '<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="', c[0], '"/><stop offset=".75" stop-color="', c[2],
            '"/><stop offset="1" stop-color="', c[3], '"/></linearGradient></defs><rect width="400" height="400" fill="url(#s)"/>'
        );
        return Art.frame(c[0], string.concat(sky, _lights(seed, c), _island(seed, c), _waves(seed, c)));
    }

    function _lights(uint256 seed, string[5] memory c) private pure returns (string memory) {
        uint256 x = 90 + Art.pick(seed, 10, 220);
        uint256 y = 90 + Art.pick(seed, 11, 90);
        uint256 r = 34 + Art.pick(seed, 12, 40);
        uint256 kind = Art.pick(seed, 2, 8);
        string memory fill = string.concat('fill="', c[4], '"');
        string memory halo = Art.circle(x, y, r + 22, string.concat(fill, ' opacity=".12"'));
        string memory disc = Art.circle(x, y, r, fill);
        if (kind < 4) return string.concat(halo, disc);
        if (kind < 6) {
            return string.concat(halo, disc, Art.circle(x + r / 2, y - r / 4, r - r / 8, string.concat('fill="', c[1], '"')));
        }
        if (kind < 7) {
            return string.concat(halo, disc, Art.circle(x, y, r - 5, string.concat('fill="', c[0], '"')));
        }
        return string.concat(halo, disc, Art.circle(400 - x, y + 40, r / 2, string.concat('fill="', c[3], '"')));
    }

    function _island(uint256 seed, string[5] memory c) private pure returns (string memory) {
        if (Art.pick(seed, 3, 5) != 0) return "";
        uint256 x = 60 + Art.pick(seed, 13, 160);
        return string.concat(
            '<path d="M', Art.num(x), " 262l46-78 24 34 30-58 62 102z", '" fill="', c[1], '"/>'
        );
    }

    function _waves(uint256 seed, string[5] memory c) private pure returns (string memory out) {
        uint256 kind = Art.pick(seed, 1, 6);
        uint256 height = kind < 3 ? 10 : kind < 5 ? 22 : 38;
        for (uint256 i; i < 6; ++i) {
            uint256 y = 236 + i * 28;
            out = string.concat(out, _wave(seed, i, y, height, i < 2 ? c[2] : i < 4 ? c[1] : c[0]));
        }
    }

    function _wave(uint256 seed, uint256 i, uint256 y, uint256 height, string memory colour)
        private
        pure
        returns (string memory)
    {
        uint256 up = Art.pick(seed, 20 + i, height) + height / 3;
        uint256 shift = Art.pick(seed, 30 + i, 100);
        return string.concat(
            '<path d="M-', Art.num(shift), " ", Art.num(y), "q50-", Art.num(up), " 100 0t100 0 100 0 100 0 100 0V400H-", Art.num(shift),
            'z" fill="', colour, '" opacity=".', Art.num(72 + i * 4), '"/>'
        );
    }
}
