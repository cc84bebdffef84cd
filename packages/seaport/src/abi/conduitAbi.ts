import { parseAbi } from 'viem'

/** ConduitController (ConduitControllerInterface.sol). */
export const conduitControllerAbi = /* @__PURE__ */ parseAbi([
  'function createConduit(bytes32 conduitKey, address initialOwner) returns (address conduit)',
  'function updateChannel(address conduit, address channel, bool isOpen)',
  'function getConduit(bytes32 conduitKey) view returns (address conduit, bool exists)',
  'function getChannelStatus(address conduit, address channel) view returns (bool isOpen)',
])

/** OpenSea's TransferHelper (TransferHelperInterface.sol). */
export const transferHelperAbi = /* @__PURE__ */ parseAbi([
  'struct TransferHelperItem { uint8 itemType; address token; uint256 identifier; uint256 amount; }',
  'struct TransferHelperItemsWithRecipient { TransferHelperItem[] items; address recipient; bool validateERC721Receiver; }',
  'function bulkTransfer(TransferHelperItemsWithRecipient[] items, bytes32 conduitKey) returns (bytes4 magicValue)',
])
