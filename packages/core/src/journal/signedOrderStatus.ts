import { isFilled } from '@sluice/guards/internal'
import { ItemType, isCriteria, orderShape } from '@sluice/seaport'
import { lowerHex } from '@sluice/seaport/hex'
import type { Address, Hex } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { batchedOn } from '../chain/multicall.ts'
import { callData, readHead, readOrderStatus, readWord, selectors } from '../chain/reads.ts'
import { createReader, type NodeOwner, type RpcClient } from '../chain/rpc.ts'
import type { Chain } from '../chains/chain.ts'
import type { JournalClient } from './journal.ts'
import type { JournalEntry } from './journalEntry.ts'
import { type JournalOrder, journalOrders, signedOrdersOf } from './signedOrders.ts'

/**
 * State of a signed order.
 *
 * - asked: the wallet was asked to sign, and its answer is unknown.
 * - unposted: the signature is stored and was not posted.
 * - maybe_live: it was posted without an answer. Treat it as live.
 * - live: it can be filled, now or from its start on.
 * - filled, cancelled, expired: ended, as the chain (or its clock) shows.
 * - counter_raised: the account cancelled everything signed before.
 */
export type SignedOrderState =
  | 'asked'
  | 'unposted'
  | 'maybe_live'
  | 'live'
  | 'filled'
  | 'cancelled'
  | 'expired'
  | 'counter_raised'

/** Returns whether an order that was signed may be filled, by its state. */
export const mayBeFilled = (state: SignedOrderState): boolean =>
  state === 'live' || state === 'maybe_live' || state === 'unposted'

/** An order that was signed through the client. Amounts in base units, times in unix seconds. */
export type SignedOrder = {
  /** The hash of the order. */
  readonly orderId: Hex
  /** The chain of the order. */
  readonly chainId: number
  /** The account that signed. */
  readonly account: Address
  /** What became of the order. */
  readonly state: SignedOrderState
  /** Whether the state was read from the chain; else it is the journal's. */
  readonly proven: boolean
  /** `ask` is a listing, `bid` an offer. */
  readonly side: 'ask' | 'bid'
  /** What leaves the account when the order is filled, at most. */
  readonly gives: readonly SignedOrderItem[]
  /** What the account receives when the order is filled: of a price that moves with time the least. */
  readonly gets: readonly SignedOrderItem[]
  /** When the order starts. */
  readonly startTime: bigint
  /** When the order ends. */
  readonly endTime: bigint
  /** How much of an order is filled that is filled in parts. */
  readonly filled: { readonly of: bigint; readonly done: bigint } | undefined
  /** When it was signed, in milliseconds. */
  readonly signedAt: number
  /** The journal entry. */
  readonly entry: string
}
/** What an order moves: a token or an amount of a currency, in base units. */
export type SignedOrderItem = {
  /** The native coin, or the standard of the contract. */
  readonly kind: 'native' | 'erc20' | 'erc721' | 'erc1155'
  /** The contract; the zero address for the native coin. */
  readonly contract: Address
  /** Absent for currencies, and for any token of a collection or list. */
  readonly tokenId?: bigint
  /** For any token of a list: its Merkle root. The list itself is not in the order, so its length is not known. */
  readonly oneOf?: { readonly root: bigint; readonly count: undefined }
  /** Base units of a currency, or units of a token. */
  readonly amount: bigint
}

/** Reads the state of every signed order in the journal. Without a node's answer, the journal's state is returned. */
export async function readSignedOrders(
  client: JournalClient & RpcClient,
  chains: readonly Chain[],
  account: Address | undefined,
  { wallet, signal = new AbortController().signal }: ReadParameters,
): Promise<readonly SignedOrder[]> {
  const perChain = await Promise.all(
    chains.map(async (chain) => {
      const orders = await journalOrders(client, chain, account)
      if (orders.length === 0) return []
      const alone = createReader(client, chain, wallet, signal)
      const reader = batchedOn(chain, alone)
      const head = await known(readHead(reader))
      return Promise.all(orders.map((order) => readSignedOrder(reader, order, head?.time)))
    }),
  )
  signal.throwIfAborted()
  return perChain.flat().sort((left, right) => right.signedAt - left.signedAt)
}

type ReadParameters = {
  readonly wallet?: NodeOwner | undefined
  readonly signal?: AbortSignal | undefined
}

/** Resolves to what was read, or to `undefined` if no node answered. */
const known = <T>(read: Promise<T | undefined>): Promise<T | undefined> => read.catch(() => undefined)

/** Reads the state of one signed order, from the chain if a node answers. */
export async function readSignedOrder(
  reader: ChainReader,
  order: JournalOrder,
  chainTime: number | undefined,
): Promise<SignedOrder> {
  const { orderId, components, entry, seaport } = order
  const [status, counter] = await Promise.all([
    known(readOrderStatus(reader, seaport, orderId)),
    known(readWord(reader, seaport, callData(selectors.getCounter, components.offerer))),
  ])
  const seconds = BigInt(Math.floor((chainTime ?? Date.now()) / 1_000))
  const shape = orderShape(components)
  const over = status !== undefined && isFilled(status)
  const state: SignedOrderState = status?.cancelled
    ? 'cancelled'
    : over
      ? 'filled'
      : counter !== undefined && counter !== components.counter
        ? 'counter_raised'
        : components.endTime <= seconds
          ? 'expired'
          : writtenState(entry)
  return {
    orderId,
    chainId: entry.chainId,
    account: entry.account,
    state,
    proven: status !== undefined && counter !== undefined,
    side: shape?.side ?? (components.offer.some(({ itemType }) => itemType > 1) ? 'ask' : 'bid'),
    gives: components.offer.map((item) => itemOf(item, 'most')),
    gets: components.consideration
      .filter(({ recipient }) => recipient === entry.account)
      .map((item) => itemOf(item, 'least')),
    startTime: components.startTime,
    endTime: components.endTime,
    filled: status !== undefined && status.size > 0n ? { of: status.size, done: status.filled } : undefined,
    signedAt: entry.createdAt,
    entry: entry.id,
  }
}

const endedStates: ReadonlySet<SignedOrderState> = new Set([
  'cancelled',
  'filled',
  'counter_raised',
  'expired',
])

/**
 * Returns how the orders of an entry have ended, as the chain shows it: `filled` if somebody filled one or a part of one,
 * `unfilled` if nobody can any more, `open` while one may still be filled. Without the chain's time, none counts as expired.
 */
export async function endOfOrders(
  chain: Chain,
  reader: ChainReader,
  entry: JournalEntry,
  chainTime: number | undefined,
): Promise<'filled' | 'unfilled' | 'open'> {
  const statuses = await Promise.all(
    signedOrdersOf(entry).map(async (order) => {
      const address = chain.seaport[order.version]
      return (
        address && readSignedOrder(reader, { ...order, entry, seaport: lowerHex(address) }, chainTime ?? 0)
      )
    }),
  )
  const hasEnded = statuses.every((status) => status !== undefined && endedStates.has(status.state))
  if (statuses.length === 0 || !hasEnded) return 'open'
  const isFilled = statuses.some((status) => status?.state === 'filled' || (status?.filled?.done ?? 0n) > 0n)
  return isFilled ? 'filled' : 'unfilled'
}

function writtenState({ state, post }: JournalEntry): SignedOrderState {
  if (post?.signature === undefined) return 'asked'
  if (state === 'posted') return 'live'
  return state === 'signed' ? 'unposted' : 'maybe_live'
}

const kinds = ['native', 'erc20', 'erc721', 'erc1155', 'erc721', 'erc1155'] as const

/** Returns an item of an order; of an amount that moves with time the `most` or the `least`. */
function itemOf(item: JournalOrder['components']['offer'][number], of: 'most' | 'least'): SignedOrderItem {
  const { itemType, token, identifierOrCriteria, startAmount, endAmount } = item
  const named = itemType > ItemType.erc20 && !isCriteria(itemType)
  const oneOf = { root: identifierOrCriteria, count: undefined }
  return {
    kind: kinds[itemType] ?? 'erc721',
    contract: token,
    amount: startAmount > endAmount === (of === 'most') ? startAmount : endAmount,
    ...(named ? { tokenId: identifierOrCriteria } : {}),
    ...(isCriteria(itemType) && identifierOrCriteria > 0n ? { oneOf } : {}),
  }
}
