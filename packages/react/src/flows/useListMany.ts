'use client'

import {
  type Chain,
  type Client,
  type Collection,
  chainOf,
  listTokens,
  type PaymentToken,
  type Token,
} from '@sluice/core'
import { useState } from 'react'
import { usePreload } from '../hooks/usePreload.ts'
import { durations, endOf } from '../kit/durations.ts'
import { parseAmount } from '../kit/parseAmount.ts'
import { refOf } from '../kit/refOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { DurationName, InvalidReason } from '../locales/codes.ts'
import { afterDeductions, type Deduction, deductionsOf } from './deductions.ts'
import type { ConnectFlow, FlowInput, FormFlow, Money, RunningFlow, WaitingFlow } from './flow.ts'
import { type LowPrices, type UnknownFloor, useLowPrices, whyNotEnd } from './lowPrices.ts'
import { isSameCoin, listingCurrency, moneyOfToken } from './money.ts'
import type { ListForm } from './useList.ts'
import { useRunFlow } from './useRunFlow.ts'
import { type TradedToken, useTradedTokens } from './useTradedTokens.ts'

export type ListManyInput = FlowInput & {
  /** `contract:tokenId` of each token, of which one unit is listed; at most {@link listLimit}. */
  readonly tokens: readonly string[]
}

/** Most listings of one signature. */
export const listLimit = 50

/** One token and its price. */
export type ListManyRow = {
  /** `contract:tokenId`. */
  readonly ref: string
  readonly token: Token
  /** As typed. */
  readonly price: string
  readonly setPrice: (price: string) => void
  /** For a falling price: what it falls to. Absent while it has none. */
  readonly end: Money | undefined
  /** What is wrong with the price; absent while nothing is typed. */
  readonly problem: InvalidReason | undefined
  /** The cheapest listing of its collection, if its price can be typed in the chosen currency. */
  readonly floor: Money | undefined
  /** What the token was last sold for, if that can be typed in the chosen currency. */
  readonly lastSale: Money | undefined
}

export type ListManyForm = {
  /** One row for each token, with its price. */
  readonly rows: readonly ListManyRow[]
  readonly currency: PaymentToken
  readonly currencies: readonly PaymentToken[]
  readonly setCurrency: (address: `0x${string}`) => void
  /** `falling`: each from its price to {@link ListManyForm.endBps} of it, in a straight line, until the listings end. */
  readonly sale: ListForm['sale']
  /** Chooses fixed or falling prices. */
  readonly setSale: ListForm['setSale']
  /** What falling prices fall to, in 1/10000 of where each starts; 5000 until it is set. */
  readonly endBps: number
  /** @param endBps a whole number above 0 and below 10000; any other one leaves the form `invalid`. */
  readonly setEndBps: (endBps: number) => void
  readonly duration: DurationName
  readonly setDuration: (duration: DurationName) => void
  /** Writes one price into every row. */
  readonly setAll: (price: string) => void
  /** Sum of all prices before fees; for falling prices: of their ends. Absent until every row has one. */
  readonly gross: Money | undefined
  /** Fees and royalties once all are sold. */
  readonly deductions: readonly Deduction[]
  /** What the seller receives; absent until every row has a price and every collection's royalty is known. */
  readonly net: Money | undefined
  /** Prices of less than half of the floor: the form is `invalid` until they are confirmed. */
  readonly lowPrices: LowPrices | undefined
  /** Tokens whose floor could not be read, or is not known: their prices are not compared with it. */
  readonly unknownFloor: UnknownFloor | undefined
}

export type ListManyFlow = WaitingFlow | RunningFlow | ConnectFlow | FormFlow<ListManyForm>

/**
 * Lists several tokens with one signature.
 *
 * @example
 * const flow = useListMany({ tokens: [`${collection}:1`, `${collection}:2`] })
 * if (flow.status === 'ready') return <button onClick={flow.confirm}>List {flow.rows.length}</button>
 */
export function useListMany(input: ListManyInput): ListManyFlow {
  const { client, wallet, account, connect } = useKit()
  const { enabled = true } = input
  const refs = input.tokens.slice(0, listLimit).map((token) => token.toLowerCase())
  const chain = chainOf(client, input.chainId)
  const chainId = chain.id
  const [chosen, setCurrency] = useState<`0x${string}`>()
  const [duration, setDuration] = useState<DurationName>('month')
  const { fall, setPrices, rowOf } = useRows(chain)
  const { live, start } = useRunFlow(`listMany:${chainId}:${account}:${refs.join()}`)
  const { read, collections, collectionOf, traded } = useTradedTokens({
    tokens: refs,
    chainId,
    enabled: enabled && live === undefined,
  })
  const lowPricesOf = useLowPrices(chain)
  usePreload('list', enabled)

  if (live !== undefined) return live
  if (!enabled || refs.length === 0) return { status: 'idle' }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  // What was read for other tokens is not traded.
  if (read.isPending || read.isPlaceholderData) return { status: 'loading' }
  const retry = () => {
    void read.refetch()
    void collections.refetch()
  }
  if (read.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  const currency = listingCurrency(chain, chosen)
  if (currency === undefined) return { status: 'unavailable', reason: 'no_currency', retry: undefined }

  const listed = [...traded].flatMap(([ref, one]) =>
    refs.includes(ref) ? [{ ...rowOf(currency, one), collection: collectionOf(one.token) }] : [],
  )
  const rows = listed.map(({ row }) => row)
  const { problem, ...sum } = sumOf(client, currency, listed)
  const lowPrices = lowPricesOf(
    listed.flatMap(({ row: { ref, floor }, least }) =>
      typeof least === 'bigint' ? [{ ref, price: moneyOfToken(currency, least), floor }] : [],
    ),
  )
  const hasFloor = rows.some(({ token }) => token.token.collection?.id != null)
  const isChecking = hasFloor && collections.isPending
  const form: ListManyForm = {
    ...fall,
    rows,
    currency,
    currencies: chain.paymentTokens,
    setCurrency,
    duration,
    setDuration,
    setAll: (price) => setPrices(Object.fromEntries(refs.map((ref) => [ref, price]))),
    ...sum,
    lowPrices,
    unknownFloor: isChecking
      ? undefined
      : unknownFloorsOf(rows, collectionOf, () => void collections.refetch()),
  }
  if (problem !== undefined) return { ...form, status: 'invalid', reason: problem }
  if (isChecking) return { ...form, status: 'invalid', reason: 'checking' }
  if (lowPrices?.confirmed === false) return { ...form, status: 'invalid', reason: 'low_price' }
  const confirm = () =>
    start((setup) => {
      const listings = listed.map(({ row: { ref }, start, least }) => ({
        token: ref,
        weiPrice: String(start),
        ...(form.sale === 'falling' ? { endWeiPrice: String(least) } : {}),
        currency: currency.address,
        expirationTime: endOf(durations[duration]),
      }))
      return listTokens(client, { wallet, chainId, listings, ...setup })
    })
  return { ...form, status: 'ready', confirm }
}

/**
 * The start and the end of the price of one token in base units, or why there is none; both are equal for a fixed
 * price.
 */
type Amounts = { readonly start: bigint | InvalidReason; readonly least: bigint | InvalidReason }

/** Keeps what is typed, and returns a function that makes the row of a token. */
function useRows(chain: Chain) {
  const { locale } = useKit().messages
  const [prices, setPrices] = useState<Readonly<Record<string, string>>>({})
  const [sale, setSale] = useState<ListForm['sale']>('fixed')
  const [endBps, setEndBps] = useState(5_000)
  const rowOf = (
    currency: PaymentToken,
    { token, floor, lastSale }: TradedToken,
  ): Amounts & { readonly row: ListManyRow } => {
    const ref = refOf(token.token)
    const price = prices[ref] ?? ''
    const start = amountOf(price, currency, locale)
    const least = sale === 'falling' ? endOfFall(start, endBps) : start
    const row = {
      ref,
      token,
      price,
      setPrice: (text: string) => setPrices((before) => ({ ...before, [ref]: text })),
      end: sale === 'falling' && typeof least === 'bigint' ? moneyOfToken(currency, least) : undefined,
      problem: typeof least === 'bigint' || price === '' ? undefined : least,
      floor: floor === undefined || isSameCoin(chain, floor.currency, currency.address) ? floor : undefined,
      lastSale,
    }
    return { row, start, least }
  }
  return { fall: { sale, setSale, endBps, setEndBps }, setPrices, rowOf }
}

/** The tokens that have a collection which was read in vain. */
function unknownFloorsOf(
  rows: readonly ListManyRow[],
  collectionOf: (token: Token) => Collection | undefined,
  retry: () => void,
): UnknownFloor | undefined {
  const refs = rows.flatMap(({ ref, token }) =>
    token.token.collection?.id == null || collectionOf(token) !== undefined ? [] : [ref],
  )
  return refs.length === 0 ? undefined : { refs, retry }
}

/** The proceeds once all listings are sold, or what is wrong with the first one that has no price. */
function sumOf(
  client: Client,
  currency: PaymentToken,
  listings: readonly (Amounts & { readonly collection: Collection | undefined })[],
): Pick<ListManyForm, 'gross' | 'deductions' | 'net'> & { readonly problem: InvalidReason | undefined } {
  const priced = listings.flatMap(({ collection, least }) =>
    typeof least === 'bigint' ? [{ collection, amount: least }] : [],
  )
  const [problem] = listings.flatMap(({ least }) => (typeof least === 'bigint' ? [] : [least]))
  const deductions = deductionsOf(client, currency, priced)
  const sum = priced.reduce((all, { amount }) => all + amount, 0n)
  const left = afterDeductions(sum, deductions)
  const isRoyaltyKnown = listings.every(({ collection }) => collection !== undefined)
  return {
    problem,
    gross: problem === undefined ? moneyOfToken(currency, sum) : undefined,
    deductions,
    net: problem === undefined && isRoyaltyKnown ? moneyOfToken(currency, left) : undefined,
  }
}

function amountOf(text: string, { decimals }: PaymentToken, locale: string): bigint | InvalidReason {
  const amount = parseAmount(text, decimals, locale)
  return amount === 0n ? 'no_price' : amount
}

function endOfFall(start: bigint | InvalidReason, endBps: number): bigint | InvalidReason {
  if (typeof start !== 'bigint') return start
  const end = Number.isSafeInteger(endBps) ? (start * BigInt(endBps)) / 10_000n : 0n
  return whyNotEnd(start, end) ?? end
}
