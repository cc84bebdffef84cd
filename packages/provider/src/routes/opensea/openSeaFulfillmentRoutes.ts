import {
  address,
  amount,
  buyBody,
  bytes32,
  maybe,
  object,
  ParseError,
  parse,
  sellBody,
  text,
} from '@sluice/wire'
import * as v from 'valibot'
import { parseUnits } from 'viem'
import { ApiError } from '../../apiError.ts'
import { currencyOf } from '../../trade/exchange.ts'
import { selfChecked } from '../../trade/selfCheck/selfCheck.ts'
import type { RouteContext } from '../routeContexts.ts'
import { defineOpenSeaRoute } from './defineOpenSeaRoute.ts'
import { checkChain, openSeaChain } from './openSeaChain.ts'
import { fulfillmentData, type TransactionPlan, transactionsOf } from './openSeaFulfillment.ts'
import { protocolData } from './openSeaSchemas.ts'

const answer = v.strictObject({
  protocol: v.literal('seaport1.6'),
  fulfillment_data: v.strictObject({
    transaction: v.strictObject({
      function: v.string(),
      chain: v.number(),
      to: address,
      value: v.string(),
      input_data: v.record(v.string(), v.unknown()),
    }),
    orders: v.array(protocolData),
  }),
})

const order = object({ hash: bytes32, chain: text(64), protocol_address: address })
const units = v.pipe(
  v.optional(
    v.union([v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,8}$/)), v.pipe(v.number(), v.integer())]),
    '1',
  ),
  v.transform(Number),
  v.check((value) => value >= 1 && value <= 1_000_000_000, 'must be a whole number from 1'),
)
const filled = {
  fulfiller: object({ address }),
  consideration: maybe(object({ asset_contract_address: address, token_id: amount })),
  units_to_fill: units,
  include_optional_creator_fees: v.optional(v.boolean('must be true or false'), false),
}

/** The SDK's names of what the plan of a fill may reject. */
const namesFor = (side: 'listing' | 'offer') => ({
  'items.0.orderId': `${side}.hash`,
  'items.0.token': 'consideration',
  'items.0.quantity': 'units_to_fill',
  items: `${side}.hash`,
  taker: 'fulfiller.address',
  relayer: 'fulfiller.address',
})

/** A purchase, planned and checked as those of our own clients are. */
async function planBuy({ trade, planners }: RouteContext, request: object): Promise<TransactionPlan> {
  const body = parse(buyBody, request, 'The request')
  return selfChecked<TransactionPlan>(trade, { route: 'buy', body }, () => planners.buy(trade, body))
}

/** The token that an offer is filled with: the one that it names, or the one that the request names. */
async function tokenFor(
  { trade }: RouteContext,
  id: `0x${string}`,
  named: { readonly asset_contract_address: string; readonly token_id: bigint } | null | undefined,
): Promise<string> {
  if (named != null) return `${named.asset_contract_address}:${named.token_id}`
  const [offer] = await trade.book.ordersById([id])
  if (offer === undefined)
    throw new ApiError('notFound', 'There is no such order here', { field: 'offer.hash' })
  if (offer.tokenId === undefined) throw new ParseError('The request', 'consideration', 'is missing')
  return `${offer.contract}:${offer.tokenId}`
}

/** An amount in a currency's own units, as text. */
const decimals = v.pipe(
  v.string('must be an amount in decimal'),
  v.regex(/^[0-9]{1,30}(?:\.[0-9]{1,18})?$/, 'must be an amount in decimal'),
)

/** Fills of orders: what to send, from the same plans as everybody's. */
export const openSeaFulfillmentRoutes = [
  defineOpenSeaRoute(
    {
      method: 'POST',
      path: '/api/v2/listings/fulfillment_data',
      summary: 'For OpenSea’s SDK: the call that buys a listing.',
      answer,
      body: object({ ...filled, listing: order, recipient: maybe(address) }),
      handler: async ({ body, context }) => {
        checkChain(context, body.listing.chain, 'listing.chain')
        const { address: fulfiller } = body.fulfiller
        const plan = await planBuy(context, {
          items: [{ orderId: body.listing.hash, quantity: body.units_to_fill }],
          taker: body.recipient ?? fulfiller,
          ...(body.recipient == null ? {} : { relayer: fulfiller }),
          normalizeRoyalties: body.include_optional_creator_fees,
          skipBalanceCheck: true,
        })
        return fulfillmentData(context, plan)
      },
    },
    namesFor('listing'),
  ),
  defineOpenSeaRoute(
    {
      method: 'POST',
      path: '/api/v2/offers/fulfillment_data',
      summary: 'For OpenSea’s SDK: the call that accepts an offer.',
      answer,
      body: object({ ...filled, offer: order }),
      handler: async ({ body, context }) => {
        checkChain(context, body.offer.chain, 'offer.chain')
        const { trade, planners } = context
        const { hash: orderId } = body.offer
        const token = await tokenFor(context, orderId, body.consideration)
        const asked = parse(
          sellBody,
          {
            items: [{ orderId, token, quantity: body.units_to_fill }],
            taker: body.fulfiller.address,
            normalizeRoyalties: body.include_optional_creator_fees,
          },
          'The request',
        )
        const plan = await selfChecked<TransactionPlan>(trade, { route: 'sell', body: asked }, () =>
          planners.sell(trade, asked),
        )
        return fulfillmentData(context, plan)
      },
    },
    namesFor('offer'),
  ),
  defineOpenSeaRoute(
    {
      method: 'POST',
      path: '/api/v2/listings/sweep',
      summary: 'For OpenSea’s SDK: the transactions that buy the cheapest tokens of a collection.',
      answer: v.strictObject({
        steps: v.array(v.record(v.string(), v.unknown())),
        errors: v.array(v.strictObject({ message: v.string() })),
      }),
      body: object({
        collection_slug: address,
        payment: object({ chain: text(64), token_address: address }),
        max_items: v.pipe(
          v.number('must be a number'),
          v.integer('must be a whole number'),
          v.minValue(1, 'must be at least 1'),
          v.maxValue(50, 'must be at most 50'),
        ),
        max_price_per_item: decimals,
        buyer: address,
        recipient: maybe(address),
      }),
      handler: async ({ body, context }) => {
        const { trade } = context
        const { payment, buyer, recipient, max_items: limit, collection_slug: contract } = body
        checkChain(context, payment.chain, 'payment.chain')
        const currency = currencyOf(trade.chain, payment.token_address)
        if (currency === undefined)
          throw new ParseError('The request', 'payment.token_address', 'must be a currency of this chain')
        const most = parseUnits(body.max_price_per_item, currency.decimals)
        const query = { contract, taker: buyer, excluded: [], limit, currency: currency.contract }
        const cheapest = await trade.book.cheapestAsks(query)
        const wanted = cheapest.filter(({ unitPrice }) => unitPrice <= most)
        if (wanted.length === 0)
          throw new ApiError('noFillableOrders', 'Nothing is listed at this price', {
            field: 'max_price_per_item',
          })
        const plan = await planBuy(context, {
          items: wanted.map(({ id: orderId }) => ({ orderId, quantity: 1 })),
          taker: recipient ?? buyer,
          ...(recipient == null ? {} : { relayer: buyer }),
          currency: currency.contract,
          partial: true,
          skipBalanceCheck: true,
        })
        const chain = { networkId: trade.chain.id, identifier: openSeaChain(trade.chain.id) }
        const step = (name: string, id: string) =>
          transactionsOf(plan, id).map(({ to, data, value = '0x0' }) => ({
            [name]: { transactionSubmissionData: { chain, to, data, value } },
          }))
        const { errors = [] } = plan
        return {
          steps: [...step('paymentApprovalAction', 'currency-approval'), ...step('buyItemAction', 'sale')],
          errors: errors.map(({ message }) => ({ message })),
        }
      },
    },
    { taker: 'recipient', relayer: 'buyer', items: 'collection_slug' },
  ),
]
