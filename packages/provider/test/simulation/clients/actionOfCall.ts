import { type DecodedCall, DecodeError, decodeCall, type OrderComponents } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import { type Action, addresses, type SentCall, type WorldOrder } from '../chainActions.ts'

/** All orders that were signed, by their hashes. */
export type Orders = ReadonlyMap<Hex, WorldOrder>

/** What a transaction of a wallet does on the chain; a call that the world does not know fails. */
export function actionOfCall(call: SentCall, orders: Orders): Action {
  const { from, to, data } = call
  const decoded = readCall(data)
  if (decoded === undefined) return { do: 'fail', call }
  if (to === addresses.collection) return onCollection(from, decoded, call)
  if (to === addresses.wrapped) return onWrapped(from, decoded, call)
  return to === addresses.seaport ? onSeaport(from, decoded, call, orders) : { do: 'fail', call }
}

function onCollection(from: Address, decoded: DecodedCall, call: SentCall): Action {
  if (decoded.name === 'safeTransferFrom' && decoded.kind === 'erc721' && decoded.from === from)
    return { do: 'transfer', from, to: decoded.to, tokenId: decoded.tokenId, call }
  if (decoded.name === 'setApprovalForAll' && decoded.operator === addresses.conduit)
    return { do: 'operate', owner: from, approved: decoded.approved, call }
  return { do: 'fail', call }
}

function onWrapped(from: Address, decoded: DecodedCall, call: SentCall): Action {
  if (decoded.name === 'deposit') return { do: 'wrap', account: from, amount: call.value, call }
  if (decoded.name === 'approve' && decoded.spender === addresses.conduit)
    return { do: 'allow', account: from, amount: decoded.amount, call }
  return { do: 'fail', call }
}

function onSeaport(from: Address, decoded: DecodedCall, call: SentCall, orders: Orders): Action {
  if (decoded.name === 'incrementCounter') return { do: 'increment', maker: from, call }
  if (decoded.name === 'cancel') {
    const [components] = decoded.orders
    const order = components === undefined ? undefined : signedAs(components, orders)
    return order?.maker === from && decoded.orders.length === 1
      ? { do: 'cancel', order, call }
      : { do: 'fail', call }
  }
  const order = 'order' in decoded ? signedAs(decoded.order.components, orders) : undefined
  // What is paid beyond the price comes back.
  return order !== undefined && (order.side === 'buy' || call.value >= order.price)
    ? { do: 'fill', order, taker: from, call }
    : { do: 'fail', call }
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
