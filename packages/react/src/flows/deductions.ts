import type { Chain, Client, Collection, PathEntry, PaymentToken, PreviewPrice } from '@sluice/core'
import type { Money } from './flow.ts'
import { moneyIn, moneyOfPrice, moneyOfToken, shareOf } from './money.ts'

/** A share of the price that an account other than the seller's receives. */
export type Deduction = {
  /** `other`: the provider does not say who receives it. */
  readonly kind: 'royalty' | 'marketplace' | 'other'
  /** 1/10000 of the price. */
  readonly bps: number
  readonly money: Money
}

/** One listing: the price of all its units in base units, and its collection if that is known. */
type Priced = { readonly collection: Collection | undefined; readonly amount: bigint }

/** What is deducted from the prices of listings together: one entry per kind and share. */
export function deductionsOf(
  client: Client,
  currency: PaymentToken,
  listings: readonly Priced[],
): readonly Deduction[] {
  const marketplace = client.marketplaceFees.reduce((sum, fee) => sum + Number(fee.split(':')[1] ?? 0), 0)
  const found = new Map<string, Deduction>()
  const add = (kind: Deduction['kind'], bps: number, amount: bigint) => {
    if (bps <= 0) return
    const key = `${kind}:${bps}`
    const sum = (found.get(key)?.money.amount ?? 0n) + shareOf(amount, bps)
    found.set(key, { kind, bps, money: moneyOfToken(currency, sum) })
  }
  for (const { collection, amount } of listings)
    add('royalty', client.automatedRoyalties === false ? 0 : (collection?.royalties?.bps ?? 0), amount)
  for (const { amount } of listings) add('marketplace', marketplace, amount)
  return [...found.values()]
}

/** What the seller receives of a price, in base units. */
export const afterDeductions = (gross: bigint, deductions: readonly Deduction[]): bigint =>
  deductions.reduce((rest, { money }) => rest - money.amount, gross)

/** What an offer pays for one token, according to a quote. */
export type OfferTerms = {
  /** What the offer pays in all; absent if the quote does not say, or contradicts itself. */
  readonly offer: Money | undefined
  /** What arrives of it; absent if the quote does not say it for each token. */
  readonly proceeds: Money | undefined
  /** What others receive of it, as far as the quote names them. */
  readonly fees: readonly { readonly kind: Deduction['kind']; readonly raw: bigint }[]
}

/** What offers in one currency pay together, what others receive of it, and what arrives. */
export type SaleSum = {
  /** Absent if it is not known of each token. */
  readonly gross: Money | undefined
  /** Empty if the seller receives everything; absent if that is not known. */
  readonly deductions: readonly Deduction[] | undefined
  readonly net: Money
}

/** Units of a token to sell, and the offer if one was chosen. */
type Sold = { readonly token: string; readonly orderId?: string | undefined }

const kindOf = (kind: string | null | undefined): Deduction['kind'] =>
  kind === 'royalty' || kind === 'marketplace' ? kind : 'other'

/** Finds in the path of a quote what the offer for each of several single units pays. */
export function offerTermsOf(
  chain: Chain,
  items: readonly Sold[],
  quote: { readonly path: readonly PathEntry[]; readonly prices: readonly (PreviewPrice | undefined)[] },
): readonly OfferTerms[] {
  const left = [...quote.path]
  return items.map(({ token, orderId }, index) => {
    const price = quote.prices[index]
    const found = left.findIndex(
      (entry) =>
        `${entry.contract?.toLowerCase()}:${entry.tokenId}` === token &&
        (orderId === undefined || entry.orderId?.toLowerCase() === orderId.toLowerCase()),
    )
    const [entry] = found === -1 ? [] : left.splice(found, 1)
    if (price === undefined) return { offer: undefined, proceeds: undefined, fees: [] }
    const proceeds = moneyOfPrice(chain, price)
    const gross = entry?.totalRawPrice
    const isKnown = gross != null && entry?.currency === price.currency && gross >= price.total
    if (!isKnown) return { offer: undefined, proceeds, fees: [] }
    const fees = [...(entry.builtInFees ?? []), ...(entry.feesOnTop ?? [])].map(
      ({ kind, rawAmount, bps }) => ({
        kind: kindOf(kind),
        raw: rawAmount ?? (bps != null && Number.isSafeInteger(bps) ? shareOf(gross, bps) : 0n),
      }),
    )
    const named = fees.reduce((sum, { raw }) => sum + raw, 0n)
    const isConsistent = named <= gross - price.total && fees.every(({ raw }) => raw >= 0n)
    return { offer: { ...proceeds, amount: gross }, proceeds, fees: isConsistent ? fees : [] }
  })
}

/**
 * Adds up the offers of a sale per currency. What is missing between an offer and what arrives of it, and is not named
 * by the quote, is a fee of an unknown kind.
 */
export function saleSumsOf(
  chain: Chain,
  totals: readonly Money[],
  terms: readonly OfferTerms[],
): readonly SaleSum[] {
  const areAllKnown = terms.every(({ proceeds }) => proceeds !== undefined)
  return totals.map((net) => {
    const mine = terms.filter(({ proceeds }) => proceeds?.currency === net.currency)
    const arrives = mine.reduce((sum, { proceeds }) => sum + (proceeds?.amount ?? 0n), 0n)
    if (!areAllKnown || arrives !== net.amount || mine.some(({ offer }) => offer === undefined))
      return { gross: undefined, deductions: undefined, net }
    const gross = mine.reduce((sum, { offer }) => sum + (offer?.amount ?? 0n), 0n)
    const shares = new Map<Deduction['kind'], bigint>()
    for (const { kind, raw } of mine.flatMap(({ fees }) => fees))
      shares.set(kind, (shares.get(kind) ?? 0n) + raw)
    const named = [...shares.values()].reduce((sum, raw) => sum + raw, 0n)
    shares.set('other', (shares.get('other') ?? 0n) + gross - net.amount - named)
    const kinds = ['royalty', 'marketplace', 'other'] as const
    return {
      gross: moneyIn(chain, net.currency, gross, net),
      deductions: kinds.flatMap((kind): readonly Deduction[] => {
        const raw = shares.get(kind) ?? 0n
        return raw === 0n ? [] : [{ kind, bps: roundedBps(raw, gross), money: { ...net, amount: raw } }]
      }),
      net,
    }
  })
}

/** Contracts round shares down by a base unit, which must not make 2.49% of 2.5%. */
const roundedBps = (share: bigint, of: bigint): number => Number((share * 10_000n + of / 2n) / of)
