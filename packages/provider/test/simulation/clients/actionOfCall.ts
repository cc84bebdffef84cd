import { type DecodedCall, DecodeError, decodeCall, type OrderComponents } from '@sluice/seaport'
import type { Hex } from 'viem'
import { type Action, addresses, type SentCall, type WorldOrder } from '../chainActions.ts'

/** All orders that were signed, by their hashes. */
export type Orders = ReadonlyMap<Hex, WorldOrder>

/** What a transaction of a wallet does on the chain; a call that the world does not know fails. */
export function actionOfCall(call: SentCall, orders: Orders): Action {
  const { from, to, data } = call
  const fail: Action = { do: 'fail', call }
  const decoded = readCall(data)
  if (decoded === undefined) return fail
  if (to === addresses.collection && decoded.name === 'safeTransferFrom' && decoded.kind === 'erc721') {
    const { tokenId } = decoded
    return decoded.from === from ? { do: 'transfer', from, to: decoded.to, tokenId, call } : fail
  }
  if (to === addresses.seaport && 'order' in decoded) {
    const order = signedAs(decoded.order.components, orders)
    // What is paid beyond the price comes back.
    return order !== undefined && order.side === 'sell' && call.value >= order.price
      ? { do: 'fill', order, taker: from, call }
      : fail
  }
  return fail
}

/** The order that call data holds, which names no counter: its maker and salt tell it apart. */
const signedAs = (
  { offerer, salt }: Pick<OrderComponents, 'offerer' | 'salt'>,
  orders: Orders,
): WorldOrder | undefined =>
  [...orders.values()].find(
    ({ maker, components }) => maker === offerer.toLowerCase() && components.salt === salt,
  )

function readCall(data: Hex): DecodedCall | undefined {
  try {
    return decodeCall(data).call
  } catch (cause) {
    if (cause instanceof DecodeError) return undefined
    throw cause
  }
}
