import { decodeCall, isCurrency } from '@sluice/seaport'
import type { Plan } from '@sluice/wire'
import { type Address, type Hex, zeroAddress } from 'viem'
import { royaltyToken } from './bid.ts'
import type { Facts } from './facts.ts'
import { type FillOrder, readFill } from './fill.ts'
import type { Intent, TokenUnits } from './intent.ts'
import { allSpenders, type Judgement, openJudgement } from './judgement.ts'
import type { Policy, TrustedChain } from './policy.ts'

/** What a judgement wants to know from the chain. What stays unread is asked about or blocked, never assumed. */
export type FactNeeds = {
  /** Seaport contracts whose counter of the account is wanted. */
  readonly counters: readonly Address[]
  /** Seaport and maker. */
  readonly makerCounters: readonly (readonly [Address, Address])[]
  readonly kinds: readonly Address[]
  /** Token and spender. */
  readonly allowances: readonly (readonly [Address, Address])[]
  /** Collection and operator. */
  readonly operators: readonly (readonly [Address, Address])[]
  readonly balances: readonly Address[]
  readonly holdings: readonly TokenUnits[]
  /** Contract, token id, and the price to ask for where one matters. */
  readonly royalties: readonly (readonly [Address, bigint, bigint?])[]
  readonly orderStatus: readonly Hex[]
  /** ERC-721 tokens whose own approval is wanted. */
  readonly tokenApprovals: readonly (readonly [Address, bigint])[]
  /** Contracts whose code is wanted. */
  readonly codes: readonly Address[]
  readonly accountCode: boolean
}

const noFacts: Facts = {
  now: 0,
  counters: new Map(),
  kinds: new Map(),
  allowances: new Map(),
  operators: new Map(),
  balances: new Map(),
  holdings: new Map(),
  royalties: new Map(),
  orderStatus: new Map(),
  accountCode: undefined,
}
const nothing: FactNeeds = {
  counters: [],
  makerCounters: [],
  kinds: [],
  allowances: [],
  operators: [],
  balances: [],
  holdings: [],
  royalties: [],
  orderStatus: [],
  tokenApprovals: [],
  codes: [],
  accountCode: true,
}
/** Reads that a hostile plan can make us do. */
const most = 100

export type NeedsInput = {
  readonly intent: Intent
  readonly plan: Plan
  readonly policy: Policy
  readonly chain: TrustedChain
}

/** The chain reads for judging this plan. Pure; reads nothing itself. */
export function factsNeeded(input: NeedsInput): FactNeeds {
  const judgement = openJudgement({ ...input, facts: noFacts, done: [], salts: [] })
  return { ...needsOf(judgement), codes: routersOf(judgement) }
}

/** Routers of the policy that the plan calls, at the level that allows them. */
function routersOf({ policy, entries }: Judgement): readonly Address[] {
  if (policy.level.mode !== 'simulate') return []
  const called = entries.flatMap((entry) => (entry.kind === 'transaction' ? (entry.data?.to ?? []) : []))
  return unique(called).filter((to) => policy.routers.some(({ address }) => address === to))
}

function needsOf(judgement: Judgement): FactNeeds {
  const { intent } = judgement
  const spenders = allSpenders(judgement)
  const pairs = (tokens: Iterable<Address>) =>
    [...new Set(tokens)].flatMap((token) => spenders.map((spender) => [token, spender] as const))
  switch (intent.action) {
    case 'buy': {
      const { orders, makerCounters } = fillsOf(judgement)
      const currencies = intent.limits?.keys() ?? currenciesOf(orders)
      return {
        ...nothing,
        makerCounters,
        kinds: collectionsOf(orders),
        allowances: pairs([...currencies].filter((currency) => currency !== zeroAddress)),
        royalties: intent.normalizeRoyalties === true ? royaltiesOf(orders) : [],
        orderStatus: orderIds(judgement),
      }
    }
    case 'sell': {
      const { orders, makerCounters } = fillsOf(judgement)
      return {
        ...nothing,
        makerCounters,
        kinds: unique(intent.items.map(({ contract }) => contract)),
        operators: pairs(intent.items.map(({ contract }) => contract)),
        tokenApprovals: tokensOf(intent.items),
        allowances: pairs(currenciesOf(orders)),
        royalties: intent.items.map(({ contract, tokenId }) => [contract, tokenId] as const),
        orderStatus: orderIds(judgement),
      }
    }
    case 'list': {
      const collections = intent.listings.map(({ contract }) => contract)
      return {
        ...nothing,
        counters: [...judgement.seaports.keys()],
        kinds: unique(collections),
        operators: pairs(collections),
        tokenApprovals: tokensOf(intent.listings),
        holdings: held(intent.listings),
        royalties: intent.listings
          .filter(({ royalties }) => royalties.mode === 'chain')
          .map(({ contract, tokenId }) => [contract, tokenId] as const),
      }
    }
    case 'bid': {
      const currencies = intent.bids.map(({ currency }) => currency)
      return {
        ...nothing,
        counters: [...judgement.seaports.keys()],
        kinds: unique(intent.bids.map(({ target }) => target.contract)),
        allowances: pairs(currencies),
        balances: unique(currencies),
        royalties: intent.bids
          .filter(({ royalties }) => royalties.mode === 'chain')
          .map((bid) => [bid.target.contract, royaltyToken(bid)] as const),
      }
    }
    case 'cancel':
      return { ...nothing, orderStatus: intent.orderIds }
    case 'transfer': {
      const collections = intent.items.map(({ contract }) => contract)
      return {
        ...nothing,
        kinds: unique(collections),
        operators: pairs(collections),
        tokenApprovals: tokensOf(intent.items),
      }
    }
    default:
      return intent satisfies never
  }
}

type TokenOf = { readonly contract: Address; readonly tokenId: bigint; readonly quantity: bigint }
const held = (tokens: readonly TokenOf[]): readonly TokenUnits[] =>
  tokens.slice(0, most).map(({ contract, tokenId, quantity }) => ({ contract, tokenId, quantity }))
const tokensOf = (tokens: readonly TokenOf[]) =>
  tokens.slice(0, most).map(({ contract, tokenId }) => [contract, tokenId] as const)

const unique = <T>(values: Iterable<T>): readonly T[] => [...new Set(values)]

/** The orders that the plan's calls to Seaport fill, as far as they can be read. */
function fillsOf(judgement: Judgement) {
  const orders: FillOrder[] = []
  const makers = new Map<string, readonly [Address, Address]>()
  for (const entry of judgement.entries) {
    if (entry.kind !== 'transaction' || entry.data === undefined) continue
    const { to, data } = entry.data
    if (!judgement.seaports.has(to)) continue
    const fill = readable(data)
    for (const order of fill?.orders.slice(0, most) ?? []) {
      const { offerer } = order.components
      if (offerer === judgement.intent.account) continue
      orders.push(order)
      if (makers.size < most) makers.set(`${to}:${offerer}`, [to, offerer])
    }
  }
  return { orders, makerCounters: [...makers.values()] }
}

function readable(data: Hex) {
  try {
    return readFill(decodeCall(data).call)
  } catch {
    // What cannot be read needs no facts: the judgement refuses it.
    return undefined
  }
}

const currenciesOf = (orders: readonly FillOrder[]): readonly Address[] =>
  unique(
    orders
      .flatMap(({ components }) => [...components.offer, ...components.consideration])
      .filter((item) => isCurrency(item.itemType) && item.token !== zeroAddress)
      .map((item) => item.token),
  ).slice(0, most)

const collectionsOf = (orders: readonly FillOrder[]): readonly Address[] =>
  unique(
    orders
      .flatMap(({ components }) => components.offer)
      .filter((item) => !isCurrency(item.itemType))
      .map((item) => item.token),
  ).slice(0, most)

const royaltiesOf = (orders: readonly FillOrder[]) =>
  orders
    .flatMap(({ components }) => components.offer)
    .filter((item) => !isCurrency(item.itemType))
    .map((item) => [item.token, item.identifierOrCriteria] as const)
    .slice(0, most)

/** Ids that the intent or the plan names. The plan's are hints: a status counts only for an id we computed. */
function orderIds({ intent, plan }: Judgement): readonly Hex[] {
  const own =
    intent.action === 'buy'
      ? intent.items.flatMap(({ target }) => (target.kind === 'order' ? [target.orderId] : []))
      : intent.action === 'sell'
        ? intent.items.flatMap(({ orderId }) => (orderId === undefined ? [] : [orderId]))
        : []
  const named = [
    ...plan.steps.flatMap((step) => (step.items ?? []).flatMap((item) => item.orderIds ?? [])),
    ...(plan.path ?? []).flatMap(({ orderId }) => (orderId == null ? [] : [orderId.toLowerCase() as Hex])),
  ].filter((id) => /^0x[0-9a-f]{64}$/.test(id))
  return unique([...own, ...named]).slice(0, most)
}
