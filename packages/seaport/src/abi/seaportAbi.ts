const spentItem = [
  { name: 'itemType', type: 'uint8' },
  { name: 'token', type: 'address' },
  { name: 'identifier', type: 'uint256' },
  { name: 'amount', type: 'uint256' },
] as const
const additionalRecipient = [
  { name: 'amount', type: 'uint256' },
  { name: 'recipient', type: 'address' },
] as const
const basicOrderParameters = [
  { name: 'considerationToken', type: 'address' },
  { name: 'considerationIdentifier', type: 'uint256' },
  { name: 'considerationAmount', type: 'uint256' },
  { name: 'offerer', type: 'address' },
  { name: 'zone', type: 'address' },
  { name: 'offerToken', type: 'address' },
  { name: 'offerIdentifier', type: 'uint256' },
  { name: 'offerAmount', type: 'uint256' },
  { name: 'basicOrderType', type: 'uint8' },
  { name: 'startTime', type: 'uint256' },
  { name: 'endTime', type: 'uint256' },
  { name: 'zoneHash', type: 'bytes32' },
  { name: 'salt', type: 'uint256' },
  { name: 'offererConduitKey', type: 'bytes32' },
  { name: 'fulfillerConduitKey', type: 'bytes32' },
  { name: 'totalOriginalAdditionalRecipients', type: 'uint256' },
  { name: 'additionalRecipients', type: 'tuple[]', components: additionalRecipient },
  { name: 'signature', type: 'bytes' },
] as const
const offerItem = [
  { name: 'itemType', type: 'uint8' },
  { name: 'token', type: 'address' },
  { name: 'identifierOrCriteria', type: 'uint256' },
  { name: 'startAmount', type: 'uint256' },
  { name: 'endAmount', type: 'uint256' },
] as const
const considerationItem = [
  { name: 'itemType', type: 'uint8' },
  { name: 'token', type: 'address' },
  { name: 'identifierOrCriteria', type: 'uint256' },
  { name: 'startAmount', type: 'uint256' },
  { name: 'endAmount', type: 'uint256' },
  { name: 'recipient', type: 'address' },
] as const
const orderParameters = [
  { name: 'offerer', type: 'address' },
  { name: 'zone', type: 'address' },
  { name: 'offer', type: 'tuple[]', components: offerItem },
  { name: 'consideration', type: 'tuple[]', components: considerationItem },
  { name: 'orderType', type: 'uint8' },
  { name: 'startTime', type: 'uint256' },
  { name: 'endTime', type: 'uint256' },
  { name: 'zoneHash', type: 'bytes32' },
  { name: 'salt', type: 'uint256' },
  { name: 'conduitKey', type: 'bytes32' },
  { name: 'totalOriginalConsiderationItems', type: 'uint256' },
] as const
const order = [
  { name: 'parameters', type: 'tuple', components: orderParameters },
  { name: 'signature', type: 'bytes' },
] as const
const advancedOrder = [
  { name: 'parameters', type: 'tuple', components: orderParameters },
  { name: 'numerator', type: 'uint120' },
  { name: 'denominator', type: 'uint120' },
  { name: 'signature', type: 'bytes' },
  { name: 'extraData', type: 'bytes' },
] as const
const criteriaResolver = [
  { name: 'orderIndex', type: 'uint256' },
  { name: 'side', type: 'uint8' },
  { name: 'index', type: 'uint256' },
  { name: 'identifier', type: 'uint256' },
  { name: 'criteriaProof', type: 'bytes32[]' },
] as const
const fulfillmentComponent = [
  { name: 'orderIndex', type: 'uint256' },
  { name: 'itemIndex', type: 'uint256' },
] as const
const receivedItem = [
  { name: 'itemType', type: 'uint8' },
  { name: 'token', type: 'address' },
  { name: 'identifier', type: 'uint256' },
  { name: 'amount', type: 'uint256' },
  { name: 'recipient', type: 'address' },
] as const
const execution = [
  { name: 'item', type: 'tuple', components: receivedItem },
  { name: 'offerer', type: 'address' },
  { name: 'conduitKey', type: 'bytes32' },
] as const
const fulfillment = [
  { name: 'offerComponents', type: 'tuple[]', components: fulfillmentComponent },
  { name: 'considerationComponents', type: 'tuple[]', components: fulfillmentComponent },
] as const
const orderComponents = [
  { name: 'offerer', type: 'address' },
  { name: 'zone', type: 'address' },
  { name: 'offer', type: 'tuple[]', components: offerItem },
  { name: 'consideration', type: 'tuple[]', components: considerationItem },
  { name: 'orderType', type: 'uint8' },
  { name: 'startTime', type: 'uint256' },
  { name: 'endTime', type: 'uint256' },
  { name: 'zoneHash', type: 'bytes32' },
  { name: 'salt', type: 'uint256' },
  { name: 'conduitKey', type: 'bytes32' },
  { name: 'counter', type: 'uint256' },
] as const

/** Seaport 1.5 and 1.6: what this house calls, reads and watches (SeaportInterface.sol). */
export const seaportAbi = [
  {
    type: 'function',
    name: 'fulfillBasicOrder_efficient_6GL6yc',
    stateMutability: 'payable',
    inputs: [{ name: 'parameters', type: 'tuple', components: basicOrderParameters }],
    outputs: [{ name: 'fulfilled', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'fulfillBasicOrder',
    stateMutability: 'payable',
    inputs: [{ name: 'parameters', type: 'tuple', components: basicOrderParameters }],
    outputs: [{ name: 'fulfilled', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'fulfillOrder',
    stateMutability: 'payable',
    inputs: [
      { name: 'order', type: 'tuple', components: order },
      { name: 'fulfillerConduitKey', type: 'bytes32' },
    ],
    outputs: [{ name: 'fulfilled', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'fulfillAdvancedOrder',
    stateMutability: 'payable',
    inputs: [
      { name: 'advancedOrder', type: 'tuple', components: advancedOrder },
      { name: 'criteriaResolvers', type: 'tuple[]', components: criteriaResolver },
      { name: 'fulfillerConduitKey', type: 'bytes32' },
      { name: 'recipient', type: 'address' },
    ],
    outputs: [{ name: 'fulfilled', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'fulfillAvailableOrders',
    stateMutability: 'payable',
    inputs: [
      { name: 'orders', type: 'tuple[]', components: order },
      { name: 'offerFulfillments', type: 'tuple[][]', components: fulfillmentComponent },
      { name: 'considerationFulfillments', type: 'tuple[][]', components: fulfillmentComponent },
      { name: 'fulfillerConduitKey', type: 'bytes32' },
      { name: 'maximumFulfilled', type: 'uint256' },
    ],
    outputs: [
      { name: 'availableOrders', type: 'bool[]' },
      { name: 'executions', type: 'tuple[]', components: execution },
    ],
  },
  {
    type: 'function',
    name: 'fulfillAvailableAdvancedOrders',
    stateMutability: 'payable',
    inputs: [
      { name: 'advancedOrders', type: 'tuple[]', components: advancedOrder },
      { name: 'criteriaResolvers', type: 'tuple[]', components: criteriaResolver },
      { name: 'offerFulfillments', type: 'tuple[][]', components: fulfillmentComponent },
      { name: 'considerationFulfillments', type: 'tuple[][]', components: fulfillmentComponent },
      { name: 'fulfillerConduitKey', type: 'bytes32' },
      { name: 'recipient', type: 'address' },
      { name: 'maximumFulfilled', type: 'uint256' },
    ],
    outputs: [
      { name: 'availableOrders', type: 'bool[]' },
      { name: 'executions', type: 'tuple[]', components: execution },
    ],
  },
  {
    type: 'function',
    name: 'matchOrders',
    stateMutability: 'payable',
    inputs: [
      { name: 'orders', type: 'tuple[]', components: order },
      { name: 'fulfillments', type: 'tuple[]', components: fulfillment },
    ],
    outputs: [{ name: 'executions', type: 'tuple[]', components: execution }],
  },
  {
    type: 'function',
    name: 'matchAdvancedOrders',
    stateMutability: 'payable',
    inputs: [
      { name: 'orders', type: 'tuple[]', components: advancedOrder },
      { name: 'criteriaResolvers', type: 'tuple[]', components: criteriaResolver },
      { name: 'fulfillments', type: 'tuple[]', components: fulfillment },
      { name: 'recipient', type: 'address' },
    ],
    outputs: [{ name: 'executions', type: 'tuple[]', components: execution }],
  },
  {
    type: 'function',
    name: 'cancel',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'orders', type: 'tuple[]', components: orderComponents }],
    outputs: [{ name: 'cancelled', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'validate',
    stateMutability: 'nonpayable',
    inputs: [{ name: 'orders', type: 'tuple[]', components: order }],
    outputs: [{ name: 'validated', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'incrementCounter',
    stateMutability: 'nonpayable',
    inputs: [],
    outputs: [{ name: 'newCounter', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'getCounter',
    stateMutability: 'view',
    inputs: [{ name: 'offerer', type: 'address' }],
    outputs: [{ name: 'counter', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'getOrderHash',
    stateMutability: 'view',
    inputs: [{ name: 'order', type: 'tuple', components: orderComponents }],
    outputs: [{ name: 'orderHash', type: 'bytes32' }],
  },
  {
    type: 'function',
    name: 'getOrderStatus',
    stateMutability: 'view',
    inputs: [{ name: 'orderHash', type: 'bytes32' }],
    outputs: [
      { name: 'isValidated', type: 'bool' },
      { name: 'isCancelled', type: 'bool' },
      { name: 'totalFilled', type: 'uint256' },
      { name: 'totalSize', type: 'uint256' },
    ],
  },
  {
    type: 'function',
    name: 'information',
    stateMutability: 'view',
    inputs: [],
    outputs: [
      { name: 'version', type: 'string' },
      { name: 'domainSeparator', type: 'bytes32' },
      { name: 'conduitController', type: 'address' },
    ],
  },
  {
    type: 'event',
    name: 'OrderFulfilled',
    inputs: [
      { name: 'orderHash', type: 'bytes32' },
      { name: 'offerer', type: 'address', indexed: true },
      { name: 'zone', type: 'address', indexed: true },
      { name: 'recipient', type: 'address' },
      { name: 'offer', type: 'tuple[]', components: spentItem },
      { name: 'consideration', type: 'tuple[]', components: receivedItem },
    ],
  },
  {
    type: 'event',
    name: 'OrderCancelled',
    inputs: [
      { name: 'orderHash', type: 'bytes32' },
      { name: 'offerer', type: 'address', indexed: true },
      { name: 'zone', type: 'address', indexed: true },
    ],
  },
  {
    type: 'event',
    name: 'OrderValidated',
    inputs: [
      { name: 'orderHash', type: 'bytes32' },
      { name: 'orderParameters', type: 'tuple', components: orderParameters },
    ],
  },
  { type: 'event', name: 'OrdersMatched', inputs: [{ name: 'orderHashes', type: 'bytes32[]' }] },
  {
    type: 'event',
    name: 'CounterIncremented',
    inputs: [
      { name: 'newCounter', type: 'uint256' },
      { name: 'offerer', type: 'address', indexed: true },
    ],
  },
] as const
