import { orderShape } from '@sluice/seaport'
import { address, bytes, count, list, maybe, object, orderComponents, ParseError, text } from '@sluice/wire'
import * as v from 'valibot'
import { type Address, zeroHash } from 'viem'
import { ApiError } from '../../apiError.ts'
import { postOrders } from '../../orders/postOrders.ts'
import { OrderError } from '../../orders/rejectedOrder.ts'
import { attributeTarget, type BidTarget, keepMembers, rootOf } from '../../trade/actions/bidTarget.ts'
import { TermError } from '../../trade/actions/orderTerms.ts'
import type { RouteContext } from '../routeContexts.ts'
import { defineOpenSeaRoute } from './defineOpenSeaRoute.ts'
import { openSeaOrderByHash } from './openSeaOrder.ts'
import { openSeaListing, openSeaOffer } from './openSeaSchemas.ts'

const signed = { parameters: orderComponents, signature: bytes(8192) }
type SignedOrder = v.InferOutput<v.ObjectSchema<typeof signed, undefined>>

const trait = object({ type: text(200), value: text(200) })
const criteria = object({
  collection: object({ slug: address }),
  trait: maybe(trait),
  traits: maybe(list(trait, 50)),
  numericTraits: maybe(list(object({ type: text(200) }), 50)),
})
type Criteria = v.InferOutput<typeof criteria>

/** The Seaport that a request names. @throws {ParseError} when the chain does not trade on it. */
function versionOf({ trade }: RouteContext, protocol: Address) {
  const seaport = trade.chain.seaports.find((one) => one.address === protocol)
  if (seaport === undefined)
    throw new ParseError('The request', 'protocol_address', 'must be a Seaport that is traded on this chain')
  return seaport.version
}

/** Stores a signed order. @param place where it stands in the request. @throws {OrderError} when it is rejected. */
async function post(
  context: RouteContext,
  order: SignedOrder,
  protocol: Address,
  side: 'ask' | 'bid',
  place: string,
) {
  const version = versionOf(context, protocol)
  const { parameters: components, signature } = order
  const shape = orderShape(components)
  if (shape !== undefined && shape.side !== side) {
    const wanted = side === 'ask' ? 'a token, as it is a listing' : 'a currency, as it is an offer'
    throw new ParseError('The request', `${place}parameters.offer`, `must be ${wanted}`)
  }
  const [posted] = await postOrders(context.chain, [{ components, signature, version, source: undefined }])
  if (posted === undefined) throw new Error('A posted order has no result.')
  if (posted.stored) return openSeaOrderByHash(context, posted.id)
  const { reason, id, field, detail } = posted
  const within = field === 'signature' ? field : field === '' ? 'parameters' : `parameters.${field}`
  throw new OrderError(reason, id, `${place}${within}`, detail)
}

/** The one trait that an offer is for; `undefined` for a whole collection. @throws {ApiError} for more than one. */
function traitOf({ trait, traits, numericTraits }: Criteria): Criteria['trait'] {
  const named = [...(trait == null ? [] : [trait]), ...(traits ?? [])]
  if (named.length > 1 || (numericTraits ?? []).length > 0)
    throw new ApiError(
      'notServed',
      'Offers are served for one trait by its value, not for several or for ranges',
      {
        field: 'criteria',
      },
    )
  return named[0]
}

/** The tokens that an offer is for. @throws {ApiError} when no token carries the trait, or too many do. */
async function targetOf({ trade }: RouteContext, named: Criteria): Promise<BidTarget> {
  const contract = named.collection.slug
  const one = traitOf(named)
  if (one == null) return { contract, posted: {} }
  try {
    return await attributeTarget(trade, contract, one.type, one.value)
  } catch (cause) {
    if (!(cause instanceof TermError)) throw cause
    throw new ApiError('other', cause.message, { field: 'criteria' })
  }
}

const orderRoute = (side: 'ask' | 'bid', name: 'listings' | 'offers') =>
  defineOpenSeaRoute({
    method: 'POST',
    path: `/api/v2/orders/{chain}/seaport/${name}`,
    summary: `For OpenSea’s SDK: posts a signed ${side === 'ask' ? 'listing' : 'offer for a token'}.`,
    answer: side === 'ask' ? openSeaListing : openSeaOffer,
    body: object({ ...signed, protocol_address: address }),
    handler: async ({ body, context, c }) => {
      await c.get('countOrders')?.(1)
      return post(context, body, body.protocol_address, side, '')
    },
  })

/** Signed orders, and the terms of offers for many tokens. A second post of the same order is a success. */
export const openSeaPostRoutes = [
  orderRoute('ask', 'listings'),
  orderRoute('bid', 'offers'),
  defineOpenSeaRoute({
    method: 'POST',
    path: '/api/v2/offers/build',
    summary: 'For OpenSea’s SDK: the terms of an offer for a collection or a trait, before it is signed.',
    answer: v.object({
      partialParameters: v.object({
        consideration: v.array(v.object({})),
        zone: address,
        zoneHash: v.string(),
      }),
      criteria: v.object({}),
      encodedTokenIds: v.string(),
    }),
    body: object({
      offerer: address,
      quantity: v.pipe(count(1_000_000_000), v.minValue(1, 'must be at least 1')),
      criteria,
      protocol_address: address,
      offer_protection_enabled: v.optional(v.boolean('must be true or false'), true),
    }),
    handler: async ({ body, context }) => {
      const { chain, trade } = context
      versionOf(context, body.protocol_address)
      // The SDK restricts each such offer to the zone that is named here.
      if (chain.cosigner === undefined)
        throw new ApiError(
          'notServed',
          'OpenSea’s SDK restricts offers for collections and traits to a zone, and this provider has none',
          { field: 'criteria' },
        )
      const target = await targetOf(context, body.criteria)
      const collection = await trade.book.collection(target.contract)
      if (collection === undefined)
        throw new ApiError(
          'notFound',
          'There is no such collection here; a slug is the address of its contract',
          {
            field: 'criteria.collection.slug',
          },
        )
      const root = rootOf(trade, target)
      await keepMembers(trade, target, root)
      const amount = String(body.quantity)
      return {
        partialParameters: {
          consideration: [
            {
              itemType: collection.kind === 'erc721' ? 4 : 5,
              token: target.contract,
              identifierOrCriteria: root.toString(),
              startAmount: amount,
              endAmount: amount,
              recipient: body.offerer,
            },
          ],
          zone: chain.cosigner.zone,
          zoneHash: zeroHash,
        },
        criteria: {
          collection: { slug: target.contract },
          contract: { address: target.contract },
          ...(target.attribute === undefined
            ? {}
            : { trait: { type: target.attribute.key, value: target.attribute.value } }),
        },
        encodedTokenIds: target.tokenIds === undefined ? '*' : target.tokenIds.join(','),
      }
    },
  }),
  defineOpenSeaRoute({
    method: 'POST',
    path: '/api/v2/offers',
    summary: 'For OpenSea’s SDK: posts a signed offer for a collection or a trait.',
    answer: openSeaOffer,
    body: object({ protocol_data: object(signed), criteria, protocol_address: address }),
    handler: async ({ body, context, c }) => {
      await c.get('countOrders')?.(1)
      const { protocol_data: order, criteria: named } = body
      const [wanted] = order.parameters.consideration
      if (wanted?.token !== named.collection.slug)
        throw new ParseError('The request', 'criteria.collection.slug', 'must be the collection of the order')
      const root = rootOf(context.trade, await targetOf(context, named))
      if (wanted.identifierOrCriteria !== root)
        throw new ParseError('The request', 'criteria', 'must name the tokens that the order is for')
      return post(context, order, body.protocol_address, 'bid', 'protocol_data.')
    },
  }),
]
