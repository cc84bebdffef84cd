import type { SeaportEvent } from '@sluice/seaport'
import { type Address, maxUint256, zeroAddress } from 'viem'
import type { BlockFacts, LogPlace } from '../storage/chain/facts.ts'

type FillFact = BlockFacts['fills'][number]
type Fulfilled = Extract<SeaportEvent, { name: 'OrderFulfilled' }>
type Matched = Extract<SeaportEvent, { name: 'OrdersMatched' }>
type Place = LogPlace & { readonly kind: FillFact['kind'] }

/** An event that reports orders as filled, or as matched with each other. */
export type FillEvent = { readonly at: Place; readonly event: Fulfilled | Matched }
type Filled = { readonly event: Fulfilled; readonly fill: FillFact | undefined }

const isNft = ({ itemType }: { readonly itemType: number }): boolean => itemType > 1

/**
 * The sum of what an order is paid, at most what one payment can be: no account has more of a currency. A contract that
 * moves nothing lets an order name more in several payments, which no client reads as an amount.
 */
const sumOf = (payments: readonly { readonly amount: bigint }[]): bigint => {
  const sum = payments.reduce((total, { amount }) => total + amount, 0n)
  return sum > maxUint256 ? maxUint256 : sum
}

/** A sale of one token, as the order's own event reports it. */
function fillOf(
  { offerer, recipient, offer, consideration, orderHash }: Fulfilled,
  at: Place,
): Filled['fill'] {
  const sold = offer.find(isNft)
  if (sold !== undefined) {
    const payments = consideration.filter((item) => !isNft(item))
    const [first] = payments
    if (first === undefined) return undefined
    return {
      ...at,
      orderId: orderHash,
      side: 'sell',
      maker: offerer,
      taker: consideration.find(isNft)?.recipient ?? recipient,
      contract: sold.token,
      tokenId: sold.identifier,
      amount: sold.amount,
      currency: first.itemType === 0 ? zeroAddress : first.token,
      price: sumOf(payments),
      sale: true,
    }
  }
  const bought = consideration.find(isNft)
  const [paid] = offer
  if (bought === undefined || paid === undefined) return undefined
  return {
    ...at,
    orderId: orderHash,
    side: 'buy',
    maker: offerer,
    taker: recipient,
    contract: bought.token,
    tokenId: bought.identifier,
    amount: bought.amount,
    currency: paid.token,
    price: paid.amount,
    sale: true,
  }
}

/**
 * The caller's own side of a match, which has the caller as offerer and as recipient, and is not a sale of its own. It is
 * mostly unsigned, but it may be an order of the book: the maker matched it, or was named by whoever did.
 * Outside a match the same accounts mean a maker who filled an order of his own, which is then filled like any other.
 */
const isMirror = ({ event: { offerer, recipient } }: Filled): boolean => offerer === recipient

/** A token that an order of a match gives or gets. */
type Part = {
  readonly token: string
  /** Who gives it, or whom it goes to. */
  readonly account: Address
  readonly units: bigint
  /** Whether the order has a fill on this side, and whether that is about this token alone. */
  readonly isFill: boolean
  readonly isWhole: boolean
}

function partsOf(match: readonly Filled[], side: FillFact['side']): readonly Part[] {
  return match.flatMap((one) => {
    const { offerer, offer, consideration } = one.event
    const given = offer.map((item) => ({ ...item, recipient: offerer }))
    const items = (side === 'sell' ? given : consideration).filter(isNft)
    const isFill = one.fill?.side === side && !isMirror(one)
    return items.map(({ token, identifier, amount, recipient }) => ({
      token: `${token}:${identifier}`,
      account: recipient,
      units: amount,
      isFill,
      isWhole: isFill && items.length === 1,
    }))
  })
}

const unitsOf = (parts: readonly Part[]): bigint => parts.reduce((sum, { units }) => sum + units, 0n)
const accountsOf = (parts: readonly Part[]): readonly Address[] => [
  ...new Set(parts.map(({ account }) => account)),
]

/** Whether the fills of one side report everything that the other side gave or got of the token. */
const covers = (own: readonly Part[], other: readonly Part[]): boolean =>
  own.every(({ isWhole }) => isWhole) && unitsOf(own) >= unitsOf(other)

/**
 * The side whose fills are the sales, where both sides of a match have fills. That is the buyers', whose price is all that is
 * paid, with what the matcher keeps; or the sellers', where several sold to one buyer, or where an order for several tokens,
 * or the caller, is among the buyers.
 */
function sideOfSales(gives: readonly Part[], gets: readonly Part[]): FillFact['side'] {
  if (!covers(gives, gets)) return 'buy'
  const isCollected = accountsOf(gets).length === 1 && accountsOf(gives).length > 1
  return isCollected || !covers(gets, gives) ? 'sell' : 'buy'
}

/**
 * The fills of orders that one call matched. Each has the account on the other side of its tokens as its taker. Where several
 * are there, or some units went elsewhere, nothing says who traded with whom: the taker is then the one of the order's event.
 * Where an order for several tokens is met by signed orders in part, only these count.
 */
function settle(match: readonly Filled[]): readonly FillFact[] {
  const [given, got] = [partsOf(match, 'sell'), partsOf(match, 'buy')]
  return match.flatMap((one) => {
    const { fill } = one
    if (fill === undefined) return []
    const tokens = partsOf([one], fill.side).map(({ token }) => token)
    const isOfTokens = ({ token }: Part): boolean => tokens.includes(token)
    const [gives, gets] = [given.filter(isOfTokens), got.filter(isOfTokens)]
    const [own, other] = fill.side === 'sell' ? [gives, gets] : [gets, gives]
    const [first, second] = accountsOf(other)
    const isKnown = second === undefined && unitsOf(other) >= unitsOf(own)
    return {
      ...fill,
      taker: (isKnown ? first : undefined) ?? fill.taker,
      sale: !isMirror(one) && (!other.some(({ isFill }) => isFill) || sideOfSales(gives, gets) === fill.side),
    }
  })
}

/**
 * The fills that the events of a block report, in the order of their logs. A match reports each of its orders, and then
 * names all of them. A signed listing and a signed offer that are matched are both filled, and are one sale.
 */
export function fillsOf(events: readonly FillEvent[]): readonly FillFact[] {
  const open = new Map<string, Filled[]>()
  const fills: FillFact[] = []
  for (const { at, event } of events) {
    const transaction = `${at.txHash}${at.kind}`
    const before = open.get(transaction) ?? []
    open.set(transaction, before)
    if (event.name === 'OrderFulfilled') before.push({ event, fill: fillOf(event, at) })
    else {
      const newest = before.splice(Math.max(0, before.length - event.orderHashes.length))
      fills.push(...settle(newest.filter((one) => event.orderHashes.includes(one.event.orderHash))))
      before.push(...newest.filter((one) => !event.orderHashes.includes(one.event.orderHash)))
    }
  }
  const alone = [...open.values()].flat().flatMap(({ fill }) => fill ?? [])
  return [...fills, ...alone].sort((a, b) => a.logIndex - b.logIndex)
}
