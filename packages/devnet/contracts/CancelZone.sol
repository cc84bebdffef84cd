// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ZoneParameters, Schema} from "seaport-types/src/lib/ConsiderationStructs.sol";
import {ItemType} from "seaport-types/src/lib/ConsiderationEnums.sol";
import {ZoneInterface} from "seaport-types/src/interfaces/ZoneInterface.sol";

/// A collection of the creator token standards (ERC-721C, ERC-1155C).
interface ICreatorToken {
    function getTransferValidator() external view returns (address);
}

/// What an authorizer calls of Limit Break's transfer validator.
interface ITransferValidator {
    function isAccountAuthorizerOfCollection(address collection, address account) external view returns (bool);
    function beforeAuthorizedTransfer(address operator, address token, uint256 tokenId) external;
    function afterAuthorizedTransfer(address token, uint256 tokenId) external;
}

/// Lets an order be filled only with a signature that names it and is less than a moment old. Whoever signs
/// can therefore stop signing, which cancels the order without gas; it can never move anybody's tokens.
/// A collection whose transfer validator names this zone as an authorizer lets its tokens be moved by the conduit while an
/// order is filled that the zone vouches for, and at no other time.
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

    /// Seaport 1.6: nobody else has transfers authorized, or an order could be made up for another token.
    address private constant SEAPORT = 0x0000000000000068F116a894984e2DB1123eB395;

    address public immutable owner;
    /// The conduit that moves the tokens of the zone's orders.
    address public immutable conduit;
    mapping(address signer => bool) public trusted;

    constructor(address owner_, address signer, address conduit_) {
        owner = owner_;
        conduit = conduit_;
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
    function authorizeOrder(ZoneParameters calldata order) external returns (bytes4) {
        _check(order);
        _authorizeTransfers(order, true);
        return this.authorizeOrder.selector;
    }

    /// Seaport asks after it moved everything; 1.5 asks here alone.
    function validateOrder(ZoneParameters calldata order) external returns (bytes4) {
        _check(order);
        _authorizeTransfers(order, false);
        return this.validateOrder.selector;
    }

    /// Authorizes the conduit to move the tokens of an order, or ends that.
    function _authorizeTransfers(ZoneParameters calldata order, bool start) private {
        if (msg.sender != SEAPORT) return;
        for (uint256 i; i < order.offer.length; ++i) {
            _authorize(order.offer[i].itemType, order.offer[i].token, order.offer[i].identifier, start);
        }
        for (uint256 i; i < order.consideration.length; ++i) {
            _authorize(
                order.consideration[i].itemType,
                order.consideration[i].token,
                order.consideration[i].identifier,
                start
            );
        }
    }

    /// A collection without a validator, or whose validator does not name this zone, is left to its own rules; so is one
    /// whose validator takes no authorization now: its conduit may be allowed all the same.
    function _authorize(ItemType kind, address token, uint256 id, bool start) private {
        if (kind != ItemType.ERC721 && kind != ItemType.ERC1155) return;
        address validator = address(uint160(_read(token, abi.encodeCall(ICreatorToken.getTransferValidator, ()))));
        if (validator == address(0)) return;
        bytes memory question =
            abi.encodeCall(ITransferValidator.isAccountAuthorizerOfCollection, (token, address(this)));
        if (_read(validator, question) != 1) return;
        if (start) try ITransferValidator(validator).beforeAuthorizedTransfer(conduit, token, id) {} catch {}
        else try ITransferValidator(validator).afterAuthorizedTransfer(token, id) {} catch {}
    }

    /// The one word that a contract returns; zero where it returns anything else.
    function _read(address target, bytes memory data) private view returns (uint256) {
        (bool success, bytes memory result) = target.staticcall(data);
        return success && result.length == 32 ? abi.decode(result, (uint256)) : 0;
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
