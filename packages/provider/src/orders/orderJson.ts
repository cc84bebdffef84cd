import type { OrderComponents } from '@sluice/seaport'

/** Components as the wire carries them: amounts as decimal strings, times and types as numbers. */
export function orderJson(order: OrderComponents) {
  const item = (one: OrderComponents['offer'][number]) => ({
    itemType: one.itemType,
    token: one.token,
    identifierOrCriteria: one.identifierOrCriteria.toString(),
    startAmount: one.startAmount.toString(),
    endAmount: one.endAmount.toString(),
  })
  return {
    offerer: order.offerer,
    zone: order.zone,
    offer: order.offer.map(item),
    consideration: order.consideration.map((one) => ({ ...item(one), recipient: one.recipient })),
    orderType: order.orderType,
    startTime: Number(order.startTime),
    endTime: Number(order.endTime),
    zoneHash: order.zoneHash,
    salt: order.salt.toString(),
    conduitKey: order.conduitKey,
    counter: order.counter.toString(),
  }
}
