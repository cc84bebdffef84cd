import {
  canFulfillBasic,
  type Fill,
  fulfill,
  fulfillAvailable,
  fulfillBasic,
  matchAsks,
  matchBids,
} from '@sluice/seaport'
import { type Address, type Hex, size } from 'viem'
import { chunksOf } from '../../storage/connection/chunksOf.ts'
import { addTo } from '../addTo.ts'
import type { KnownConduit, TradeChain } from '../context.ts'
import { type Exchange, exchangeOf } from '../exchange.ts'
import { grouped } from '../grouped.ts'
import type { Call } from '../steps/transactions.ts'
import { needsProof } from './availability.ts'
import { type Quoted, quotedFrom, quoteLifetime, spendOf, tipsOf } from './quote.ts'

/** One transaction of a plan, with the entries it fills. */
export type FillCall = {
  readonly call: Call
  readonly entries: readonly Quoted[]
  readonly exchange: Exchange
  /** A measured estimate, not a limit. */
  readonly gas: number
}

export type FillTerms = {
  readonly chain: TradeChain
  /** The account that sends the transaction. */
  readonly payer: Address
  /** The account that receives the tokens. */
  readonly recipient: Address
  readonly conduitFor: (exchange: Exchange) => KnownConduit
  /** Unix seconds. */
  readonly now: bigint
  readonly suffix: Hex | undefined
  /** Distinguishes the filler's own order of a match from earlier ones. */
  readonly salt: bigint
  /** Whether less than all may be bought: unavailable orders are skipped then. */
  readonly partial: boolean
}

/** Gas of the routes, measured on the released contracts with two fees and warm recipients. */
const gasOf = {
  basic: 130_000,
  advanced: 160_000,
  sweepBase: 80_000,
  sweepEach: 85_000,
  asksBase: 135_000,
  asksEach: 80_000,
  match: 215_000,
}

const fillOf = ({ chosen, ...rest }: Quoted): Fill => {
  const { order, units, tokenId, proof, extraData } = chosen
  const tips = tipsOf({ chosen, ...rest })
  return {
    components: order.components,
    signature: order.signature,
    units,
    tokenId,
    ...(proof === undefined ? {} : { proof }),
    ...(extraData === undefined ? {} : { extraData }),
    ...(tips.length === 0 ? {} : { tips }),
  }
}

/** The most orders in one match: nodes accept transactions of up to 128 KiB, and each order takes about 2.7 KiB. */
const maxMatched = 40

/** The exchange of entries of one Seaport, and what all of their calls have in common. */
function optionsOf(group: readonly Quoted[], now: bigint, terms: FillTerms) {
  const [first] = group
  if (first === undefined) throw new RangeError('A call must fill at least one order.')
  const exchange = exchangeOf(terms.chain, first.chosen.order.version)
  const options = {
    seaport: exchange.address,
    conduitKey: terms.conduitFor(exchange).key,
    now,
    until: terms.now + quoteLifetime,
    salt: terms.salt,
    suffix: terms.suffix,
    recipient: undefined,
  }
  return { first, exchange, options }
}

/** What the entries cost per currency, in base units. */
export function spendPerCurrency(entries: readonly Quoted[]): ReadonlyMap<Address, bigint> {
  const spend = new Map<Address, bigint>()
  for (const entry of entries) {
    const { contract } = entry.currency
    addTo(spend, contract, spendOf(entry))
  }
  return spend
}

/**
 * Transactions that buy the entries. All entries of a Seaport are one match, which fails when any order is unavailable,
 * so that nobody pays the price of all for a part; it is split only where it is too large for one transaction. With
 * `partial`, one call for each currency skips unavailable orders, and each private listing has a match of its own. A
 * single open listing uses the basic route where the contract allows it.
 */
export function buyCalls(entries: readonly Quoted[], terms: FillTerms): readonly FillCall[] {
  const groups = grouped(entries, ({ chosen: { order }, currency }) => {
    const { kind } = exchangeOf(terms.chain, order.version)
    if (!terms.partial) return kind
    return `${kind}|${currency.contract}|${order.taker === undefined ? '' : order.id}`
  }).flatMap((group) => (terms.partial ? [group] : chunksOf(group, maxMatched)))
  return groups.map((group) => {
    // Exactly the price of ERC-20s is approved, so that with them the native coin is quoted for the same time.
    const times = group.map(({ currency }) => quotedFrom(currency.contract, terms.now))
    const latest = times.reduce((latest, time) => (time > latest ? time : latest))
    const { first, exchange, options: own } = optionsOf(group, latest, terms)
    const options = { ...own, ...(terms.recipient === terms.payer ? {} : { recipient: terms.recipient }) }
    const fills = group.map(fillOf)
    const one = fills.length === 1 && first.chosen.order.taker === undefined ? fills[0] : undefined
    const filled = (call: Call, gas: number): FillCall => ({ call, entries: group, exchange, gas })
    if (one !== undefined)
      return filled(fulfill(one, options), canFulfillBasic(one, options) ? gasOf.basic : gasOf.advanced)
    if (terms.partial && fills.length > 1)
      return filled(fulfillAvailable(fills, options), gasOf.sweepBase + gasOf.sweepEach * fills.length)
    return filled(
      matchAsks(fills, { ...options, account: terms.payer }),
      gasOf.asksBase + gasOf.asksEach * fills.length,
    )
  })
}

/** The most bytes of a call: nodes accept transactions of up to 128 KiB, of which the rest takes less than one. */
const largestCall = 127 * 1024

/**
 * Transactions that accept bids: the basic route where one bid names the token itself, else one match for all bids of a
 * Seaport, which fails when any of them is unavailable; it is split only where it is too large for one transaction.
 * Neither needs an allowance of the currency from the seller.
 */
export function sellCalls(entries: readonly Quoted[], terms: FillTerms): readonly FillCall[] {
  return grouped(entries, ({ chosen: { order } }) => exchangeOf(terms.chain, order.version).kind).flatMap(
    (group) => {
      const whole = sellCall(group, terms)
      const parts = Math.min(group.length, Math.ceil(size(whole.call.data) / largestCall))
      if (parts === 1) return [whole]
      // The seller's own orders differ from those of the other parts.
      const each = Math.ceil(group.length / parts)
      return chunksOf(group, each).flatMap((part, index) =>
        sellCalls(part, { ...terms, salt: terms.salt + BigInt(index * each) }),
      )
    },
  )
}

/** The transaction that accepts bids of one Seaport. */
function sellCall(group: readonly Quoted[], terms: FillTerms): FillCall {
  const { exchange, options } = optionsOf(group, terms.now, terms)
  const fills = group.map((entry) => {
    const fill = fillOf(entry)
    return needsProof(entry.chosen.order) ? fill : { ...fill, proof: [] }
  })
  const one = fills.length === 1 ? fills[0] : undefined
  const basic = one !== undefined && canFulfillBasic(one, options)
  const call =
    basic && one !== undefined
      ? fulfillBasic(one, options)
      : matchBids(fills, { ...options, account: terms.payer })
  const gas = basic ? gasOf.basic : gasOf.match * fills.length
  return { call, entries: group, exchange, gas }
}
