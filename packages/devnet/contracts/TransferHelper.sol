// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

import {ConduitItemType} from "seaport-types/src/conduit/lib/ConduitEnums.sol";
import {ConduitTransfer} from "seaport-types/src/conduit/lib/ConduitStructs.sol";
import {TransferHelperItem, TransferHelperItemsWithRecipient} from "seaport-types/src/helpers/TransferHelperStructs.sol";
import {ConduitControllerInterface} from "seaport-types/src/interfaces/ConduitControllerInterface.sol";
import {ConduitInterface} from "seaport-types/src/interfaces/ConduitInterface.sol";
import {TransferHelperErrors} from "seaport-types/src/interfaces/TransferHelperErrors.sol";
import {TransferHelperInterface} from "seaport-types/src/interfaces/TransferHelperInterface.sol";

interface Receiver {
    function onERC721Received(address operator, address from, uint256 id, bytes calldata data) external returns (bytes4);
}

/// OpenSea's TransferHelper by its published interface and errors, written for local chains and served at its
/// canonical address. It moves the caller's tokens alone, and through a conduit alone.
contract TransferHelper is TransferHelperInterface, TransferHelperErrors {
    ConduitControllerInterface private constant _controller =
        ConduitControllerInterface(0x00000000F9490004C11Cef243f5400493c00Ad63);

    function bulkTransfer(TransferHelperItemsWithRecipient[] calldata items, bytes32 conduitKey)
        external
        returns (bytes4)
    {
        (address conduit, bool exists) = _controller.getConduit(conduitKey);
        if (!exists) revert InvalidConduit(conduitKey, conduit);
        uint256 count;
        for (uint256 i; i < items.length; ++i) count += items[i].items.length;
        ConduitTransfer[] memory transfers = new ConduitTransfer[](count);
        uint256 at;
        for (uint256 i; i < items.length; ++i) {
            TransferHelperItemsWithRecipient calldata group = items[i];
            if (group.recipient == address(0)) revert RecipientCannotBeZeroAddress();
            bool checks = group.validateERC721Receiver && group.recipient.code.length != 0;
            for (uint256 j; j < group.items.length; ++j) transfers[at++] = _transfer(group.items[j], group.recipient, checks);
        }
        ConduitInterface(conduit).execute(transfers);
        return this.bulkTransfer.selector;
    }

    function _transfer(TransferHelperItem calldata item, address to, bool checks)
        private
        returns (ConduitTransfer memory)
    {
        if (item.itemType == ConduitItemType.NATIVE) revert InvalidItemType();
        if (item.itemType == ConduitItemType.ERC20 && item.identifier != 0) revert InvalidERC20Identifier();
        if (item.itemType == ConduitItemType.ERC721) {
            if (item.amount != 1) revert InvalidERC721TransferAmount(item.amount);
            if (checks) _ask(to, item.identifier);
        }
        return ConduitTransfer(item.itemType, item.token, msg.sender, to, item.identifier, item.amount);
    }

    function _ask(address to, uint256 id) private {
        try Receiver(to).onERC721Received(address(this), msg.sender, id, "") returns (bytes4 said) {
            if (said != Receiver.onERC721Received.selector) revert InvalidERC721Recipient(to);
        } catch (bytes memory reason) {
            revert ERC721ReceiverErrorRevertBytes(reason, to, msg.sender, id);
        }
    }
}
