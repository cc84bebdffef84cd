import { address, bytes, maybe, orderComponents } from '@sluice/wire'
import * as v from 'valibot'
import { BookError } from '../bookError.ts'
import type { BookFill, BookFillRequest } from '../orderBook.ts'

const salt = orderComponents.entries.salt
const signature = bytes(8192)
const parameters = v.object({ offerer: address, salt })
const advancedOrder = v.object({ parameters, signature: maybe(signature), extraData: maybe(bytes(8192)) })

/** What is read of an answer of `fulfillment_data`: signatures and data for zones. The call that it proposes is not. */
export const openSeaFulfillment = v.object({
  fulfillment_data: v.object({
    orders: v.pipe(v.array(v.object({ parameters, signature: maybe(signature) })), v.maxLength(10)),
    transaction: v.object({
      input_data: v.object({
        advancedOrder: maybe(advancedOrder),
        orders: maybe(v.pipe(v.array(advancedOrder), v.maxLength(10))),
      }),
    }),
  }),
})

type Answer = v.InferOutput<typeof openSeaFulfillment>

/** The body of a request for `fulfillment_data`. */
export function fulfillmentBody(request: BookFillRequest, chain: string): object {
  const order = { hash: request.id, chain, protocol_address: request.seaport }
  return {
    ...(request.side === 'sell' ? { listing: order } : { offer: order }),
    fulfiller: { address: request.fulfiller },
    ...(request.side === 'sell'
      ? {}
      : {
          consideration: { asset_contract_address: request.contract, token_id: request.tokenId.toString() },
        }),
    units_to_fill: Number(request.units),
  }
}

/** Takes the order's own signature and data out of an answer. @throws {BookError} when the answer lacks them. */
export function readFulfillment(answer: Answer, { components }: BookFillRequest): BookFill {
  const { orders, transaction } = answer.fulfillment_data
  const { advancedOrder: one, orders: several } = transaction.input_data
  const isAsked = (order: { readonly parameters: v.InferOutput<typeof parameters> }) =>
    order.parameters.offerer === components.offerer && order.parameters.salt === components.salt
  const advanced = [...(one == null ? [] : [one]), ...(several ?? [])].find(isAsked)
  const signed = orders.find(isAsked)?.signature ?? advanced?.signature
  if (signed == null || signed === '0x')
    throw new BookError('unreadable', 'The order book returned no signature for the order.')
  return { signature: signed, extraData: advanced?.extraData ?? '0x' }
}
