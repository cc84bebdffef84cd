import { type DecodedOrder, decodeCall, type OrderComponents } from '@sluice/seaport'
import { getAddress, type Hex } from 'viem'
import type { Line } from '../src/index.ts'
import { dateOf } from '../src/render/writeValue.ts'

/**
 * The lines that have to come, written by hand from our decoder's reading of a call. The wallet of these lines knows no
 * token, so that every number is written unchanged.
 */

const zero = '0x0000000000000000000000000000000000000000'
const itemTypes = [
  'Native coin',
  'ERC-20',
  'ERC-721',
  'ERC-1155',
  'Any ERC-721 that fits',
  'Any ERC-1155 that fits',
]
const whoMayFill = [
  'Anyone, as a whole',
  'Anyone, in parts',
  'If the zone agrees, whole',
  'If the zone agrees, parts',
  'As its contract decides',
]

const line = (label: string, value: unknown): Line => ({ label, value: `${value}` })
const address = (label: string, value: string): Line => line(label, getAddress(value))

type Item = OrderComponents['offer'][number]
/** An amount of the zero address is an amount of the native coin, whatever the item's type. */
const units = (token: string, amount: bigint): string => (token === zero ? `${amount} wei` : `${amount}`)
const itemLines = (side: string, item: Item): readonly Line[] => [
  line(`${side}: kind`, itemTypes[item.itemType]),
  address(`${side}: contract`, item.token),
  line(`${side}: ID/criteria`, item.identifierOrCriteria),
  line(`${side}: first amount`, units(item.token, item.startAmount)),
  line(`${side}: last amount`, units(item.token, item.endAmount)),
]
const zoneLines = (zone: string): readonly Line[] => (zone === zero ? [] : [address('Zone', zone)])

/** Returns the lines of an order. */
export const orderLines = (order: Omit<OrderComponents, 'counter'>): readonly Line[] => [
  address('Order of', order.offerer),
  ...zoneLines(order.zone),
  ...order.offer.flatMap((item) => itemLines('Gives', item)),
  ...order.consideration.flatMap((item) => [
    ...itemLines('Asks', item),
    address('Asks: paid to', item.recipient),
  ]),
  line('Who may fill', whoMayFill[order.orderType]),
  line('Valid from', dateOf(order.startTime)),
  line('Valid until', dateOf(order.endTime)),
]

const advancedLines = (order: DecodedOrder): readonly Line[] => [
  ...orderLines(order.components),
  line('Part filled', order.numerator),
  line('Part filled, of', order.denominator),
]

/** Returns the lines of a call, the coin that is sent with it left out. */
export function callLines(data: Hex): readonly Line[] {
  const { call } = decodeCall(data)
  const resolvers = (): readonly Line[] =>
    'resolvers' in call
      ? call.resolvers.flatMap(({ orderIndex, side, index, identifier }) => [
          line('Choice: order', orderIndex),
          line('Choice: side', side === 0 ? 'What the order gives' : 'What the order asks'),
          line('Choice: item', index),
          line('Choice: token ID', identifier),
        ])
      : []
  const goesTo = (recipient: string | undefined): Line =>
    recipient === zero ? line('Goes to', 'Sender') : address('Goes to', recipient ?? zero)
  switch (call.name) {
    case 'fulfillOrder':
      return orderLines(call.order.components)
    case 'fulfillAdvancedOrder':
      return [...advancedLines(call.order), ...resolvers(), goesTo(call.recipient)]
    case 'fulfillAvailableOrders':
      return [
        ...call.orders.flatMap(({ components }) => orderLines(components)),
        line('Most orders filled', call.maximumFulfilled),
      ]
    case 'fulfillAvailableAdvancedOrders':
      return [
        ...call.orders.flatMap(advancedLines),
        ...resolvers(),
        goesTo(call.recipient),
        line('Most orders filled', call.maximumFulfilled),
      ]
    case 'matchOrders':
    case 'validate':
      return call.orders.flatMap(({ components }) => orderLines(components))
    case 'matchAdvancedOrders':
      return [...call.orders.flatMap(advancedLines), ...resolvers(), goesTo(call.recipient)]
    case 'cancel':
      return call.orders.flatMap(orderLines)
    case 'incrementCounter':
      return []
    case 'fulfillBasicOrder':
    case 'fulfillBasicOrder_efficient_6GL6yc': {
      const { basic } = call
      const routes = ['Coin for ERC-721', 'Coin for ERC-1155', 'ERC-20 for ERC-721', 'ERC-20 for ERC-1155']
      const route = [...routes, 'ERC-721 for ERC-20', 'ERC-1155 for ERC-20'][basic.basicOrderType >> 2]
      return [
        address('You give: contract', basic.considerationToken),
        line('You give: token ID', basic.considerationIdentifier),
        line('You give: amount', units(basic.considerationToken, basic.considerationAmount)),
        address('Order of', basic.offerer),
        ...zoneLines(basic.zone),
        address('You get: contract', basic.offerToken),
        line('You get: token ID', basic.offerIdentifier),
        line('You get: amount', units(basic.offerToken, basic.offerAmount)),
        line('Kind of trade', `${route} (${whoMayFill[basic.basicOrderType & 3]?.toLowerCase()})`),
        line('Valid from', dateOf(basic.startTime)),
        line('Valid until', dateOf(basic.endTime)),
        ...basic.additional.flatMap(({ amount, recipient }) => [
          line('Also paid: units', amount),
          address('Also paid: to', recipient),
        ]),
      ]
    }
    default:
      throw new Error(`No wallet is shown "${call.name}" by these descriptors.`)
  }
}
