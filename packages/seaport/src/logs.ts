import { type Address, decodeEventLog, type Hex } from 'viem'
import { seaportAbi } from './abi.ts'

type Spent = {
  readonly itemType: number
  readonly token: Address
  readonly identifier: bigint
  readonly amount: bigint
}

export type SeaportEvent =
  | {
      readonly name: 'OrderFulfilled'
      readonly orderHash: Hex
      readonly offerer: Address
      readonly zone: Address
      /** The caller of the fill, not always who gets the NFT. */
      readonly recipient: Address
      readonly offer: readonly Spent[]
      /** Tips included. */
      readonly consideration: readonly (Spent & { readonly recipient: Address })[]
    }
  | { readonly name: 'OrderCancelled'; readonly orderHash: Hex; readonly offerer: Address }
  | { readonly name: 'OrdersMatched'; readonly orderHashes: readonly Hex[] }
  | { readonly name: 'CounterIncremented'; readonly offerer: Address; readonly counter: bigint }
  | { readonly name: 'OrderValidated'; readonly orderHash: Hex }

/** First topics of the events that {@link decodeLog} reads. */
export const seaportTopics = {
  OrderFulfilled: '0x9d9af8e38d66c62e2c12f0225249fd9d721c54b83f48d9352c97c6cacdcb6f31',
  OrderCancelled: '0x6bacc01dbe442496068f7d234edd811f1a5f833243e0aec824f86ab861f3c90d',
  OrdersMatched: '0x4b9f2d36e1b4c93de62cc077b00b1a91d84b6c31b4a14e012718dcca230689e7',
  CounterIncremented: '0x721c20121297512b72821b97f5326877ea8ecf4bb9948fea5bfcb6453074d37f',
  OrderValidated: '0xf280791efe782edcf06ce15c8f4dff17601db3b88eb3805a0db7d77faf757f04',
} as const satisfies Record<SeaportEvent['name'], Hex>

const low = <T extends string>(text: T): T => text.toLowerCase() as T
const known: readonly string[] = Object.values(seaportTopics)

/** Reads a log of Seaport 1.5 or 1.6; `undefined` for any other topic. The caller checks the log's address. */
export function decodeLog(log: {
  readonly topics: readonly Hex[]
  readonly data: Hex
}): SeaportEvent | undefined {
  const [topic, ...rest] = log.topics
  if (topic === undefined || !known.includes(topic)) return undefined
  const event = decodeEventLog({ abi: seaportAbi, topics: [topic, ...rest], data: log.data })
  switch (event.eventName) {
    case 'OrderFulfilled': {
      const { orderHash, offerer, zone, recipient, offer, consideration } = event.args
      return {
        name: 'OrderFulfilled',
        orderHash,
        offerer: low(offerer),
        zone: low(zone),
        recipient: low(recipient),
        offer: offer.map((item) => ({ ...item, token: low(item.token) })),
        consideration: consideration.map((item) => ({
          ...item,
          token: low(item.token),
          recipient: low(item.recipient),
        })),
      }
    }
    case 'OrderCancelled':
      return { name: 'OrderCancelled', orderHash: event.args.orderHash, offerer: low(event.args.offerer) }
    case 'OrdersMatched':
      return { name: 'OrdersMatched', orderHashes: event.args.orderHashes }
    case 'CounterIncremented':
      return { name: 'CounterIncremented', offerer: low(event.args.offerer), counter: event.args.newCounter }
    case 'OrderValidated':
      return { name: 'OrderValidated', orderHash: event.args.orderHash }
    default:
      return undefined
  }
}
