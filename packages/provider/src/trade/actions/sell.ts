import { SeaportError } from '@sluice/seaport'
import { splitToken } from '@sluice/wire'
import { ApiError } from '../../apiError.ts'
import type { Question } from '../../chain/live.ts'
import { missingRoyalties } from '../../orders/missingRoyalties.ts'
import type { TradeContext } from '../context.ts'
import { currencyOf } from '../exchange.ts'
import { royaltiesNow } from '../fills/checkOrders.ts'
import { type FillCall, type FillTerms, sellCalls } from '../fills/fillCalls.ts'
import { fillTerms } from '../fills/fillTerms.ts'
import {
  bidGross,
  type Chosen,
  extrasPerUnit,
  type Quoted,
  royaltyExtras,
  sellNet,
  sellPath,
  withFeesOnTop,
} from '../fills/quote.ts'
import { selectBids } from '../fills/selectBids.ts'
import { withBookFills } from '../fills/withBookFills.ts'
import { withZoneSignatures } from '../fills/withZoneSignatures.ts'
import type { SellRequest } from '../requests.ts'
import type { TrialOf } from '../simulation/revertingOrders.ts'
import { approvalGas, isComplete, trialGas } from '../simulation/trialGas.ts'
import { type PlannedFills, withErrors, withoutReverting } from '../simulation/withoutReverting.ts'
import { sellSteps, type TransactionItem } from '../steps/steps.ts'
import { incomplete, operatorCall, transactionData, unaskedTransferCall } from '../steps/transactions.ts'
import { collectionsOf } from './orderTerms.ts'

async function quoteAll(
  context: TradeContext,
  body: SellRequest,
  chosen: readonly Chosen[],
): Promise<readonly Quoted[]> {
  const royaltiesOf = await royaltiesNow(context, body.normalizeRoyalties ? chosen : [])
  const quoted = chosen.map((one): Quoted => {
    const { order, units } = one
    const currency = currencyOf(context.chain, order.currency)
    if (currency === undefined || (body.currency != null && body.currency !== order.currency))
      throw new ApiError('other', 'The offer is in another currency; selling with a swap is not supported', {
        orderId: order.id,
        field: `items.${one.itemIndex}`,
      })
    const gross = bidGross(order, units)
    return {
      chosen: one,
      currency,
      gross,
      extras: royaltyExtras(gross / units, missingRoyalties(order, royaltiesOf(one))),
    }
  })
  const withFees = body.feesOnTop.length === 0 ? quoted : payFees(quoted, body)
  const short = withFees.find((entry) => sellNet({ ...entry, extras: [] }) < extrasPerUnit(entry))
  if (short !== undefined)
    throw new ApiError('other', 'Total fees exceed price', {
      orderId: short.chosen.order.id,
      field: 'feesOnTop',
    })
  return withFees
}

/** Fees on top are in one currency, which must be the currency of all bids. */
function payFees(quoted: readonly Quoted[], body: SellRequest): readonly Quoted[] {
  if (new Set(quoted.map(({ currency }) => currency.contract)).size > 1)
    throw new ApiError('other', 'Fees on top cannot be paid in several currencies', { field: 'feesOnTop' })
  return withFeesOnTop(quoted, body.feesOnTop)
}

function callsOf(quoted: readonly Quoted[], terms: FillTerms): readonly FillCall[] {
  try {
    return sellCalls(quoted, terms)
  } catch (cause) {
    if (!(cause instanceof SeaportError)) throw cause
    throw new ApiError('noFulfilment', 'Unable to generate fulfillment for the order')
  }
}

/** The trial of one offer. Its maker gives the token back, so that the next offer can be tried as well. */
function trialOfBid(
  context: TradeContext,
  body: SellRequest,
  chosen: Chosen,
  index: number,
  extras: Quoted['extras'] = [],
) {
  const { order, tokenId, units } = chosen
  const { contract, maker } = order
  const currency = currencyOf(context.chain, order.currency)
  if (currency === undefined || !isComplete(chosen)) return undefined
  const terms = fillTerms(context, body)
  const entry: Quoted = { chosen, currency, gross: bidGross(order, units), extras }
  const [fill] = callsOf([entry], { ...terms, salt: terms.salt + BigInt(index) })
  if (fill === undefined) return undefined
  const conduit = terms.conduitFor(fill.exchange).address
  const token = { contract, tokenId, units, kind: order.tokenKind }
  return {
    calls: [
      { ...operatorCall(contract, conduit), gas: approvalGas },
      { ...fill.call, gas: trialGas(1) },
    ],
    after: [{ ...unaskedTransferCall(token, maker, body.taker), from: maker, gas: approvalGas }],
  }
}

/** Plans a sale with the offers that the context does not leave out. */
async function planned(
  context: TradeContext,
  body: SellRequest,
  collections: Parameters<typeof selectBids>[2],
) {
  const terms = fillTerms(context, body)
  const { quoted: priced, errors } = await withBookFills(context, body, body.taker, async (skipped) => {
    const { chosen, errors } = await selectBids(context, body, collections, skipped)
    return { errors, quoted: await quoteAll(context, body, chosen) }
  })
  const quoted = body.onlyPath
    ? priced
    : await withZoneSignatures(context, priced, body.taker, body.partial, errors)
  const calls = callsOf(quoted, terms)
  const path = quoted.map((entry) => sellPath(entry, context.chain.zone))
  return { quoted, calls, errors, path, terms }
}

/** The steps of a planned sale, and what is simulated of them. */
async function withSteps(
  { live }: TradeContext,
  body: SellRequest,
  plan: Awaited<ReturnType<typeof planned>>,
) {
  const { quoted, calls, terms } = plan
  const needs = [
    ...new Map(
      calls.flatMap(({ exchange, entries }) =>
        entries.map(({ chosen: { order } }) => {
          const operator = terms.conduitFor(exchange).address
          return [`${order.contract}|${operator}`, { collection: order.contract, operator }] as const
        }),
      ),
    ).values(),
  ]
  const facts = await live.read(
    needs.map(
      ({ collection, operator }): Question => ({
        ask: 'operator',
        token: collection,
        account: body.taker,
        operator,
      }),
    ),
  )
  const approvals = needs
    .filter(({ collection, operator }) => !facts.isOperator(collection, body.taker, operator))
    .map(({ collection, operator }) => operatorCall(collection, operator))
  const sales = calls.map(
    ({ call, entries, gas }): TransactionItem => ({
      ...incomplete(transactionData(body.taker, call, body)),
      orderIds: entries.map((entry) => entry.chosen.order.id),
      gasEstimate: gas,
    }),
  )
  const steps = sellSteps({
    approvals: approvals.map((call) => incomplete(transactionData(body.taker, call, body))),
    sales,
  })
  const wanted = body.items.reduce((sum, { quantity }) => sum + BigInt(quantity), 0n)
  const units = quoted.reduce((sum, { chosen }) => sum + chosen.units, 0n)
  const fills: PlannedFills = { approvals, calls, mints: [], isPaid: true, isShort: units < wanted }
  return { ...plan, steps, fills }
}

/**
 * Plans the acceptance of offers: the best open bids for each token, checked on chain, and the calls that fill them.
 * The seller approves the NFT only; fees are paid from what the bidder pays. Offers whose fills would revert are left
 * out.
 * @throws {ApiError}
 */
export async function sell(context: TradeContext, body: SellRequest) {
  const contracts = body.items.map(({ token }) => splitToken(token).contract)
  const collections = await collectionsOf(context, contracts)
  const unknown = contracts.findIndex((contract) => !collections.has(contract))
  if (unknown !== -1) throw new ApiError('unknownToken', 'Unknown token', { field: `items.${unknown}.token` })
  if (body.onlyPath) return { path: (await planned(context, body, collections)).path }
  const trialOf: TrialOf = (chosen, index, royalties) => trialOfBid(context, body, chosen, index, royalties)
  const filler = { account: body.taker, recipient: body.taker }
  const { steps, errors, path, leftOut } = await withoutReverting(context, filler, trialOf, async (own) =>
    withSteps(own, body, await planned(own, body, collections)),
  )
  const requestId = context.requestId()
  await context.book.saveExecution({ requestId, kind: 'sell', account: body.taker })
  return { requestId, steps, errors: withErrors(errors, leftOut), path }
}
