const transferHelperItem = [
  { name: 'itemType', type: 'uint8' },
  { name: 'token', type: 'address' },
  { name: 'identifier', type: 'uint256' },
  { name: 'amount', type: 'uint256' },
] as const
const transferHelperItemsWithRecipient = [
  { name: 'items', type: 'tuple[]', components: transferHelperItem },
  { name: 'recipient', type: 'address' },
  { name: 'validateERC721Receiver', type: 'bool' },
] as const

/** ConduitController (ConduitControllerInterface.sol). */
export const conduitControllerAbi = [
  {
    type: 'function',
    name: 'createConduit',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'conduitKey', type: 'bytes32' },
      { name: 'initialOwner', type: 'address' },
    ],
    outputs: [{ name: 'conduit', type: 'address' }],
  },
  {
    type: 'function',
    name: 'updateChannel',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'conduit', type: 'address' },
      { name: 'channel', type: 'address' },
      { name: 'isOpen', type: 'bool' },
    ],
    outputs: [],
  },
  {
    type: 'function',
    name: 'getConduit',
    stateMutability: 'view',
    inputs: [{ name: 'conduitKey', type: 'bytes32' }],
    outputs: [
      { name: 'conduit', type: 'address' },
      { name: 'exists', type: 'bool' },
    ],
  },
  {
    type: 'function',
    name: 'getChannelStatus',
    stateMutability: 'view',
    inputs: [
      { name: 'conduit', type: 'address' },
      { name: 'channel', type: 'address' },
    ],
    outputs: [{ name: 'isOpen', type: 'bool' }],
  },
] as const

/** OpenSea's TransferHelper (TransferHelperInterface.sol). */
export const transferHelperAbi = [
  {
    type: 'function',
    name: 'bulkTransfer',
    stateMutability: 'nonpayable',
    inputs: [
      { name: 'items', type: 'tuple[]', components: transferHelperItemsWithRecipient },
      { name: 'conduitKey', type: 'bytes32' },
    ],
    outputs: [{ name: 'magicValue', type: 'bytes4' }],
  },
] as const
