// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {LibString} from "solady/src/utils/LibString.sol";
import {Base64} from "solady/src/utils/Base64.sol";

/// Small pieces that all pictures of the local collections are made of.
library Art {
    using LibString for uint256;

    /// A stream of numbers below `max` from one seed: same seed, same picture.
    function pick(uint256 seed, uint256 salt, uint256 max) internal pure returns (uint256) {
        return uint256(keccak256(abi.encode(seed, salt))) % max;
    }

    function num(uint256 value) internal pure returns (string memory) {
        return value.toString();
    }

    /// Colours run from the ground (0) over three tones to the accent (4).
    function palette(uint256 index) internal pure returns (string memory name, string[5] memory c) {
        if (index == 0) return ("Dusk", ["#1d1b3a", "#3b2f63", "#8a4f7d", "#e08e79", "#f8d7a4"]);
        if (index == 1) return ("Lagoon", ["#062c36", "#0b4f5c", "#178a8f", "#7fd1b9", "#f4f1de"]);
        if (index == 2) return ("Clay", ["#2b1a14", "#6b3a2a", "#b8643f", "#e3a873", "#f6e8d5"]);
        if (index == 3) return ("Meadow", ["#12261c", "#25523b", "#5d8a4e", "#b5c77a", "#fbf3c4"]);
        if (index == 4) return ("Ink", ["#10131a", "#262c3a", "#55617a", "#aab4c6", "#f3f5f9"]);
        if (index == 5) return ("Coral", ["#3a0d1f", "#7d1d3f", "#d1495b", "#f29a7e", "#ffe8d6"]);
        if (index == 6) return ("Glacier", ["#0b1f3a", "#1f4f82", "#4f8fc0", "#a7d3e8", "#f2fafc"]);
        return ("Saffron", ["#2a1b05", "#6e4a0e", "#c98b1b", "#f1c453", "#fff3cf"]);
    }

    function trait(string memory key, string memory value) internal pure returns (string memory) {
        return string.concat('{"trait_type":"', key, '","value":"', value, '"}');
    }

    function json(string memory name, string memory about, string memory svg, string memory traits)
        internal
        pure
        returns (string memory)
    {
        return string.concat(
            "data:application/json;base64,",
            Base64.encode(
                bytes(
                    string.concat(
                        '{"name":"', name, '","description":"', about, '","image":"', image(svg), '","attributes":[', traits, "]}"
                    )
                )
            )
        );
    }

    function image(string memory svg) internal pure returns (string memory) {
        return string.concat("data:image/svg+xml;base64,", Base64.encode(bytes(svg)));
    }

    function frame(string memory ground, string memory inner) internal pure returns (string memory) {
        return string.concat(
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400" fill="',
            ground,
            '"/>',
            inner,
            "</svg>"
        );
    }

    function circle(uint256 x, uint256 y, uint256 r, string memory rest) internal pure returns (string memory) {
        return string.concat('<circle cx="', num(x), '" cy="', num(y), '" r="', num(r), '" ', rest, "/>");
    }
}
