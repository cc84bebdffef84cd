import type { Address, Hex } from 'viem'
import { address, type Codec, decode } from '../encoding/codec.ts'
import {
  counterIncrementedData,
  orderCancelledData,
  orderFulfilledData,
  ordersMatchedData,
  orderValidatedData,
} from '../encoding/functions.ts'
import { SeaportError } from '../model/errors.ts'
import { type DecodedOrder, parametersFrom } from './decodeOrder.ts'
import { type Fulfilled, readFulfilled } from './readFulfilled.ts'

export type SeaportEvent =
  | ({ readonly name: 'OrderFulfilled'; readonly offerer: Address; readonly zone: Address } & Fulfilled)
  | {
      readonly name: 'OrderCancelled'
      readonly orderHash: Hex
      readonly offerer: Address
      readonly zone: Address
    }
  | { readonly name: 'OrdersMatched'; readonly orderHashes: readonly Hex[] }
  | { readonly name: 'CounterIncremented'; readonly offerer: Address; readonly counter: bigint }
  | ({
      readonly name: 'OrderValidated'
      readonly orderHash: Hex
    } & Pick<DecodedOrder, 'components' | 'originalItems'>)

/** First topics of the events that {@link decodeLog} reads; the same in Seaport 1.5 and 1.6. */
export const seaportTopics = {
  OrderFulfilled: '0x9d9af8e38d66c62e2c12f0225249fd9d721c54b83f48d9352c97c6cacdcb6f31',
  OrderCancelled: '0x6bacc01dbe442496068f7d234edd811f1a5f833243e0aec824f86ab861f3c90d',
  OrdersMatched: '0x4b9f2d36e1b4c93de62cc077b00b1a91d84b6c31b4a14e012718dcca230689e7',
  CounterIncremented: '0x721c20121297512b72821b97f5326877ea8ecf4bb9948fea5bfcb6453074d37f',
  OrderValidated: '0xf280791efe782edcf06ce15c8f4dff17601db3b88eb3805a0db7d77faf757f04',
} as const satisfies Record<SeaportEvent['name'], Hex>

/** First topics of the events of ERC-20, ERC-721 and ERC-1155. */
export const tokenTopics = {
  Transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  TransferSingle: '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
  TransferBatch: '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  Approval: '0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925',
  ApprovalForAll: '0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31',
} as const satisfies Record<string, Hex>

function whole<TValue>(codec: Codec<TValue>, data: Hex): TValue {
  const { value, size } = decode(codec, data)
  if (size * 2 + 2 !== data.length) throw new SeaportError('not_canonical', 'The log has extra bytes.')
  return value
}

function topicAddress(topics: readonly Hex[], index: number): Address {
  const topic = topics[index]
  if (topic === undefined) throw new SeaportError('not_canonical', 'The log has too few topics.')
  return /^0x0{24}[0-9a-f]{40}$/.test(topic) ? `0x${topic.slice(26)}` : whole(address, topic)
}

/**
 * Reads a log of Seaport 1.5 or 1.6; `undefined` for any other topic. The caller checks the log's address.
 * @throws SeaportError `not_canonical` or `invalid_value` for a known topic over data of another form.
 * @example
 * ```ts
 * const event = log.address === seaportAddress['1.6'] ? decodeLog(log) : undefined
 * if (event?.name === 'OrderCancelled') console.log(event.orderHash)
 * ```
 */
export function decodeLog(log: {
  readonly topics: readonly Hex[]
  readonly data: Hex
}): SeaportEvent | undefined {
  const { topics, data } = log
  switch (topics[0]) {
    case seaportTopics.OrderFulfilled:
      return {
        name: 'OrderFulfilled',
        offerer: topicAddress(topics, 1),
        zone: topicAddress(topics, 2),
        ...(readFulfilled(data) ?? whole(orderFulfilledData, data)),
      }
    case seaportTopics.OrderCancelled:
      return {
        name: 'OrderCancelled',
        offerer: topicAddress(topics, 1),
        zone: topicAddress(topics, 2),
        ...whole(orderCancelledData, data),
      }
    case seaportTopics.OrdersMatched:
      return { name: 'OrdersMatched', ...whole(ordersMatchedData, data) }
    case seaportTopics.CounterIncremented:
      return {
        name: 'CounterIncremented',
        offerer: topicAddress(topics, 1),
        counter: whole(counterIncrementedData, data).newCounter,
      }
    case seaportTopics.OrderValidated: {
      const { orderHash, orderParameters } = whole(orderValidatedData, data)
      return { name: 'OrderValidated', orderHash, ...parametersFrom(orderParameters) }
    }
    default:
      return undefined
  }
}
