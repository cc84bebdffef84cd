import {
  canFulfilBasic,
  type Fill,
  fulfil,
  fulfilAvailable,
  fulfilBasic,
  matchBids,
  matchPrivateListing,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { needsProof } from './available.ts'
import type { KnownConduit, TradeChain } from './context.ts'
import { patience, type Quoted, spendOf, tipsOf, weighedAt } from './quote.ts'
import { type Exchange, exchangeOf } from './rules.ts'
import type { Call } from './transactions.ts'

/** One transaction of a plan, with the entries it fills. */
export type FillCall = {
  readonly call: Call
  readonly entries: readonly Quoted[]
  readonly exchange: Exchange
  /** Base units of `currency` that leave the payer. */
  readonly spend: bigint
  readonly currency: Address
  /** A measured figure, not a limit. */
  readonly gas: number
}

export type FillTerms = {
  readonly chain: TradeChain
  /** Who sends the transaction. */
  readonly payer: Address
  /** Who gets what is bought. */
  readonly recipient: Address
  readonly conduitFor: (exchange: Exchange) => KnownConduit
  /** Unix seconds. */
  readonly now: bigint
  readonly suffix: Hex | undefined
  /** Makes the filler's own side of a match unlike earlier ones. */
  readonly salt: bigint
}

/** Gas of the routes, measured on the released contracts with two fees and warm recipients. */
const gasOf = {
  basic: 130_000,
  advanced: 160_000,
  private: 200_000,
  sweepBase: 80_000,
  sweepEach: 85_000,
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

function grouped<T>(values: readonly T[], keyOf: (value: T) => string): readonly (readonly T[])[] {
  const groups = new Map<string, T[]>()
  for (const value of values) groups.set(keyOf(value), [...(groups.get(keyOf(value)) ?? []), value])
  return [...groups.values()]
}

/**
 * Transactions that buy the entries: one for each currency and Seaport, and one for each private listing,
 * which only a match can fill. A single open listing takes the basic route where the contract allows it.
 */
export function buyCalls(entries: readonly Quoted[], terms: FillTerms): readonly FillCall[] {
  const kindOf = ({ chosen: { order } }: Quoted) => exchangeOf(terms.chain, order.version).kind
  const groups = grouped(entries, (entry) => {
    const { order } = entry.chosen
    const own = order.taker === undefined ? '' : order.id
    return `${kindOf(entry)}|${entry.currency.contract}|${own}`
  })
  return groups.flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const exchange = exchangeOf(terms.chain, first.chosen.order.version)
    const options = {
      seaport: exchange.address,
      conduitKey: terms.conduitFor(exchange).key,
      now: weighedAt(first.currency.contract, terms.now),
      until: terms.now + patience,
      salt: terms.salt,
      suffix: terms.suffix,
      ...(terms.recipient === terms.payer ? {} : { recipient: terms.recipient }),
    }
    const fills = group.map(fillOf)
    const spend = group.reduce((sum, entry) => sum + spendOf(entry), 0n)
    const currency = first.currency.contract
    const one = fills.length === 1 ? fills[0] : undefined
    const isPrivate = first.chosen.order.taker !== undefined
    const built =
      one === undefined
        ? fulfilAvailable(fills, options)
        : isPrivate
          ? matchPrivateListing(one, { ...options, account: terms.payer })
          : fulfil(one, options)
    const gas =
      one === undefined
        ? gasOf.sweepBase + gasOf.sweepEach * fills.length
        : isPrivate
          ? gasOf.private
          : canFulfilBasic(one, options)
            ? gasOf.basic
            : gasOf.advanced
    return [{ call: built, entries: group, exchange, spend, currency, gas }]
  })
}

/**
 * Transactions that accept bids: the basic route where one bid names the token itself, else one match for
 * all bids of a Seaport. Neither takes an approval of the currency from the seller.
 */
export function sellCalls(entries: readonly Quoted[], terms: FillTerms): readonly FillCall[] {
  const groups = grouped(entries, ({ chosen: { order } }) => exchangeOf(terms.chain, order.version).kind)
  return groups.flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const exchange = exchangeOf(terms.chain, first.chosen.order.version)
    const options = {
      seaport: exchange.address,
      conduitKey: terms.conduitFor(exchange).key,
      now: terms.now,
      until: terms.now + patience,
      salt: terms.salt,
      suffix: terms.suffix,
      recipient: undefined,
    }
    const fills = group.map((entry) => {
      const fill = fillOf(entry)
      return needsProof(entry.chosen.order) ? fill : { ...fill, proof: [] }
    })
    const one = fills.length === 1 ? fills[0] : undefined
    const basic = one !== undefined && canFulfilBasic(one, options)
    const call =
      basic && one !== undefined
        ? fulfilBasic(one, options)
        : matchBids(fills, { ...options, account: terms.payer })
    const gas = basic ? gasOf.basic : gasOf.match * fills.length
    return [{ call, entries: group, exchange, spend: 0n, currency: first.currency.contract, gas }]
  })
}
