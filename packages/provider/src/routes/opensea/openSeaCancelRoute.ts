import { seaportDomain } from '@sluice/seaport'
import { bytes, maybe, object, ParseError } from '@sluice/wire'
import * as v from 'valibot'
import { hashTypedData } from 'viem'
import { ApiError } from '../../apiError.ts'
import { cancelBySignature, cancelOneTypedData } from '../../orders/zone/cancelBySignature.ts'
import { zoneSignatureLifetime } from '../../orders/zone/zoneCosigner.ts'
import { defineOpenSeaRoute } from './defineOpenSeaRoute.ts'

/** Cancels an order in the chain's zone by what the SDK has its maker sign. */
export const openSeaCancelRoute = defineOpenSeaRoute({
  method: 'POST',
  path: '/api/v2/orders/chain/{chain}/protocol/{exchange}/{orderId}/cancel',
  summary: 'For OpenSea’s SDK: cancels an order without gas.',
  answer: v.strictObject({ last_signature_issued_valid_until: v.string() }),
  body: object({ offererSignature: maybe(bytes(8192)) }),
  handler: async ({ path: { exchange, orderId }, body: { offererSignature }, context: { chain, trade } }) => {
    if (offererSignature == null)
      throw new ParseError(
        'The request',
        'offererSignature',
        'is missing: only the maker’s signature cancels an order here, not an API key',
      )
    const seaport = trade.chain.seaports.find((one) => one.address === exchange)
    if (seaport === undefined)
      throw new ParseError(
        'The request',
        'protocol_address',
        'must be a Seaport that is traded on this chain',
      )
    const domain = seaportDomain(chain.config.id, seaport.version, seaport.address)
    const digest = hashTypedData(cancelOneTypedData(domain, orderId))
    const rejected = await cancelBySignature(chain, [orderId], offererSignature, digest)
    if (rejected === 'unknown-orders')
      throw new ApiError('other', 'There is no such order in a zone of this provider: cancel it on chain', {
        field: 'order_hash',
      })
    if (rejected === 'not-signed')
      throw new ApiError('other', 'The signature is not the maker’s, or is for another order or chain', {
        field: 'offererSignature',
      })
    const until = chain.clock() + Number(zoneSignatureLifetime) * 1000
    return { last_signature_issued_valid_until: new Date(until).toISOString() }
  },
})
