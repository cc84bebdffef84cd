'use client'

import { type Chain, chainOf, type PaymentToken, type Price, placeBids, type Token } from '@sluice/core'
import { useState } from 'react'
import { useCollection, useToken } from '../hooks/reads.ts'
import { useBalance } from '../hooks/useBalance.ts'
import { usePreload } from '../hooks/usePreload.ts'
import { usePresentPrice } from '../hooks/usePresentPrice.ts'
import { nativeCoin } from '../kit/currencyOf.ts'
import { durations, endOf } from '../kit/durations.ts'
import { parseAmount } from '../kit/parseAmount.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { DurationName } from '../locales/codes.ts'
import type { ConnectFlow, FlowInput, FormFlow, Money, RunningFlow, WaitingFlow } from './flow.ts'
import { isSameCoin, moneyIn, moneyOf, moneyOfToken, offerCurrencies } from './money.ts'
import { endsEarly, longEnough } from './terms/endsEarly.ts'
import { type HighPrice, useHighPrice } from './terms/useHighPrice.ts'
import { useRunFlow } from './useRunFlow.ts'

/** One token as `contract:tokenId`, any token of a collection, or any of them with an attribute. */
export type BidTarget =
  | { readonly token: string }
  | { readonly collection: string }
  | { readonly collection: string; readonly attributeKey: string; readonly attributeValue: string }

export type BidInput = FlowInput & {
  /** What the offer is for: a token, a collection, or an attribute of one. */
  readonly target: BidTarget
}

export type BidForm = {
  /** Of one unit, as typed: digits and one point, or a comma where the language of the page writes one. */
  readonly price: string
  readonly setPrice: (price: string) => void
  readonly currency: PaymentToken
  readonly currencies: readonly PaymentToken[]
  readonly setCurrency: (address: `0x${string}`) => void
  /** Units that the offer is for. */
  readonly quantity: number
  /** The most units of one offer: 1 for an ERC-721 token. */
  readonly most: number
  readonly setQuantity: (quantity: number) => void
  /** Price of all units; present when price and quantity are valid. */
  readonly gross: Money | undefined
  readonly duration: DurationName
  readonly setDuration: (duration: DurationName) => void
  /**
   * When the announced auction of the token ends, in milliseconds; present if the offer ends before the seller can
   * accept it then.
   */
  readonly outlastedBy: number | undefined
  /** What the account has of the currency, once read. */
  readonly balance: Money | undefined
  /** How much more is needed; of the native coin, if the offer would wrap it. Absent if the account holds enough. */
  readonly missing: Money | undefined
  /** The cheapest listing of the token or of the collection. Unknown for an attribute. */
  readonly lowestAsk: Money | undefined
  /** The best open offer, according to the provider. */
  readonly bestOffer: Money | undefined
  /** Whether the price offered would buy at once what is listed; `false` if the balance is known to be too low. */
  readonly buysNow: boolean
  /**
   * The lowest amount that the announced auction of the token asks for, according to the provider; absent if there is no
   * auction. It is not binding, and is filled in only on request: the best offer that it is based on is the provider's
   * unproven claim.
   */
  readonly asked: Money | undefined
  /** Whether the price is below `asked`; `false` if it is in another currency. */
  readonly belowAsked: boolean
  /** Present if the price is far above the lowest listing: it has to be confirmed. */
  readonly high: HighPrice | undefined
  /** Whether the best offer is as high as this one or higher; `false` if their currencies cannot be compared. */
  readonly outbid: boolean
}

export type BidFlow = WaitingFlow | RunningFlow | ConnectFlow | FormFlow<BidForm>

/** Most units of one offer here. */
const unitLimit = 1_000

/**
 * Makes an offer for a token, or for any token of a collection or with an attribute. An offer is paid in an ERC-20
 * currency; the missing amount of the wrapped coin is wrapped first.
 *
 * @example
 * const flow = useBid({ target: { collection } })
 * if (flow.status === 'ready' || flow.status === 'invalid')
 *   return <input value={flow.price} onChange={(event) => flow.setPrice(event.target.value)} />
 */
export function useBid(input: BidInput): BidFlow {
  const { client, wallet, account, connect, messages } = useKit()
  const { target, enabled = true } = input
  const chain = chainOf(client, input.chainId)
  const chainId = chain.id
  const [price, setPrice] = useState('')
  const [chosen, setCurrency] = useState<`0x${string}`>()
  const [quantity, setQuantity] = useState(1)
  const [chosenDuration, setDuration] = useState<DurationName>()
  const { live, start } = useRunFlow(`bid:${chainId}:${account}:${Object.values(target).join()}`)
  const ref = 'token' in target ? target.token : undefined
  const reading = { chainId, enabled: enabled && live === undefined }
  const tokenRead = useToken({ token: ref, ...reading })
  const token = tokenRead.data
  const { currencies, currency } = offerCurrencies(chain, chosen)
  const auction = openAuction(token)
  const asked = askedOf(chain, currencies, auction)
  const duration = chosenDuration ?? (auction === undefined ? 'threeDays' : longEnough(auction.endsAt))
  const held = useBalance({ chainId, currency: currency?.address })
  const native = useBalance({ chainId, currency: nativeCoin })
  const entire = 'collection' in target && !('attributeKey' in target) ? target.collection : undefined
  const collectionRead = useCollection({ id: entire, ...reading })
  const collection = collectionRead.data
  const cheapest = [token?.market?.floorAsk, collection?.floorAsk].find((ask) => ask?.price != null)
  const lowestAsk = moneyOrUndefined(chain, usePresentPrice(cheapest))
  const highOf = useHighPrice(chain, lowestAsk, currency?.address)
  const highest = [token?.market?.topBid, collection?.topBid].find((bid) => bid?.price != null)
  usePreload('bid', enabled)

  if (live !== undefined) return live
  if (!enabled) return { status: 'idle' }
  if (wallet === undefined || account === undefined) return { status: 'connect', connect }
  if (currency === undefined) return { status: 'unavailable', reason: 'no_currency', retry: undefined }
  // Without them it is not known whether the price buys at once, or is below the best offer.
  const isReading =
    (ref !== undefined && tokenRead.isPending) || (entire !== undefined && collectionRead.isPending)
  if (isReading) return { status: 'loading' }
  const wraps = currency.address === chain.wrappedNative
  const funds = held.data === undefined ? undefined : held.data + (wraps ? (native.data ?? 0n) : 0n)
  const { address, decimals } = currency
  const balance = held.data === undefined ? undefined : moneyOfToken(currency, held.data)
  const most = ref === undefined || token?.token.kind === 'erc1155' ? unitLimit : 1
  const readable = Number.isSafeInteger(quantity) && quantity >= 1 && quantity <= most
  const unit = parseAmount(price, decimals, messages.locale)
  const amount = typeof unit === 'bigint' && readable ? unit * BigInt(quantity) : undefined
  const gross = amount === undefined ? undefined : moneyOfToken(currency, amount)
  const terms = { price, setPrice, currency, currencies, setCurrency, duration, setDuration, balance }
  const bestOffer = moneyOrUndefined(chain, highest?.price)
  const isShort = funds !== undefined && amount !== undefined && funds < amount
  const form: BidForm = {
    ...terms,
    quantity,
    setQuantity,
    most,
    gross,
    lowestAsk,
    bestOffer,
    missing: isShort ? moneyIn(chain, wraps ? nativeCoin : address, amount - funds, currency) : undefined,
    asked,
    outlastedBy:
      auction !== undefined && endsEarly(duration, auction.endsAt) ? auction.endsAt * 1_000 : undefined,
    high: typeof unit === 'bigint' ? highOf(moneyOfToken(currency, unit)) : undefined,
    belowAsked: asked?.currency === address && typeof unit === 'bigint' && unit > 0n && unit < asked.amount,
    outbid:
      highest?.maker !== account &&
      typeof unit === 'bigint' &&
      unit > 0n &&
      bestOffer !== undefined &&
      isSameCoin(chain, bestOffer.currency, address) &&
      unit <= bestOffer.amount,
    buysNow:
      cheapest?.maker !== account &&
      !isShort &&
      typeof unit === 'bigint' &&
      lowestAsk !== undefined &&
      isSameCoin(chain, lowestAsk.currency, address) &&
      unit >= lowestAsk.amount &&
      ((lowestAsk.currency === address ? held.data : native.data) ?? lowestAsk.amount) >= lowestAsk.amount,
  }
  if (typeof unit !== 'bigint') return { ...form, status: 'invalid', reason: unit }
  if (unit === 0n) return { ...form, status: 'invalid', reason: 'no_price' }
  if (amount === undefined) return { ...form, status: 'invalid', reason: 'bad_quantity' }
  if (isShort) return { ...form, status: 'invalid', reason: 'low_balance' }
  if (form.high?.confirmed === false) return { ...form, status: 'invalid', reason: 'high_price' }
  const confirm = () =>
    start((setup) =>
      placeBids(client, {
        wallet,
        chainId,
        bids: [
          {
            ...target,
            weiPrice: amount,
            quantity,
            currency: address,
            expirationTime: endOf(durations[duration]),
          },
        ],
        ...setup,
      }),
    )
  return { ...form, status: 'ready', confirm }
}

type OpenAuction = NonNullable<NonNullable<Token['market']>['auction']>

/** The announced auction of a token, unless it is over. */
function openAuction(token: Token | null | undefined): OpenAuction | undefined {
  const auction = token?.market?.auction
  return auction == null || auction.endsAt * 1_000 <= Date.now() ? undefined : auction
}

/** The lowest amount that an auction asks for, unless its currency cannot be used for offers here. */
function askedOf(
  chain: Chain,
  currencies: readonly PaymentToken[],
  auction: OpenAuction | undefined,
): Money | undefined {
  if (auction === undefined) return undefined
  const asked = moneyOf(chain, auction.nextOffer ?? auction.reserve)
  return currencies.some(({ address }) => address === asked.currency) ? asked : undefined
}

const moneyOrUndefined = (chain: Chain, price: Price | null | undefined): Money | undefined =>
  price == null ? undefined : moneyOf(chain, price)
