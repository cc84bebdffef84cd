import type { Definition } from '../model/descriptor.ts'

const zeroAddress = '0x0000000000000000000000000000000000000000'

const hidden = (label: string): Definition => ({ label, visible: 'never' })
const raw = (label: string): Definition => ({ label, format: 'raw' })
const address = (label: string): Definition => ({ label, format: 'addressName' })
const date = (label: string): Definition => ({ label, format: 'date', params: { encoding: 'timestamp' } })
const listed = (label: string, name: string): Definition => ({
  label,
  format: 'enum',
  params: { $ref: `$.metadata.enums.${name}` },
})
/** Units of a token; raw with a warning where the wallet does not know it, which is right for an NFT. */
const units = (label: string, tokenPath: string): Definition => ({
  label,
  format: 'tokenAmount',
  params: { tokenPath, nativeCurrencyAddress: [zeroAddress] },
})

/** What every wallet says of a field, by the array that the field is in and its own name in Seaport's tables. */
export const words: Readonly<Record<string, Definition>> = {
  offerer: address('Order of'),
  zone: { ...address('Zone'), visible: { ifNotIn: [zeroAddress] } },
  orderType: listed('Who may fill', 'orderType'),
  startTime: date('Valid from'),
  endTime: date('Valid until'),
  zoneHash: hidden('Zone data'),
  salt: hidden('Salt'),
  conduitKey: hidden('Conduit'),
  counter: hidden('Counter'),
  totalOriginalConsiderationItems: hidden('Signed payments'),
  signature: hidden('Signature'),
  extraData: hidden('Data for the zone'),
  numerator: raw('Part filled'),
  denominator: raw('Part filled, of'),

  'offer.itemType': listed('Gives: kind', 'itemType'),
  'offer.token': address('Gives: contract'),
  'offer.identifierOrCriteria': raw('Gives: ID/criteria'),
  'offer.startAmount': units('Gives: first amount', 'token'),
  'offer.endAmount': units('Gives: last amount', 'token'),

  'consideration.itemType': listed('Asks: kind', 'itemType'),
  'consideration.token': address('Asks: contract'),
  'consideration.identifierOrCriteria': raw('Asks: ID/criteria'),
  'consideration.startAmount': units('Asks: first amount', 'token'),
  'consideration.endAmount': units('Asks: last amount', 'token'),
  'consideration.recipient': address('Asks: paid to'),

  basicOrderType: listed('Kind of trade', 'basicOrderType'),
  considerationToken: address('You give: contract'),
  considerationIdentifier: raw('You give: token ID'),
  considerationAmount: units('You give: amount', 'considerationToken'),
  offerToken: address('You get: contract'),
  offerIdentifier: raw('You get: token ID'),
  offerAmount: units('You get: amount', 'offerToken'),
  offererConduitKey: hidden('Conduit of the order'),
  fulfillerConduitKey: hidden('Your conduit'),
  totalOriginalAdditionalRecipients: hidden('Signed payments'),
  // The currency is given or received, depending on the kind of trade: no path can express that.
  'additionalRecipients.amount': raw('Also paid: units'),
  'additionalRecipients.recipient': address('Also paid: to'),

  'criteriaResolvers.orderIndex': raw('Choice: order'),
  'criteriaResolvers.side': listed('Choice: side', 'side'),
  'criteriaResolvers.index': raw('Choice: item'),
  'criteriaResolvers.identifier': raw('Choice: token ID'),
  'criteriaResolvers.criteriaProof': hidden('Choice: proof'),
  offerFulfillments: hidden('Groups of what is given'),
  considerationFulfillments: hidden('Groups of what is asked'),
  fulfillments: hidden('Pairs'),
  recipient: { ...address('Goes to'), params: { senderAddress: [zeroAddress] } },
  maximumFulfilled: raw('Most orders filled'),
}

/** What an array of structs is called above its lines. */
export const groupLabels: Readonly<Record<string, string>> = {
  offer: 'What the order gives',
  consideration: 'What the order asks for',
  additionalRecipients: 'Further payments',
  criteriaResolvers: 'Chosen tokens',
  orders: 'Order',
  advancedOrders: 'Order',
  tree: 'Order',
}

/** What a call or a message does, by its function or its type. */
export const intents: Readonly<Record<string, string>> = {
  OrderComponents: 'Sign an order',
  BulkOrder: 'Sign several orders',
  fulfillBasicOrder: 'Fill an order',
  fulfillBasicOrder_efficient_6GL6yc: 'Fill an order',
  fulfillOrder: 'Fill an order',
  fulfillAdvancedOrder: 'Fill an order',
  fulfillAvailableOrders: 'Fill available orders',
  fulfillAvailableAdvancedOrders: 'Fill available orders',
  matchOrders: 'Match orders',
  matchAdvancedOrders: 'Match orders',
  cancel: 'Cancel orders',
  validate: 'Publish orders',
  incrementCounter: 'Cancel all my orders',
}

const orderTypes = [
  'Anyone, as a whole',
  'Anyone, in parts',
  'If the zone agrees, whole',
  'If the zone agrees, parts',
  'As its contract decides',
]
/** Routes of a basic order: what the filler gives, and what it gets. */
const routes = [
  ['Coin', 'ERC-721'],
  ['Coin', 'ERC-1155'],
  ['ERC-20', 'ERC-721'],
  ['ERC-20', 'ERC-1155'],
  ['ERC-721', 'ERC-20'],
  ['ERC-1155', 'ERC-20'],
] as const

const numbered = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name, value) => [`${value}`, name]))

/** Names of Seaport's enumerations (SeaportEnums.sol). */
export const enums: Readonly<Record<string, Record<string, string>>> = {
  itemType: numbered([
    'Native coin',
    'ERC-20',
    'ERC-721',
    'ERC-1155',
    'Any ERC-721 that fits',
    'Any ERC-1155 that fits',
  ]),
  orderType: numbered(orderTypes),
  basicOrderType: numbered(
    routes.flatMap(([given, got]) =>
      orderTypes.slice(0, 4).map((who) => `${given} for ${got} (${who.toLowerCase()})`),
    ),
  ),
  side: numbered(['What the order gives', 'What the order asks']),
}
