import { decodeLog, erc1155Abi, lowerHex, type SeaportEvent, seaportTopics } from '@sluice/seaport'
import { type Address, decodeEventLog, type Hex, toEventSelector, zeroAddress } from 'viem'
import type { ChainLog } from '../chain/chainLog.ts'
import type { LogSource } from '../chain/logs.ts'
import type { ChainConfig } from '../config.ts'
import type { BlockFacts, LogPlace } from '../storage/chain/facts.ts'

type TransferFact = BlockFacts['transfers'][number]
type FillFact = BlockFacts['fills'][number]
/** The Seaport of an event, as orders name it. */
type Kind = FillFact['kind']

/** The events of one block that affect the market. */
export type BlockEvents = BlockFacts & {
  /** Logs of a known kind whose data follows no standard: they are ignored, and must not stop the indexer. */
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
    throw new RangeError('The event of a batch has more or fewer amounts than tokens.')
  return args.ids.map((id, index) => move(2, id, args.values[index] ?? 0n, index))
}

type Fulfilled = Extract<SeaportEvent, { name: 'OrderFulfilled' }>

/** What a block's matches settled. */
type Matches = {
  /** Orders, as transaction hash and order hash. */
  readonly orders: ReadonlySet<string>
  /** Who got a token by the caller's own side of a match, by transaction hash and token. */
  readonly takers: ReadonlyMap<string, Address>
}
const takerKey = (txHash: Hex, { token, identifier }: { token: Address; identifier: bigint }) =>
  `${txHash}${token}:${identifier}`
const isMirror = ({ offerer, recipient, orderHash }: Fulfilled, txHash: Hex, orders: ReadonlySet<string>) =>
  offerer === recipient && orders.has(`${txHash}${orderHash}`)

/**
 * A sale of one token. A match also reports the caller's own unsigned side; that mirror has the caller as
 * offerer and as recipient, and is no sale of its own. Outside a match the same accounts mean a maker who
 * filled an order of his own, which is then filled like any other.
 */
function fillOf(
  event: Fulfilled,
  at: LogPlace & { readonly kind: Kind },
  matches: Matches,
): FillFact | undefined {
  const { offerer, recipient, offer, consideration } = event
  if (isMirror(event, at.txHash, matches.orders)) return undefined
  const sold = offer.find((item) => item.itemType > 1)
  if (sold !== undefined) {
    const payments = consideration.filter((item) => item.itemType <= 1)
    const [first] = payments
    if (first === undefined) return undefined
    const price = payments.reduce((sum, item) => sum + item.amount, 0n)
    // A match names only who gets what is left of the money: the token's receiver stands in an order.
    const handed = consideration.find((item) => item.itemType > 1)?.recipient
    return {
      ...at,
      orderId: event.orderHash,
      side: 'sell',
      maker: offerer,
      taker: handed ?? matches.takers.get(takerKey(at.txHash, sold)) ?? recipient,
      contract: sold.token,
      tokenId: sold.identifier,
      amount: sold.amount,
      currency: first.itemType === 0 ? zeroAddress : first.token,
      price,
    }
  }
  const bought = consideration.find((item) => item.itemType > 1)
  const [paid] = offer
  if (bought === undefined || paid === undefined) return undefined
  return {
    ...at,
    orderId: event.orderHash,
    side: 'buy',
    maker: offerer,
    taker: recipient,
    contract: bought.token,
    tokenId: bought.identifier,
    amount: bought.amount,
    currency: paid.token,
    price: paid.amount,
  }
}

type Found = { [K in keyof BlockEvents]: BlockEvents[K] extends readonly (infer T)[] ? T[] : never }

function readSeaport(
  log: ChainLog,
  at: LogPlace & { readonly kind: Kind },
  matches: Matches,
  found: Found,
): void {
  // A validated order is no fact of the market: it enters the book when it is posted.
  if (log.topics[0] === seaportTopics.OrderValidated) return
  const event = decodeLog(log)
  if (event?.name === 'OrderFulfilled') {
    const fill = fillOf(event, at, matches)
    if (fill !== undefined) found.fills.push(fill)
  } else if (event?.name === 'OrderCancelled')
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
  if (approved > 1n) throw new RangeError('The event of an operator says neither yes nor no.')
  found.operators.push({
    ...at,
    contract: log.address,
    owner: accountIn(topicAt(log, 1)),
    operator: accountIn(topicAt(log, 2)),
    approved: approved === 1n,
  })
}

function matchesOf(logs: readonly ChainLog[], seaports: ReadonlyMap<Address, Kind>): Matches {
  const onSeaport = logs.filter((log) => seaports.has(log.address))
  const orders = new Set(
    onSeaport
      .filter((log) => log.topics[0] === seaportTopics.OrdersMatched)
      .flatMap((log) => {
        const event = decodeLog(log)
        return event?.name === 'OrdersMatched'
          ? event.orderHashes.map((hash) => `${log.transactionHash}${hash}`)
          : []
      }),
  )
  const takers = new Map<string, Address>()
  if (orders.size === 0) return { orders, takers }
  for (const log of onSeaport.filter(({ topics }) => topics[0] === seaportTopics.OrderFulfilled)) {
    const event = decodeLog(log)
    if (event?.name !== 'OrderFulfilled' || !isMirror(event, log.transactionHash, orders)) continue
    for (const item of event.consideration)
      if (item.itemType > 1) takers.set(takerKey(log.transactionHash, item), item.recipient)
  }
  return { orders, takers }
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
  const matches = matchesOf(logs, seaports)
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
      else readSeaport(log, { ...at, kind }, matches, found)
    } catch {
      // The caller reports it; one odd log must not keep the rest of the chain from being followed.
      found.unreadable.push(at)
    }
  }
  payers.delete(zeroAddress)
  return { ...found, payers: [...payers] }
}
