import { zeroAddress } from '@sluice/seaport/addresses'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { type Client, chainOf } from '../client.ts'
import { loaded } from '../errors.ts'
import type { PreparedAction } from '../plan/preparedAction.ts'
import { requestPlan } from '../plan/requestPlan.ts'
import type { AcceptOffersParameters } from './acceptOffers.ts'
import type { BuyTokensParameters } from './buyTokens.ts'
import type { CancelOrdersParameters } from './cancelOrders.ts'
import { readAddress } from './input.ts'
import type { ListTokensParameters } from './listTokens.ts'
import type { PlaceBidsParameters } from './placeBids.ts'
import type { Preview } from './readPreview.ts'
import type { RunParameters } from './startAction.ts'
import type { TransferTokensParameters } from './transferTokens.ts'

/** What every preview takes beside the action's own parameters. */
export type PreviewParameters = {
  /** Whose plan is asked for. A quote needs none. */
  readonly account?: string | undefined
  readonly chainId?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** A purchase or a sale is quoted alone (`onlyPath`), or with the steps it takes the account. */
export type QuoteParameters = PreviewParameters & {
  /** Also asks for the steps, which needs `account`. The provider may then refuse what the account cannot pay. */
  readonly steps?: boolean | undefined
}

type Given<T extends RunParameters> = Omit<T, keyof RunParameters>

/** Quotes a purchase: its price with fees on top, and with `steps` what the wallet will be asked. */
function buy(client: Client, parameters: QuoteParameters & Given<BuyTokensParameters>): Promise<Preview> {
  return show(client, parameters, async (chain, account) =>
    (await loaded(import('./buyTokens.ts'))).prepareBuy(client, chain, account, parameters),
  )
}

/** Quotes a sale into offers: what it brings after fees. */
function sell(client: Client, parameters: QuoteParameters & Given<AcceptOffersParameters>): Promise<Preview> {
  return show(client, parameters, async (chain, account) =>
    (await loaded(import('./acceptOffers.ts'))).prepareSell(client, chain, account, parameters),
  )
}

/** The approvals and signatures that listings take. */
function list(client: Client, parameters: PreviewParameters & Given<ListTokensParameters>): Promise<Preview> {
  return show(client, parameters, async (chain, account) =>
    (await loaded(import('./listTokens.ts'))).prepareList(client, chain, account, parameters),
  )
}

/** The wrapping, approvals and signatures that offers take, and what they promise. */
function bid(client: Client, parameters: PreviewParameters & Given<PlaceBidsParameters>): Promise<Preview> {
  return show(client, parameters, async (chain, account) =>
    (await loaded(import('./placeBids.ts'))).prepareBid(client, chain, account, parameters),
  )
}

/** The transactions or signatures that a cancellation takes. */
function cancel(
  client: Client,
  parameters: PreviewParameters & Given<CancelOrdersParameters>,
): Promise<Preview> {
  return show(client, parameters, async (chain, account) =>
    (await loaded(import('./cancelOrders.ts'))).prepareCancel(chain, account, parameters),
  )
}

/** The transactions that a transfer takes. */
function transfer(
  client: Client,
  parameters: PreviewParameters & Given<TransferTokensParameters>,
): Promise<Preview> {
  return show(client, parameters, async (chain, account) =>
    (await loaded(import('./transferTokens.ts'))).prepareTransfer(chain, account, parameters),
  )
}

/**
 * Requests the plan and quote of each action, without a wallet. Nothing is checked, signed or sent.
 *
 * @throws {TradeError} as the action would.
 * @example
 * ```ts
 * const { totals, prices } = await preview.buyTokens(client, { items: [{ token: `${contract}:42` }] })
 * ```
 */
export const preview = {
  buyTokens: buy,
  acceptOffers: sell,
  listTokens: list,
  placeBids: bid,
  cancelOrders: cancel,
  transferTokens: transfer,
} as const

/** Asks as the action would, and reads the answer. Nothing is judged: a run judges its own plan again. */
async function show(
  client: Client,
  parameters: QuoteParameters,
  prepare: (chain: Chain, account: Address) => PreparedAction | Promise<PreparedAction>,
): Promise<Preview> {
  const reading = loaded(import('./readPreview.ts'))
  reading.catch(() => undefined)
  const chain = chainOf(client, parameters.chainId)
  const account = parameters.account === undefined ? zeroAddress : readAddress(parameters.account, 'account')
  const prepared = await prepare(chain, account)
  const quoteOnly = prepared.price !== undefined && parameters.steps !== true
  const body = quoteOnly ? { ...prepared.body, onlyPath: true } : prepared.body
  const answer = await requestPlan(client, chain, { path: prepared.path, body }, parameters.signal)
  return (await reading).readPreview(chain, prepared.intent, answer)
}
