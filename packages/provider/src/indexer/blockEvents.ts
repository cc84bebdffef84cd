import { decodeLog, erc1155Abi, lowerHex, seaportTopics } from '@sluice/seaport'
import { type Address, decodeEventLog, type Hex, toEventSelector, zeroAddress } from 'viem'
import type { ChainLog } from '../chain/logs/chainLog.ts'
import type { LogSource } from '../chain/logs/logSource.ts'
import type { ChainConfig } from '../chainConfig.ts'
import type { BlockFacts, LogPlace } from '../storage/chain/facts.ts'
import { type FillEvent, fillsOf } from './fillsOf.ts'

type TransferFact = BlockFacts['transfers'][number]
/** The Seaport of an event, as orders name it. */
type Kind = BlockFacts['fills'][number]['kind']

/** The events of one block that affect the market. */
export type BlockEvents = BlockFacts & {
  /** Logs of a known kind whose data matches no standard: they are ignored, and must not stop the indexer. */
  readonly unreadable: readonly LogPlace[]
}

/** The first topic of each event that is read of collections and currencies. */
export const topic = {
  transfer: toEventSelector('Transfer(address,address,uint256)'),
  single: toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
  batch: toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
  operator: toEventSelector('ApprovalForAll(address,address,bool)'),
  allowance: toEventSelector('Approval(address,address,uint256)'),
  deposit: toEventSelector('Deposit(address,uint256)'),
  withdrawal: toEventSelector('Withdrawal(address,uint256)'),
} as const

/** Events of a currency that move an account's money or allowance, and which of their topics name accounts. */
const moneyTopics: Readonly<Record<string, readonly number[]>> = {
  [topic.transfer]: [1, 2],
  [topic.allowance]: [1],
  [topic.deposit]: [1],
  [topic.withdrawal]: [1],
}

/** The contracts whose logs are read, with their events that affect the market. */
export function sourcesOf(config: ChainConfig, collections: readonly Address[]): readonly LogSource[] {
  const { OrderFulfilled, OrderCancelled, CounterIncremented } = seaportTopics
  const orders = [OrderFulfilled, OrderCancelled, CounterIncremented]
  const money = Object.keys(moneyTopics) as Hex[]
  const tokens = [topic.transfer, topic.single, topic.batch, topic.operator]
  const sources = new Map<Address, readonly Hex[]>()
  for (const address of [...config.collections, ...collections]) sources.set(lowerHex(address), tokens)
  for (const address of [config.wrappedNative, config.usdc])
    if (address !== undefined) sources.set(lowerHex(address), money)
  for (const address of [config.seaport, config.seaport15])
    if (address !== undefined) sources.set(lowerHex(address), orders)
  return [...sources].map(([address, topics]) => ({ address, topics }))
}

/** A topic of a log. @throws {RangeError} where the log has fewer. */
function topicAt({ topics }: ChainLog, place: number): Hex {
  const topic = topics[place]
  if (topic === undefined) throw new RangeError('The event has too few topics.')
  return topic
}

/** The account that a topic names. */
const accountIn = (topic: Hex): Address => `0x${topic.slice(-40)}`

/** A number in the data of a log, by its place. */
function numberAt(data: Hex, place: number): bigint {
  const digits = data.slice(2 + place * 64, 66 + place * 64)
  if (digits.length < 64) throw new RangeError('The data of the event is too short.')
  return BigInt(`0x${digits}`)
}

type Decodable = { topics: [Hex, ...Hex[]]; data: Hex }

function transfersOf(log: ChainLog, { logIndex, txHash }: LogPlace): readonly TransferFact[] {
  const contract = log.address
  /** @param ends the place of the topic of the account that gave; that of the one that got is next. */
  const move = (ends: number, tokenId: bigint, amount: bigint, batchIndex = 0): TransferFact => ({
    logIndex,
    txHash,
    batchIndex,
    contract,
    tokenId,
    from: accountIn(topicAt(log, ends)),
    to: accountIn(topicAt(log, ends + 1)),
    amount,
  })
  const [event] = log.topics
  // The two frequent ones by hand: viem computes a selector and two checksums for each log.
  if (event === topic.transfer && log.topics.length === 4) return [move(1, BigInt(topicAt(log, 3)), 1n)]
  if (event === topic.single) return [move(2, numberAt(log.data, 0), numberAt(log.data, 1))]
  if (event !== topic.batch) return []
  const { args } = decodeEventLog({
    abi: erc1155Abi,
    eventName: 'TransferBatch',
    ...({ topics: log.topics, data: log.data } as Decodable),
  })
  if (args.ids.length !== args.values.length)
    throw new RangeError('The numbers of tokens and amounts of a TransferBatch event differ.')
  return args.ids.map((id, index) => move(2, id, args.values[index] ?? 0n, index))
}

type Found = { [K in keyof BlockEvents]: BlockEvents[K] extends readonly (infer T)[] ? T[] : never }

function readSeaport(
  log: ChainLog,
  at: LogPlace & { readonly kind: Kind },
  found: Found,
  fillEvents: FillEvent[],
): void {
  // An OrderValidated event is not a fact of the market: an order enters the book when it is posted.
  if (log.topics[0] === seaportTopics.OrderValidated) return
  const event = decodeLog(log)
  if (event?.name === 'OrderFulfilled' || event?.name === 'OrdersMatched') fillEvents.push({ at, event })
  else if (event?.name === 'OrderCancelled')
    found.cancels.push({ ...at, orderId: event.orderHash, maker: event.offerer })
  else if (event?.name === 'CounterIncremented')
    found.counters.push({ ...at, maker: event.offerer, counter: event.counter })
}

function readCollection(log: ChainLog, at: LogPlace, found: Found): void {
  if (log.topics[0] !== topic.operator) {
    found.transfers.push(...transfersOf(log, at))
    return
  }
  const approved = numberAt(log.data, 0)
  if (approved > 1n) throw new RangeError('The approved flag of an ApprovalForAll event is neither 0 nor 1.')
  found.operators.push({
    ...at,
    contract: log.address,
    owner: accountIn(topicAt(log, 1)),
    operator: accountIn(topicAt(log, 2)),
    approved: approved === 1n,
  })
}

/** Decodes the logs of a block. Logs of unknown contracts were not requested. */
export function blockEventsOf(logs: readonly ChainLog[], config: ChainConfig): BlockEvents {
  const found: Found = {
    transfers: [],
    operators: [],
    fills: [],
    cancels: [],
    counters: [],
    payers: [],
    unreadable: [],
  }
  const payers = new Set<Address>()
  const currencies = [config.wrappedNative, config.usdc]
  const seaports = new Map<Address, Kind>([[config.seaport, 'seaport-v1.6']])
  if (config.seaport15 !== undefined) seaports.set(config.seaport15, 'seaport-v1.5')
  const fillEvents: FillEvent[] = []
  for (const log of logs) {
    const at: LogPlace = { logIndex: log.logIndex, txHash: log.transactionHash }
    const contract = log.address
    if (currencies.includes(contract)) {
      for (const index of moneyTopics[log.topics[0] ?? ''] ?? []) {
        const word = log.topics[index]
        if (word !== undefined) payers.add(`0x${word.slice(-40)}`)
      }
      continue
    }
    try {
      const kind = seaports.get(contract)
      if (kind === undefined) readCollection(log, at, found)
      else readSeaport(log, { ...at, kind }, found, fillEvents)
    } catch {
      // The caller reports it; one odd log must not keep the rest of the chain from being followed.
      found.unreadable.push(at)
    }
  }
  payers.delete(zeroAddress)
  return { ...found, fills: fillsOf(fillEvents), payers: [...payers] }
}
