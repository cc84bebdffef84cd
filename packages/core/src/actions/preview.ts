import type { PathEntry, Plan } from '@sluice/wire'
import { type Address, zeroAddress } from 'viem'
import { fetchPlan, fetchQuote } from '../api/endpoints.ts'
import { type Chain, decimalsOf } from '../chains/chain.ts'
import { type Client, chainOf } from '../client.ts'
import type { Prepared } from '../execution/execute.ts'
import { type AcceptOffersParameters, prepareSell } from './acceptOffers.ts'
import { type BuyTokensParameters, prepareBuy } from './buyTokens.ts'
import { type CancelOrdersParameters, prepareCancel } from './cancelOrders.ts'
import { readAddress } from './input.ts'
import { type ListTokensParameters, prepareList } from './listTokens.ts'
import { type PlaceBidsParameters, prepareBid } from './placeBids.ts'
import type { RunParameters } from './start.ts'
import { prepareTransfer, type TransferTokensParameters } from './transferTokens.ts'

export type PreviewParameters = {
  /** Whose plan is asked for. A quote needs none. */
  readonly account?: string | undefined
  readonly chainId?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** What everything together costs (buy) or brings (sell) in one currency. */
export type PreviewTotal = {
  readonly currency: Address
  readonly decimals: number
  /** Base units: per-unit prices times quantities, fees on top included (buy) or taken off (sell). */
  readonly raw: bigint
}

/** The provider's plan and quote. Nothing is checked, signed or sent. */
export type Preview = {
  readonly chainId: number
  readonly requestId: string | undefined
  readonly path: readonly PathEntry[]
  readonly steps: Plan['steps']
  readonly totals: readonly PreviewTotal[]
  /** What could not be included, with the provider's reason. */
  readonly problems: readonly {
    readonly message: string
    readonly orderId?: string
    readonly orderIndex?: number
  }[]
  /** Most units per item of the request, where the provider says so. */
  readonly maxQuantities: readonly { readonly itemIndex: number; readonly maxQuantity: bigint | undefined }[]
}

type PreviewOf<T extends RunParameters> = Omit<T, keyof RunParameters> & PreviewParameters

/** Quotes for buying (`onlyPath`). */
const buy = (client: Client, parameters: PreviewOf<BuyTokensParameters>): Promise<Preview> =>
  quote(client, parameters, (chain, account) => prepareBuy(client, chain, account, parameters))

const sell = (client: Client, parameters: PreviewOf<AcceptOffersParameters>): Promise<Preview> =>
  quote(client, parameters, (chain, account) => prepareSell(client, chain, account, parameters))

const list = (client: Client, parameters: PreviewOf<ListTokensParameters>): Promise<Preview> =>
  plan(client, parameters, (chain, account) => prepareList(client, chain, account, parameters))

const bid = (client: Client, parameters: PreviewOf<PlaceBidsParameters>): Promise<Preview> =>
  plan(client, parameters, (chain, account) => prepareBid(client, chain, account, parameters))

const cancel = (client: Client, parameters: PreviewOf<CancelOrdersParameters>): Promise<Preview> =>
  plan(client, parameters, (chain, account) => prepareCancel(chain, account, parameters))

const transfer = (client: Client, parameters: PreviewOf<TransferTokensParameters>): Promise<Preview> =>
  plan(client, parameters, (chain, account) => prepareTransfer(chain, account, parameters))

/** The plan and quote of each action, without a wallet. */
export const preview = {
  buyTokens: buy,
  acceptOffers: sell,
  listTokens: list,
  placeBids: bid,
  cancelOrders: cancel,
  transferTokens: transfer,
} as const

type Prepare = (chain: Chain, account: Address) => Prepared

async function quote(client: Client, parameters: PreviewParameters, prepare: Prepare): Promise<Preview> {
  const { chain, prepared } = start(client, parameters, prepare)
  const body = { ...prepared.body, onlyPath: true }
  const answer = await fetchQuote(client, chain, prepared.route, body, parameters.signal)
  return previewOf(chain, answer, prepared.price?.side)
}

async function plan(client: Client, parameters: PreviewParameters, prepare: Prepare): Promise<Preview> {
  const { chain, prepared } = start(client, parameters, prepare)
  const signal = parameters.signal ?? new AbortController().signal
  return previewOf(chain, await fetchPlan(client, chain, prepared.route, prepared.body, signal), undefined)
}

function start(client: Client, parameters: PreviewParameters, prepare: Prepare) {
  const chain = chainOf(client, parameters.chainId)
  const account = parameters.account === undefined ? zeroAddress : readAddress(parameters.account, 'account')
  return { chain, prepared: prepare(chain, account) }
}

function previewOf(chain: Chain, answer: Plan, side: 'buy' | 'sell' | undefined): Preview {
  const path = answer.path ?? []
  return {
    chainId: chain.id,
    requestId: answer.requestId ?? undefined,
    path,
    steps: answer.steps,
    totals: side === undefined ? [] : totalsOf(chain, path, side),
    problems: (answer.errors ?? []).map(({ message, orderId, orderIndex }) => ({
      message: message ?? '',
      ...(orderId == null ? {} : { orderId }),
      ...(orderIndex == null ? {} : { orderIndex }),
    })),
    maxQuantities: (answer.maxQuantities ?? []).map(({ itemIndex, maxQuantity }) => ({
      itemIndex,
      maxQuantity: maxQuantity != null && /^[0-9]{1,78}$/.test(maxQuantity) ? BigInt(maxQuantity) : undefined,
    })),
  }
}

/** Adds up a path per currency. Quotes are per unit, and a total without fees is never above one with them. */
export function totalsOf(
  chain: Chain,
  path: readonly PathEntry[],
  side: 'buy' | 'sell',
): readonly PreviewTotal[] {
  const totals = new Map<Address, PreviewTotal>()
  for (const entry of path) {
    const other = side === 'buy' ? entry.buyInCurrency : entry.sellOutCurrency
    const currency = other ?? entry.currency ?? zeroAddress
    const decimals = side === 'buy' ? entry.buyInCurrencyDecimals : entry.sellOutCurrencyDecimals
    const before = totals.get(currency)
    totals.set(currency, {
      currency,
      decimals: before?.decimals ?? decimals ?? entry.currencyDecimals ?? decimalsOf(chain, currency),
      raw: (before?.raw ?? 0n) + unitPrice(entry, side) * BigInt(entry.quantity ?? 1),
    })
  }
  return [...totals.values()]
}

/** As the price check counts it: a royalty on top is part of the quote already. */
function unitPrice(entry: PathEntry, side: 'buy' | 'sell'): bigint {
  const fees = (entry.feesOnTop ?? [])
    .filter((fee) => fee.kind !== 'royalty')
    .reduce((sum, fee) => sum + (fee.rawAmount ?? 0n), 0n)
  const other = side === 'buy' ? entry.buyInRawQuote : entry.sellOutRawQuote
  const quote = other ?? entry.rawQuote ?? 0n
  if (side === 'sell') return quote > fees ? quote - fees : 0n
  const total = other == null ? (entry.totalRawPrice ?? 0n) : 0n
  return total > quote + fees ? total : quote + fees
}
