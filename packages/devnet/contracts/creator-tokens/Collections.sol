// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {OwnableBasic} from "@limitbreak/creator-token-standards/src/access/OwnableBasic.sol";
import {ERC721C, ERC721OpenZeppelin} from "@limitbreak/creator-token-standards/src/erc721c/ERC721C.sol";
import {ERC1155C, ERC1155OpenZeppelin} from "@limitbreak/creator-token-standards/src/erc1155c/ERC1155C.sol";
import {BasicRoyalties} from "@limitbreak/creator-token-standards/src/programmable-royalties/BasicRoyalties.sol";
import {ERC2981} from "@openzeppelin/contracts/token/common/ERC2981.sol";
import {Art} from "../Art.sol";

/// Lights in the dark, one over the other.
library Lantern {
    function picture(uint256 seed) internal pure returns (string memory) {
        (, string[5] memory c) = Art.palette(Art.pick(seed, 0, 8));
        string memory lights;
        for (uint256 i; i < 5; ++i) {
            lights = string.concat(
                lights,
                Art.circle(
                    80 + Art.pick(seed, 10 + i, 240),
                    80 + Art.pick(seed, 20 + i, 240),
                    24 + Art.pick(seed, 30 + i, 56),
                    string.concat('fill="', c[1 + Art.pick(seed, 40 + i, 4)], '" opacity=".8"')
                )
            );
        }
        return Art.frame(c[0], lights);
    }

    function json(string memory name, uint256 seed) internal pure returns (string memory) {
        return Art.json(name, "Lights in the dark, whose artist is paid for every sale.", picture(seed), "");
    }
}

/// ERC-721C: a transfer validator decides who may move the tokens. Anybody may mint.
contract Lanterns is OwnableBasic, ERC721C, BasicRoyalties {
    uint256 public totalSupply;

    constructor(string memory name_, address validator, address artist, uint96 royaltyBps)
        ERC721OpenZeppelin(name_, "LANT")
        BasicRoyalties(artist, royaltyBps)
    {
        setTransferValidator(validator);
    }

    /// Mints the next `count` ids, from 1 on.
    function mint(address to, uint256 count) external {
        for (uint256 i; i < count; ++i) _mint(to, ++totalSupply);
    }

    function contractURI() external view returns (string memory) {
        return Lantern.json(name(), 0);
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        _requireMinted(id);
        return Lantern.json(string.concat(name(), " #", Art.num(id)), id);
    }

    function supportsInterface(bytes4 id) public view override(ERC721C, ERC2981) returns (bool) {
        return ERC721C.supportsInterface(id) || ERC2981.supportsInterface(id);
    }
}

/// ERC-1155C: the same in editions.
contract LanternPrints is OwnableBasic, ERC1155C, BasicRoyalties {
    string public name;
    mapping(uint256 id => uint256) public totalSupply;

    constructor(string memory name_, address validator, address artist, uint96 royaltyBps)
        ERC1155OpenZeppelin("")
        BasicRoyalties(artist, royaltyBps)
    {
        name = name_;
        setTransferValidator(validator);
    }

    function mint(address to, uint256 id, uint256 amount) external {
        totalSupply[id] += amount;
        _mint(to, id, amount, "");
    }

    function contractURI() external view returns (string memory) {
        return Lantern.json(name, 0);
    }

    function uri(uint256 id) public view override returns (string memory) {
        return Lantern.json(string.concat(name, " No. ", Art.num(id)), id);
    }

    function supportsInterface(bytes4 id) public view override(ERC1155C, ERC2981) returns (bool) {
        return ERC1155C.supportsInterface(id) || ERC2981.supportsInterface(id);
    }
}
