'use client'

import {
  type Client,
  type Collection,
  chainOf,
  listTokens,
  type MarketOrder,
  type PaymentToken,
  type Token,
} from '@sluice/core'
import { useState } from 'react'
import { useCollection, useToken } from '../hooks/reads.ts'
import { useHolding } from '../hooks/useHolding.ts'
import { useOpenOrders } from '../hooks/useOpenOrders.ts'
import { usePreload } from '../hooks/usePreload.ts'
import { usePresentPrice } from '../hooks/usePresentPrice.ts'
import { useChecksum } from '../hooks/useRecipient.ts'
import { zeroAddress } from '../kit/addresses.ts'
import { durations, endOf } from '../kit/durations.ts'
import { parseAmount } from '../kit/parseAmount.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { DurationName, InvalidReason } from '../locales/codes.ts'
import { afterDeductions, type Deduction, deductionsOf } from './deductions.ts'
import type { ConnectFlow, FlowInput, FormFlow, Money, RunningFlow, WaitingFlow } from './flow.ts'
import {
  belowFloor,
  type LowPrices,
  type UnknownFloor,
  unknownFloorOf,
  useLowPrices,
  whyNotEnd,
} from './lowPrices.ts'
import { listingCurrency, moneyOf, moneyOfToken } from './money.ts'
import { inCurrency, type PricePreset, presetsOf } from './terms/pricePresets.ts'
import { useRunFlow } from './useRunFlow.ts'

export type ListInput = FlowInput & {
  /** `contract:tokenId`. */
  readonly token: string
}

export type ListForm = {
  readonly token: Token
  /** The account's own open listings of the token, which stay open beside a new one; empty until they are read. */
  readonly listings: readonly MarketOrder[]
  /** Price of the first of these; until they are read, of the token's cheapest listing if it is the account's own. */
  readonly present: Money | undefined
  /** `falling`: from `price` to `endPrice` in a straight line, until the listing ends. */
  readonly sale: 'fixed' | 'falling'
  readonly setSale: (sale: ListForm['sale']) => void
  /**
   * Of one unit, as typed: digits and one point, or a comma where the language of the page writes one. For a falling
   * price: the start.
   */
  readonly price: string
  readonly setPrice: (price: string) => void
  /** Of one unit, as typed: what a falling price falls to. */
  readonly endPrice: string
  readonly setEndPrice: (price: string) => void
  /** Why the price cannot fall to `endPrice`; present once `price` is valid. */
  readonly endProblem: InvalidReason | undefined
  readonly currency: PaymentToken
  readonly currencies: readonly PaymentToken[]
  readonly setCurrency: (address: `0x${string}`) => void
  /** Units, as entered: not a number while the field is empty. */
  readonly quantity: number
  /** Units that the account holds. */
  readonly held: number
  readonly setQuantity: (quantity: number) => void
  readonly duration: DurationName
  readonly setDuration: (duration: DurationName) => void
  /** The cheapest listing of the collection. */
  readonly floor: Money | undefined
  /** Prices to start from, as far as they are known; once a currency is chosen, those in that currency. */
  readonly presets: readonly PricePreset[]
  /** The only account that may buy, as typed; empty for anyone. */
  readonly buyer: string
  readonly setBuyer: (buyer: string) => void
  /** Price of all units; for a falling price: the end. Present when prices and quantity are valid. */
  readonly gross: Money | undefined
  readonly deductions: readonly Deduction[]
  /** What the seller receives for all units, after the deductions; absent until the collection's royalty is known. */
  readonly net: Money | undefined
  /** How far the price is below the floor, in 1/10000; absent if it is not below, or cannot be compared. */
  readonly belowFloorBps: number | undefined
  /** Present if the price is less than half of the floor: the form is `invalid` until it is confirmed. */
  readonly lowPrices: LowPrices | undefined
  /** Present if the floor could not be read, or is not known: the price is not compared with it. */
  readonly unknownFloor: UnknownFloor | undefined
}

export type ListFlow =
  | WaitingFlow
  | RunningFlow
  | (ConnectFlow & { readonly token: Token })
  | FormFlow<ListForm>

/**
 * Lists one token for sale.
 *
 * @example
 * const flow = useList({ token: `${collection}:42` })
 * if (flow.status === 'ready') return <button onClick={flow.confirm}>List for {flow.price}</button>
 */
export function useList(input: ListInput): ListFlow {
  const { client, wallet, account, connect, messages } = useKit()
  const { token: tokenRef, enabled = true } = input
  const chain = chainOf(client, input.chainId)
  const chainId = chain.id
  const [chosen, setCurrency] = useState<`0x${string}`>()
  const fields = useListFields()
  const checksum = useChecksum(fields.buyer)
  const lowPricesOf = useLowPrices(chain)
  const { live, start } = useRunFlow(`list:${chainId}:${account}:${tokenRef}`)
  const reading = { chainId, enabled: enabled && live === undefined }
  const { tokenRead, collection, holding, listings, asked, retry } = useListReads(tokenRef, reading)
  usePreload('list', enabled)

  if (live !== undefined) return live
  if (!enabled) return { status: 'idle' }
  if (tokenRead.isPending) return { status: 'loading' }
  if (tokenRead.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  const token = tokenRead.data
  if (token === null) return { status: 'unavailable', reason: 'not_owner', retry: undefined }
  if (wallet === undefined || account === undefined) return { status: 'connect', token, connect }
  if (holding.isPending) return { status: 'loading' }
  if (holding.isError) return { status: 'unavailable', reason: 'unreachable', retry }
  const { held } = holding
  if (held < 1) return { status: 'unavailable', reason: 'not_owner', retry }
  const currency = listingCurrency(chain, chosen)
  if (currency === undefined) return { status: 'unavailable', reason: 'no_currency', retry: undefined }

  const { total, least, gross, deductions, net, endProblem, problem } = figuresOf(client, fields, {
    token,
    collection: collection?.data,
    held,
    currency,
    locale: messages.locale,
  })
  const floorPrice = collection?.data?.floorAsk?.price
  const floor = floorPrice == null ? undefined : moneyOf(chain, floorPrice)
  const lowest = typeof least === 'bigint' && least > 0n ? moneyOfToken(currency, least) : undefined
  const lowPrices =
    lowest === undefined ? undefined : lowPricesOf([{ ref: tokenRef.toLowerCase(), price: lowest, floor }])
  const form: ListForm = {
    ...fields,
    token,
    listings,
    present: asked == null ? undefined : moneyOf(chain, asked),
    endProblem,
    currency,
    currencies: chain.paymentTokens,
    setCurrency,
    held,
    floor,
    presets: presetsOf(chain, token, floor).flatMap((preset) => inCurrency(chain, preset, chosen)),
    gross: gross === undefined ? undefined : moneyOfToken(currency, gross),
    deductions,
    net: net === undefined ? undefined : moneyOfToken(currency, net),
    belowFloorBps: lowest === undefined ? undefined : belowFloor(chain, lowest, floor),
    lowPrices,
    unknownFloor: unknownFloorOf(tokenRef, collection),
  }
  const taker = form.buyer.trim().toLowerCase()
  const reason = problem ?? whyNotBuyer(taker, account, checksum)
  if (reason !== undefined) return { ...form, status: 'invalid', reason }
  if (collection?.isPending) return { ...form, status: 'invalid', reason: 'checking' }
  if (lowPrices?.confirmed === false) return { ...form, status: 'invalid', reason: 'low_price' }
  const confirm = () =>
    start((setup) => {
      const listing = {
        token: tokenRef,
        weiPrice: String(total),
        ...(form.sale === 'fixed' ? {} : { endWeiPrice: String(gross) }),
        quantity: form.quantity,
        currency: currency.address,
        expirationTime: endOf(durations[form.duration]),
        ...(taker === '' ? {} : { taker }),
      }
      return listTokens(client, { wallet, chainId, listings: [listing], ...setup })
    })
  return { ...form, status: 'ready', confirm }
}

/** What is typed and chosen in the form, but for the currency. */
function useListFields() {
  const [sale, setSale] = useState<ListForm['sale']>('fixed')
  const [price, setPrice] = useState('')
  const [endPrice, setEndPrice] = useState('')
  const [quantity, setQuantity] = useState(1)
  const [duration, setDuration] = useState<DurationName>('month')
  const [buyer, setBuyer] = useState('')
  const prices = { sale, setSale, price, setPrice, endPrice, setEndPrice }
  return { ...prices, quantity, setQuantity, duration, setDuration, buyer, setBuyer }
}

/** Reads the token, its collection, how many units the account holds, and what it asks for them already. */
function useListReads(tokenRef: string, reading: { readonly chainId: number; readonly enabled: boolean }) {
  const { account } = useKit()
  const tokenRead = useToken({ token: tokenRef, ...reading })
  const collectionId = tokenRead.data?.token.collection?.id ?? undefined
  const collectionRead = useCollection({ id: collectionId, ...reading })
  const collection = collectionId === undefined ? undefined : collectionRead
  const holding = useHolding({ token: tokenRef, ...reading })
  const own = useOpenOrders('listing', { token: tokenRef, sortBy: 'price', ...reading })
  const listings = (own.data ?? []).filter(({ maker }) => maker === account)
  const ask = tokenRead.data?.market?.floorAsk
  const asked = usePresentPrice(own.data === undefined && ask?.maker === account ? ask : listings[0])
  const retry = () => {
    void tokenRead.refetch()
    void holding.refetch()
    void collection?.refetch()
  }
  return { tokenRead, collection, holding, listings, asked, retry }
}

/** What a listing asks and brings, in base units: from what is typed into its form and what was read. */
function figuresOf(
  client: Client,
  typed: Pick<ListForm, 'price' | 'endPrice' | 'sale' | 'quantity'>,
  known: Pick<ListForm, 'token' | 'held' | 'currency'> & {
    readonly collection: Collection | null | undefined
    readonly locale: string
  },
) {
  const { price, endPrice, sale, quantity } = typed
  const { token, collection, held, currency, locale } = known
  const unit = parseAmount(price, currency.decimals, locale)
  const endUnit = sale === 'fixed' ? unit : parseAmount(endPrice, currency.decimals, locale)
  const endProblem = sale === 'fixed' ? undefined : whyNotEnd(unit, endUnit)
  const least = endProblem === undefined ? endUnit : undefined
  const isWhole = Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= held
  const totalOf = (of: typeof least) =>
    typeof of === 'bigint' && isWhole ? of * BigInt(quantity) : undefined
  const gross = totalOf(least)
  const deductions = deductionsOf(client, currency, [
    { collection: collection ?? undefined, amount: gross ?? 0n },
  ])
  const isRoyaltyKnown = token.token.collection?.id == null || collection !== undefined
  const net = gross === undefined || !isRoyaltyKnown ? undefined : afterDeductions(gross, deductions)
  const problem = whyInvalid(unit, endProblem, net, isWhole)
  return { total: totalOf(unit), least, gross, deductions, net, endProblem, problem }
}

function whyNotBuyer(
  taker: string,
  account: string,
  checksum: ReturnType<typeof useChecksum>,
): InvalidReason | undefined {
  if (taker === '') return undefined
  if (checksum === undefined || taker === zeroAddress) return 'bad_address'
  if (checksum === 'unknown') return 'checking'
  if (checksum === 'wrong') return 'bad_checksum'
  return taker === account ? 'own_address' : undefined
}

function whyInvalid(
  unit: bigint | InvalidReason,
  endProblem: InvalidReason | undefined,
  net: bigint | undefined,
  isWhole: boolean,
): InvalidReason | undefined {
  if (typeof unit !== 'bigint') return unit
  if (unit === 0n) return 'no_price'
  if (endProblem !== undefined) return endProblem
  if (!isWhole) return 'bad_quantity'
  if (net !== undefined && net <= 0n) return 'fees_exceed_price'
  return undefined
}
