import {
  type AssetDelta,
  type Effects,
  type Execution,
  type ExecutionItem,
  hasMovingPrice,
  type OrderTrade,
} from '@sluice/core'
import { isMoney, isNft } from '../values/AssetAmount.tsx'
import { itemsOf } from './itemsOf.ts'

/** What a complete run did, according to its checked items and the chain. */
export type Receipt = {
  /** Tokens that came or went, or that an order was signed for. */
  readonly tokens: readonly AssetDelta[]
  /** Tokens that a purchase made. Their numbers are those that the receipts show; a token has none if they show none. */
  readonly minted: readonly AssetDelta[]
  /** What they cost, brought, or are to cost; per currency, in base units. Sales are after fees, listings before. */
  readonly money: readonly Pick<AssetDelta, 'contract' | 'amount'>[]
  /** Whether the money is only a bound: a price moved with time, and the chain's logs do not show what it came to. */
  readonly isBound: boolean
  /** The network fee of all transactions together, in wei; absent if it is not known of all of them. */
  readonly networkFee: bigint | undefined
  readonly transactions: readonly { readonly hash: string; readonly url: string | undefined }[]
  /** Orders that were canceled. */
  readonly ends: Effects['ends']
  /** Unix seconds until which all signed orders can be filled; absent if they differ. */
  readonly until: bigint | undefined
  /** Whether others received a part of the money. */
  readonly hasFees: boolean
}

type Finished = Pick<Execution, 'action' | 'past' | 'steps'>

/** What was done of a run. */
const doneIn = (run: Finished): readonly ExecutionItem[] =>
  itemsOf(run).filter(({ status }) => status === 'complete')

/**
 * Returns what a run did. Orders that a mined call skipped count for nothing, and partial fills for what they moved.
 *
 * @param before the run that had to come first: its orders, network fee and transactions are part of the receipt.
 */
export function receiptOf(execution: Finished, before?: Finished): Receipt {
  const { action } = execution
  const items = doneIn(execution)
  const all = before === undefined ? items : [...doneIn(before), ...items]
  const trades = items.flatMap((item) => tradesOf(item).flatMap((trade) => filledPart(item, trade) ?? []))
  const effects = items.flatMap(({ effects: known }) =>
    known === undefined || known.trades !== undefined ? [] : [known],
  )
  const comes = action === 'buy' || action === 'bid'
  const tokens = effects
    .flatMap(({ give, get }) => (comes ? get : give).filter(isNft))
    .filter((asset) => !isNew(action, asset))
  // Beside trades, money moves for what is minted, or to prepare them, as when a coin is wrapped.
  const money = effects
    .filter(({ get }) => trades.length === 0 || get.some(isNft))
    .flatMap(({ give, get }) => (comes ? give : get).filter(isMoney))
  const isTrade = action !== 'transfer' && action !== 'cancel'
  const sent = all.filter(({ receipt }) => receipt !== undefined)
  const fees = sent.map(({ receipt }) => receipt?.gasCost)
  return {
    tokens: [...trades.map(({ token }) => token), ...tokens],
    minted: items.flatMap((item) => mintedIn(action, item)),
    money: isTrade
      ? sums([
          ...trades.map(({ price, gross }) => ({
            ...price,
            amount: action === 'list' ? (gross ?? price.amount) : price.amount,
          })),
          ...money,
        ])
      : [],
    isBound: items.some((item) => moves(item) && !showsPrices(item)),
    networkFee:
      fees.length > 0 && fees.every((fee) => fee !== undefined)
        ? fees.reduce((sum, fee) => sum + (fee ?? 0n), 0n)
        : undefined,
    transactions: [
      ...new Map(all.flatMap(({ txHash, explorerUrl }) => (txHash ? [[txHash, explorerUrl] as const] : []))),
    ].map(([hash, url]) => ({ hash, url })),
    ends: endsOf(all),
    until: untilOf(items),
    hasFees: items.some(({ effects: known }) => known !== undefined && known.fees.length > 0),
  }
}

function endsOf(items: readonly ExecutionItem[]): Effects['ends'] {
  const ended = items.flatMap(({ effects }) => (effects?.ends === undefined ? [] : [effects.ends]))
  if (ended.length === 0) return undefined
  const orders = ended.flatMap((one) => (one === 'all' ? [] : one))
  return ended.includes('all') ? 'all' : orders
}

function untilOf(items: readonly ExecutionItem[]): bigint | undefined {
  const [until, ...others] = new Set(items.flatMap(({ effects }) => effects?.until ?? []))
  return others.length > 0 ? undefined : until
}

/** Whether an asset is a token that a purchase makes: its number is not known before the mint. */
const isNew = (action: Execution['action'], { kind, tokenId }: AssetDelta): boolean =>
  action === 'buy' && isNft({ kind }) && tokenId === undefined

/** The tokens that a mined call made: by their numbers as far as its receipt shows them. */
function mintedIn(
  action: Execution['action'],
  { effects, minted = [] }: ExecutionItem,
): readonly AssetDelta[] {
  if (effects === undefined || effects.trades !== undefined) return []
  return effects.get
    .filter((asset) => isNew(action, asset))
    .flatMap((asset) => {
      const known = minted.flatMap((token) => {
        const [contract, tokenId] = token.split(':')
        return contract === asset.contract && tokenId !== undefined ? [BigInt(tokenId)] : []
      })
      const rest = asset.amount - BigInt(known.length)
      return [
        ...known.map((tokenId) => ({ ...asset, tokenId, amount: 1n })),
        ...(rest > 0n ? [{ ...asset, amount: rest }] : []),
      ]
    })
}

/** Whether a price moved with time, so that only its worst is known. */
const moves = ({ effects }: ExecutionItem): boolean => effects !== undefined && hasMovingPrice(effects)

/** The trades of an item. What several of them take of one token of an order is one trade: so the exchange tells it. */
function tradesOf({ effects }: ExecutionItem): readonly OrderTrade[] {
  const found = new Map<string, OrderTrade>()
  for (const trade of effects?.trades ?? []) {
    const key = `${trade.orderId}:${tokenOf(trade)}`
    const before = found.get(key)
    found.set(key, before === undefined ? trade : together(before, trade))
  }
  return [...found.values()]
}

const together = (one: OrderTrade, other: OrderTrade): OrderTrade => ({
  ...one,
  token: { ...one.token, amount: one.token.amount + other.token.amount },
  price: { ...one.price, amount: one.price.amount + other.price.amount },
  ...(one.gross === undefined ? {} : { gross: one.gross + (other.gross ?? 0n) }),
})

const tokenOf = ({ token: { contract, tokenId } }: OrderTrade): string => `${contract}:${tokenId}`

/** What an order of a mined purchase took, in the currency that it was agreed in; absent if no log shows it. */
const paidFor = ({ payments }: ExecutionItem, { orderId, price }: OrderTrade): bigint | undefined =>
  payments?.find(({ order, currency }) => order === orderId && currency === price.contract)?.amount

/** Whether the logs of a mined call show what each of its orders took. */
const showsPrices = (item: ExecutionItem): boolean =>
  item.effects?.trades?.every(
    (trade) => item.skipped?.includes(trade.orderId) === true || paidFor(item, trade) !== undefined,
  ) === true

/** What a mined call did of one order: all of it, the units that the exchange names, or nothing. */
function filledPart(item: ExecutionItem, trade: OrderTrade): OrderTrade | undefined {
  const { skipped, fills } = item
  const { orderId, token, price, gross } = trade
  if (skipped?.includes(orderId) === true) return undefined
  const paid = moves(item) ? paidFor(item, trade) : undefined
  const fill = fills?.find((one) => one.order === orderId && one.token === tokenOf(trade))
  const units = BigInt(fill?.units ?? token.amount)
  if (paid !== undefined)
    return { ...trade, token: { ...token, amount: units }, price: { ...price, amount: paid } }
  if (units >= token.amount) return trade
  const share = (amount: bigint) => (amount * units) / token.amount
  return {
    ...trade,
    token: { ...token, amount: units },
    price: { ...price, amount: share(price.amount) },
    ...(gross === undefined ? {} : { gross: share(gross) }),
  }
}

function sums(amounts: readonly AssetDelta[]): Receipt['money'] {
  const found = new Map<AssetDelta['contract'], bigint>()
  for (const { contract, amount } of amounts) found.set(contract, (found.get(contract) ?? 0n) + amount)
  return [...found].map(([contract, amount]) => ({ contract, amount }))
}
