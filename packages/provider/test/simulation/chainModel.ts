import { createHash } from 'node:crypto'
import { type OrderComponents, orderHash } from '@sluice/seaport'
import { type Address, type Hex, numberToHex, zeroAddress } from 'viem'
import { bloomOfLogs, createBloomBits } from '../../src/chain/logs/bloom.ts'
import type { Action, ChainState, Log, SentCall, WorldOrder } from './chainActions.ts'
import { eventsOf } from './chainEvents.ts'
import { worldBegin } from './virtualGlobals.ts'

export type Transaction = {
  readonly hash: Hex
  readonly action: Action
  readonly succeeded: boolean
  readonly logs: readonly Log[]
}
export type WorldBlock = {
  readonly number: number
  readonly hash: Hex
  readonly parent: WorldBlock | undefined
  /** Unix seconds. */
  readonly timestamp: number
  readonly transactions: readonly Transaction[]
  readonly bloom: Hex
  readonly state: ChainState
}

/** A hash that the text determines. */
export const digest = (text: string): Hex => `0x${createHash('sha256').update(text).digest('hex')}`

const empty: ChainState = {
  owners: new Map(),
  operated: new Set(),
  counters: new Map(),
  cancelled: new Set(),
  filled: new Set(),
  funds: new Map(),
  allowed: new Map(),
  nonces: new Map(),
}
const bits = createBloomBits()

const withEntry = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> =>
  new Map(map).set(key, value)
const withMember = <T>(set: ReadonlySet<T>, member: T): ReadonlySet<T> => new Set(set).add(member)
const without = <T>(set: ReadonlySet<T>, member: T): ReadonlySet<T> =>
  new Set([...set].filter((one) => one !== member))

/** Whether an order can be filled in a state; its taker gives what it asks for. */
export function canFill(
  state: ChainState,
  { id, side, maker, tokenId, price, endTime, counter }: WorldOrder,
  taker: Address,
  time: number,
): boolean {
  if (state.cancelled.has(id) || state.filled.has(id) || (state.counters.get(maker) ?? 0n) !== counter)
    return false
  if (BigInt(time) >= endTime || taker === maker) return false
  if (side === 'sell') return state.owners.get(tokenId) === maker && state.operated.has(maker)
  const isPaid = (state.funds.get(maker) ?? 0n) >= price && (state.allowed.get(maker) ?? 0n) >= price
  return isPaid && state.owners.get(tokenId) === taker
}

/** The state after an action; `undefined` where the chain does not allow it. */
export function apply(state: ChainState, action: Action, parent: Hex, time: number): ChainState | undefined {
  switch (action.do) {
    case 'mint':
      if (state.owners.has(action.tokenId)) return undefined
      return { ...state, owners: withEntry(state.owners, action.tokenId, action.to) }
    case 'transfer':
      if (state.owners.get(action.tokenId) !== action.from) return undefined
      return { ...state, owners: withEntry(state.owners, action.tokenId, action.to) }
    case 'operate':
      return {
        ...state,
        operated: action.approved
          ? withMember(state.operated, action.owner)
          : without(state.operated, action.owner),
      }
    case 'increment': {
      // As Seaport does it: the next counter depends on a block, and differs after a reorg.
      const before = state.counters.get(action.maker) ?? 0n
      const next = before + 1n + BigInt(`0x${parent.slice(2, 10)}`)
      return { ...state, counters: withEntry(state.counters, action.maker, next) }
    }
    case 'cancel':
      if (state.filled.has(action.order.id)) return undefined
      return { ...state, cancelled: withMember(state.cancelled, action.order.id) }
    case 'fill': {
      const { order, taker } = action
      if (!canFill(state, order, taker, time)) return undefined
      // Traders let the conduit move their tokens as they sell; a wallet does it with a transaction of its own.
      if (order.side === 'buy' && action.call !== undefined && !state.operated.has(taker)) return undefined
      const [from, to] = order.side === 'sell' ? [order.maker, taker] : [taker, order.maker]
      const moved = { ...state, filled: withMember(state.filled, order.id) }
      const owners = withEntry(state.owners, order.tokenId, to)
      if (order.side === 'sell') return { ...moved, owners }
      const paid = withEntry(state.funds, to, (state.funds.get(to) ?? 0n) - order.price)
      const funds = withEntry(paid, from, (paid.get(from) ?? 0n) + order.price)
      const allowed = withEntry(state.allowed, to, (state.allowed.get(to) ?? 0n) - order.price)
      return { ...moved, owners, funds, allowed }
    }
    case 'wrap': {
      const { account, amount } = action
      const funds = (state.funds.get(account) ?? 0n) + amount
      return funds < 0n ? undefined : { ...state, funds: withEntry(state.funds, account, funds) }
    }
    case 'allow':
      return { ...state, allowed: withEntry(state.allowed, action.account, action.amount) }
    case 'fail':
      return undefined
    default:
      return action satisfies never
  }
}

/** The number of the next transaction that an account sends with its wallet. */
export const nonceOf = (state: ChainState, account: Address): number => state.nonces.get(account) ?? 0

/**
 * Parts what may be in the next block from what has to wait for an earlier transaction of its account. What another
 * transaction has replaced is in neither.
 */
export function sortMineable(
  state: ChainState,
  actions: readonly Action[],
): { readonly now: readonly Action[]; readonly later: readonly Action[] } {
  const nonces = new Map<Address, number>()
  const [now, later]: [Action[], Action[]] = [[], []]
  for (const action of actions) {
    const { call } = action
    const next = call === undefined ? 0 : (nonces.get(call.from) ?? nonceOf(state, call.from))
    if (call === undefined || call.nonce === next) now.push(action)
    else if (call.nonce > next) later.push(action)
    if (call?.nonce === next) nonces.set(call.from, next + 1)
  }
  return { now, later }
}

/** The next block with these actions. @param salt tells apart blocks of two branches. */
export function mine(
  parent: WorldBlock | undefined,
  actions: readonly Action[],
  timestamp: number,
  salt: string,
): WorldBlock {
  const number = parent === undefined ? 0 : parent.number + 1
  const before = parent?.hash ?? digest('nothing')
  let state = parent?.state ?? empty
  const transactions = actions.map((action, place): Transaction => {
    const { call } = action
    const hash = call?.hash ?? digest(`${before}${salt}${place}`)
    const next = apply(state, action, before, timestamp)
    const logs = next === undefined ? [] : eventsOf(action, next)
    state = next ?? state
    if (call !== undefined) state = { ...state, nonces: withEntry(state.nonces, call.from, call.nonce + 1) }
    return { hash, action, succeeded: next !== undefined, logs }
  })
  const bloom = bloomOfLogs(
    transactions.flatMap(({ logs }) => logs),
    bits,
  )
  return {
    number,
    hash: digest(`${before}${number}${salt}`),
    parent,
    timestamp,
    transactions,
    bloom: `0x${Buffer.from(bloom).toString('hex')}`,
    state,
  }
}

/** The block of this number on the branch that ends with `tip`. */
export function ancestor(tip: WorldBlock, number: number): WorldBlock | undefined {
  let block: WorldBlock | undefined = tip
  while (block !== undefined && block.number > number) block = block.parent
  return block?.number === number ? block : undefined
}

/** The blocks of a branch, oldest first. */
export function branchOf(tip: WorldBlock): readonly WorldBlock[] {
  const blocks: WorldBlock[] = []
  for (let block: WorldBlock | undefined = tip; block !== undefined; block = block.parent) blocks.push(block)
  return blocks.reverse()
}

/** The time of the world's blocks: unix seconds. */
export const blockTime = (now: number): number => Math.floor((worldBegin + now) / 1000)

/** Makes an order as its maker signs it. */
export function orderOf(
  terms: Pick<WorldOrder, 'side' | 'maker' | 'tokenId' | 'price' | 'endTime' | 'counter'> & {
    readonly startTime: bigint
    readonly salt: bigint
    readonly components: OrderComponents
  },
): WorldOrder {
  const { side, maker, tokenId, price, endTime, counter, components } = terms
  return { id: orderHash(components), side, maker, tokenId, price, endTime, counter, components }
}

/** A transaction as a node writes it; those that no wallet sent are nobody's. */
export const rawTransaction = (hash: Hex, call: SentCall | undefined) => ({
  hash,
  from: call?.from ?? zeroAddress,
  to: call?.to ?? zeroAddress,
  nonce: numberToHex(call?.nonce ?? 0),
  input: call?.data ?? '0x',
  value: numberToHex(call?.value ?? 0n),
})

/** A block as a node writes it. @param isFull whether with its transactions, and not their hashes alone. */
export const rawBlock = (
  { number, hash, parent, timestamp, transactions, bloom }: WorldBlock,
  isFull = false,
) => ({
  number: numberToHex(number),
  hash,
  parentHash: parent?.hash ?? digest('nothing'),
  timestamp: numberToHex(timestamp),
  logsBloom: bloom,
  transactions: transactions.map((one) => (isFull ? rawTransaction(one.hash, one.action.call) : one.hash)),
  miner: zeroAddress,
})
