// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ERC721} from "solady/src/tokens/ERC721.sol";
import {Art} from "./Art.sol";
import {IDropToken, PublicDrop, SeaDropLike} from "./SeaDropLike.sol";

/// Lights over a horizon, which anybody mints through SeaDrop while the drop is open and tokens are left.
contract Lights is ERC721, IDropToken {
    error OnlyAllowedSeaDrop();
    error OnlyOwner();
    error MintQuantityExceedsMaxSupply(uint256 total, uint256 maxSupply);

    string private _name;
    uint256 private immutable _seed;
    SeaDropLike private immutable _seaDrop;
    address public immutable owner;
    uint256 public immutable maxSupply;
    uint256 public totalSupply;
    mapping(address minter => uint256) private _minted;

    constructor(string memory name_, uint256 seed_, address seaDrop, uint256 maxSupply_) {
        _name = name_;
        _seed = seed_;
        _seaDrop = SeaDropLike(seaDrop);
        maxSupply = maxSupply_;
        owner = msg.sender;
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert OnlyOwner();
        _;
    }

    function name() public view override returns (string memory) {
        return _name;
    }

    function symbol() public pure override returns (string memory) {
        return "LIGHT";
    }

    function mintSeaDrop(address minter, uint256 quantity) external {
        if (msg.sender != address(_seaDrop)) revert OnlyAllowedSeaDrop();
        if (totalSupply + quantity > maxSupply) revert MintQuantityExceedsMaxSupply(totalSupply + quantity, maxSupply);
        _minted[minter] += quantity;
        for (uint256 i; i < quantity; ++i) _safeMint(minter, ++totalSupply);
    }

    function getMintStats(address minter) external view returns (uint256, uint256, uint256) {
        return (_minted[minter], totalSupply, maxSupply);
    }

    function updatePublicDrop(address, PublicDrop calldata drop) external onlyOwner {
        _seaDrop.updatePublicDrop(drop);
    }

    function updateCreatorPayoutAddress(address, address payout) external onlyOwner {
        _seaDrop.updateCreatorPayoutAddress(payout);
    }

    function updateAllowedFeeRecipient(address, address feeRecipient, bool allowed) external onlyOwner {
        _seaDrop.updateAllowedFeeRecipient(feeRecipient, allowed);
    }

    function contractURI() external view returns (string memory) {
        return Art.json(_name, "Lights over a horizon, minted through a public drop.", _picture(5), "");
    }

    function tokenURI(uint256 id) public view override returns (string memory) {
        if (!_exists(id)) revert TokenDoesNotExist();
        uint256 seed = _seedOf(id);
        (string memory tone,) = Art.palette(Art.pick(seed, 0, 8));
        return Art.json(
            string.concat(_name, " #", Art.num(id)),
            "Lights over a horizon, minted through a public drop.",
            _picture(id),
            string.concat(Art.trait("Palette", tone), ",", Art.trait("Lights", Art.num(_lights(seed))))
        );
    }

    function _seedOf(uint256 id) private view returns (uint256) {
        return uint256(keccak256(abi.encode(_seed, id)));
    }

    function _lights(uint256 seed) private pure returns (uint256) {
        return 3 + Art.pick(seed, 1, 6);
    }

    function _picture(uint256 id) private view returns (string memory) {
        uint256 seed = _seedOf(id);
        (, string[5] memory c) = Art.palette(Art.pick(seed, 0, 8));
        uint256 horizon = 220 + Art.pick(seed, 2, 80);
        string memory inner = string.concat(
            '<rect y="', Art.num(horizon), '" width="400" height="', Art.num(400 - horizon), '" fill="', c[1], '"/>'
        );
        uint256 lights = _lights(seed);
        for (uint256 i; i < lights; ++i) {
            uint256 x = 30 + Art.pick(seed, 10 + i, 340);
            uint256 r = 6 + Art.pick(seed, 20 + i, 16);
            uint256 y = 40 + Art.pick(seed, 30 + i, horizon - 60);
            inner = string.concat(
                inner,
                Art.circle(x, y, r * 3, string.concat('fill="', c[3], '" opacity=".2"')),
                Art.circle(x, y, r, string.concat('fill="', c[4], '"')),
                Art.circle(x, 2 * horizon - y, r, string.concat('fill="', c[3], '" opacity=".35"'))
            );
        }
        return Art.frame(c[0], inner);
    }
}
