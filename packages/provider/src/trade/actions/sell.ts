import { SeaportError } from '@sluice/seaport'
import { splitToken } from '@sluice/wire'
import type { Address, Hex } from 'viem'
import { ApiError } from '../../apiError.ts'
import type { Question } from '../../chain/live.ts'
import { missingRoyalties } from '../../orders/missingRoyalties.ts'
import type { TradeContext } from '../context.ts'
import { chooseConduit, currencyOf, type Exchange, orderSalt, sourceTag } from '../exchange.ts'
import { royaltiesNow } from '../fills/checkOrders.ts'
import { type FillCall, sellCalls } from '../fills/fillCalls.ts'
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
import { sellSteps, type TransactionItem } from '../steps/steps.ts'
import { incomplete, operatorCall, transactionData } from '../steps/transactions.ts'
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

function callsOf(
  context: TradeContext,
  body: SellRequest,
  quoted: readonly Quoted[],
  conduitFor: (exchange: Exchange) => { key: Hex; address: Address },
): readonly FillCall[] {
  try {
    return sellCalls(quoted, {
      chain: context.chain,
      payer: body.taker,
      recipient: body.taker,
      conduitFor,
      now: context.now(),
      suffix: body.source == null ? undefined : sourceTag(body.source),
      salt: orderSalt(undefined, context.randomBytes) >> 16n,
    })
  } catch (cause) {
    if (!(cause instanceof SeaportError)) throw cause
    throw new ApiError('noFulfilment', 'Unable to generate fulfillment for the order')
  }
}

/**
 * Plans the acceptance of offers: the best open bids for each token, checked on chain, and the calls that fill them.
 * The seller approves the NFT only; fees are paid from what the bidder pays.
 * @throws {ApiError}
 */
export async function sell(context: TradeContext, body: SellRequest) {
  const { chain, live, book } = context
  const contracts = body.items.map(({ token }) => splitToken(token).contract)
  const collections = await collectionsOf(context, contracts)
  const unknown = contracts.findIndex((contract) => !collections.has(contract))
  if (unknown !== -1) throw new ApiError('unknownToken', 'Unknown token', { field: `items.${unknown}.token` })
  const { quoted: priced, errors } = await withBookFills(context, body, body.taker, async (skipped) => {
    const { chosen, errors } = await selectBids(context, body, collections, skipped)
    return { errors, quoted: await quoteAll(context, body, chosen) }
  })
  const quoted = body.onlyPath
    ? priced
    : await withZoneSignatures(context, priced, body.taker, body.partial, errors)
  const conduitFor = (exchange: Exchange) => {
    const conduit = chooseConduit(chain, exchange)
    if (conduit === undefined) throw new ApiError('other', 'No conduit is open on this chain')
    return conduit
  }
  const calls = callsOf(context, body, quoted, conduitFor)
  const path = quoted.map((entry) => sellPath(entry, chain.zone))
  if (body.onlyPath) return { path }

  const needs = [
    ...new Map(
      calls.flatMap(({ exchange, entries }) =>
        entries.map(({ chosen: { order } }) => {
          const operator = conduitFor(exchange).address
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
    .map(({ collection, operator }) =>
      incomplete(transactionData(body.taker, operatorCall(collection, operator), body)),
    )
  const sales = calls.map(
    ({ call, entries, gas }): TransactionItem => ({
      ...incomplete(transactionData(body.taker, call, body)),
      orderIds: entries.map((entry) => entry.chosen.order.id),
      gasEstimate: gas,
    }),
  )
  const requestId = context.requestId()
  await book.saveExecution({ requestId, kind: 'sell', account: body.taker })
  return { requestId, steps: sellSteps({ approvals, sales }), errors, path }
}
