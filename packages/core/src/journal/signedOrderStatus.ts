import { cancelOrders, ItemType, incrementCounter, isCriteria, orderShape } from '@sluice/seaport'
import type { Address } from 'viem'
import { gathering } from '../chain/multicall.ts'
import { callData, readHead, readOrderStatus, readWord, selectors } from '../chain/reads.ts'
import { type ChainReader, createReader } from '../chain/rpc.ts'
import type { Chain } from '../chains/chain.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import type { Wallet } from '../wallets/wallet.ts'
import { readable } from '../wallets/walletError.ts'
import type { JournalEntry } from './journal.ts'
import type { Liability, LiabilityItem, LiabilityState } from './liability.ts'
import { type SignedOrder, signedOrdersOf } from './signedOrders.ts'

export type KeptOrder = SignedOrder & { readonly entry: JournalEntry; readonly seaport: Address }

/** Ended without a signature that anybody could have: nothing to answer for. */
const signsNothing = ({ state, post }: JournalEntry): boolean =>
  post?.signature === undefined && (state === 'rejected' || state === 'failed')

/** The orders of an account that the journal kept for a chain, oldest first. */
export async function keptOrders(
  client: Client,
  chain: Chain,
  account: Address | undefined,
): Promise<readonly KeptOrder[]> {
  const entries = (await client.journal.entries()).filter(
    (entry) =>
      entry.chainId === chain.id &&
      (account === undefined || entry.account === account) &&
      !signsNothing(entry),
  )
  const kept = entries.flatMap((entry) =>
    signedOrdersOf(entry).flatMap((order): readonly KeptOrder[] => {
      const seaport = chain.seaport[order.version]
      return seaport === undefined ? [] : [{ ...order, entry, seaport: seaport.toLowerCase() as Address }]
    }),
  )
  return [...new Map(kept.map((order) => [order.orderId, order])).values()]
}

/** Reads where every kept order stands. What no node answers is told as the journal knows it. */
export async function readLiabilities(
  client: Client,
  chains: readonly Chain[],
  account: Address | undefined,
  { wallet, signal = new AbortController().signal }: ReadParameters,
): Promise<readonly Liability[]> {
  const perChain = await Promise.all(
    chains.map(async (chain) => {
      const orders = await keptOrders(client, chain, account)
      if (orders.length === 0) return []
      const alone = createReader(client, chain, wallet === undefined ? undefined : readable(wallet), signal)
      const reader = chain.multicall3 === undefined ? alone : gathering(alone, chain.multicall3)
      const head = await known(readHead(reader))
      return Promise.all(orders.map((order) => liabilityOf(reader, order, head?.time)))
    }),
  )
  signal.throwIfAborted()
  return perChain.flat().sort((left, right) => right.signedAt - left.signedAt)
}

type ReadParameters = {
  readonly wallet?: Wallet | undefined
  readonly signal?: AbortSignal | undefined
}

/** What was read, or `undefined` where no node answered. */
const known = <T>(read: Promise<T | undefined>): Promise<T | undefined> => read.catch(() => undefined)

/** Where one kept order stands, by the chain where a node answers. */
export async function liabilityOf(
  reader: ChainReader,
  order: KeptOrder,
  chainTime: number | undefined,
): Promise<Liability> {
  const { orderId, components, entry, seaport } = order
  const [status, counter] = await Promise.all([
    known(readOrderStatus(reader, seaport, orderId)),
    known(readWord(reader, seaport, callData(selectors.getCounter, components.offerer))),
  ])
  const seconds = BigInt(Math.floor((chainTime ?? Date.now()) / 1_000))
  const shape = orderShape(components)
  const over = status !== undefined && status.size > 0n && status.filled >= status.size
  const state: LiabilityState = status?.cancelled
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
    gives: components.offer.map(itemOf),
    gets: components.consideration.filter(({ recipient }) => recipient === entry.account).map(itemOf),
    startTime: components.startTime,
    endTime: components.endTime,
    filled: status !== undefined && status.size > 0n ? { of: status.size, done: status.filled } : undefined,
    signedAt: entry.createdAt,
    entry: entry.id,
  }
}

const endedStates: ReadonlySet<LiabilityState> = new Set(['cancelled', 'filled', 'counter_raised', 'expired'])

/** Whether the chain shows that nobody can fill any order of an entry any more. */
export async function haveEnded(chain: Chain, reader: ChainReader, entry: JournalEntry): Promise<boolean> {
  const orders = signedOrdersOf(entry)
  const ended = orders.map(async (order) => {
    const seaport = chain.seaport[order.version]?.toLowerCase() as Address | undefined
    if (seaport === undefined) return false
    return endedStates.has((await liabilityOf(reader, { ...order, entry, seaport }, undefined)).state)
  })
  return orders.length > 0 && (await Promise.all(ended)).every(Boolean)
}

function writtenState({ state, post }: JournalEntry): LiabilityState {
  if (post?.signature === undefined) return 'asked'
  if (state === 'posted') return 'live'
  return state === 'signed' ? 'unposted' : 'maybe_live'
}

const kinds = ['native', 'erc20', 'erc721', 'erc1155', 'erc721', 'erc1155'] as const

function itemOf(item: KeptOrder['components']['offer'][number]): LiabilityItem {
  const { itemType, token, identifierOrCriteria, startAmount, endAmount } = item
  const named = itemType > ItemType.erc20 && !isCriteria(itemType)
  return {
    kind: kinds[itemType] ?? 'erc721',
    contract: token,
    amount: startAmount > endAmount ? startAmount : endAmount,
    ...(named ? { tokenId: identifierOrCriteria } : {}),
  }
}

/** A plan of our own to cancel: judged by the guards as any provider's. One call per Seaport. */
export function ownCancelPlan(
  chain: Chain,
  account: Address,
  orders: readonly KeptOrder[],
  all: boolean,
): unknown {
  const seaports = [...new Set(orders.map(({ seaport }) => seaport))]
  const newest = chain.seaport['1.6'] ?? chain.seaport['1.5']
  if (newest === undefined)
    throw new TradeError('missing_configuration', 'The chain has no Seaport to cancel on.')
  const targets = seaports.length > 0 ? seaports : [newest.toLowerCase() as Address]
  const items = targets.map((seaport) => {
    const own = orders.filter((order) => order.seaport === seaport)
    const { to, data } = all
      ? incrementCounter(seaport)
      : cancelOrders(
          seaport,
          own.map(({ components }) => components),
        )
    return {
      status: 'incomplete',
      data: { from: account, to, data },
      orderIds: own.map(({ orderId }) => orderId),
    }
  })
  return {
    steps: [{ id: 'cancellation', action: '', description: '', kind: 'transaction', items }],
  }
}
