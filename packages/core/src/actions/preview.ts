import { zeroAddress } from '@sluice/seaport/addresses'
import { type Client, chainOf } from '../client.ts'
import { loaded } from '../errors.ts'
import { parseAddress } from '../input/values.ts'
import { requestPlan } from '../plan/requestPlan.ts'
import { type AcceptOffersParameters, prepareSell } from './acceptOffers.ts'
import { type BuyTokensParameters, prepareBuy } from './buyTokens.ts'
import { type CancelOrdersParameters, prepareCancel } from './cancelOrders.ts'
import { type ListTokensParameters, prepareList } from './listTokens.ts'
import { type PlaceBidsParameters, prepareBid } from './placeBids.ts'
import type { Preview } from './readPreview.ts'
import type { Given, Prepare, RunParameters } from './startAction.ts'
import { prepareTransfer, type TransferTokensParameters } from './transferTokens.ts'

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

/** What the preview of an action takes: all but what only a run needs. */
type Previewed<T extends RunParameters, P = PreviewParameters> = P & Given<T>

/**
 * Quotes a purchase, without a wallet: its price with fees on top, and with `steps` what the wallet will be asked.
 * Nothing is checked, signed or sent. The same as `preview.buyTokens`, without the code of the other actions.
 *
 * @throws {TradeError} as `buyTokens` would.
 * @example
 * ```ts
 * const { totals, prices } = await previewBuyTokens(client, { items: [{ token: `${contract}:42` }] })
 * ```
 */
export const previewBuyTokens = (
  client: Client,
  parameters: Previewed<BuyTokensParameters, QuoteParameters>,
): Promise<Preview> => show(client, parameters, prepareBuy)

/**
 * Quotes a sale into offers, without a wallet: what it brings after fees. Nothing is checked, signed or sent. The same
 * as `preview.acceptOffers`, without the code of the other actions.
 *
 * @throws {TradeError} as `acceptOffers` would.
 * @example
 * ```ts
 * const { totals } = await previewAcceptOffers(client, { items: [{ token: `${contract}:42` }] })
 * ```
 */
export const previewAcceptOffers = (
  client: Client,
  parameters: Previewed<AcceptOffersParameters, QuoteParameters>,
): Promise<Preview> => show(client, parameters, prepareSell)

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
  /** Quotes a purchase: its price with fees on top, and with `steps` what the wallet will be asked. */
  buyTokens: previewBuyTokens,
  /** Quotes a sale into offers: what it brings after fees. */
  acceptOffers: previewAcceptOffers,
  /** The approvals and signatures that listings take. */
  listTokens: (client: Client, parameters: Previewed<ListTokensParameters>): Promise<Preview> =>
    show(client, parameters, prepareList),
  /** The wrapping, approvals and signatures that offers take, and what they promise. */
  placeBids: (client: Client, parameters: Previewed<PlaceBidsParameters>): Promise<Preview> =>
    show(client, parameters, prepareBid),
  /** The transactions or signatures that a cancellation takes. */
  cancelOrders: (client: Client, parameters: Previewed<CancelOrdersParameters>): Promise<Preview> =>
    show(client, parameters, prepareCancel),
  /** The transactions that a transfer takes. */
  transferTokens: (client: Client, parameters: Previewed<TransferTokensParameters>): Promise<Preview> =>
    show(client, parameters, prepareTransfer),
} as const

/** Sends the request of the action and parses the response. Nothing is checked: a run checks its own plan. */
async function show<T extends QuoteParameters>(
  client: Client,
  parameters: T,
  prepare: Prepare<T>,
): Promise<Preview> {
  const reading = loaded(import('./readPreview.ts'))
  reading.catch(() => undefined)
  const chain = chainOf(client, parameters.chainId)
  const account = parameters.account === undefined ? zeroAddress : parseAddress(parameters.account, 'account')
  const { intent, path, body, price } = await prepare(client, chain, account, parameters)
  const quoteOnly = price !== undefined && parameters.steps !== true
  const asked = quoteOnly ? { ...body, onlyPath: true } : body
  const answer = await requestPlan(client, chain, { path, body: asked }, parameters.signal)
  return (await reading).readPreview(chain, intent, answer)
}
