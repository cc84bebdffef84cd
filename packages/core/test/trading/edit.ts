import { type Address, zeroAddress } from 'viem'
import { cancelOrders } from '../../src/actions/cancelOrders.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import {
  balance,
  type Context,
  common,
  held,
  idsOf,
  nowOf,
  type Plan,
  price,
  show,
  somebody,
} from './plan.ts'
import { NotPossible } from './seededRandom.ts'
import { sizeOf, statusOf, takerOf, tokenOf } from './truth.ts'

/** A listing that the zone can end, and one in its place. */
export function edit(context: Context): Plan {
  const { floor, random, world, note } = context
  const own = [...floor.book.values()].filter(
    (entry) =>
      entry.side === 'sell' &&
      entry.order.zone !== zeroAddress &&
      !entry.silent &&
      takerOf(entry) === undefined &&
      entry.version === '1.6' &&
      ['active', 'inactive'].includes(statusOf(entry, world, nowOf(world))) &&
      entry.order.endTime > nowOf(world) + 10n,
  )
  const old = own.length > 0 && random.odds(0.6) ? random.pick(own) : undefined
  const index =
    old === undefined ? somebody(context) : floor.watched.traders.indexOf(old.order.offerer as Address)
  const token = old === undefined ? random.pick(held(context, index)) : tokenOf(old)
  if (balance(context, index, token) < (old === undefined ? 1n : sizeOf(old))) throw new NotPossible()
  const { gross, currency } = price(context)
  const quantity = old === undefined ? 1 : Number(sizeOf(old))
  const zone = { useOffChainCancellation: true, ...(old === undefined ? {} : { replaceOrderId: old.id }) }
  const setup = common(context, index)
  note(show({ token, gross, currency, quantity, zone }))
  return {
    kind: old === undefined ? 'list in the zone' : 'edit',
    start: () => [
      listTokens(floor.client, {
        ...setup,
        listings: [
          {
            token,
            weiPrice: gross * BigInt(quantity),
            currency,
            quantity,
            options: { 'seaport-v1.6': zone },
          },
        ],
      }),
    ],
    ends: ['complete'],
    touched: [token],
    after: async (ends) => {
      const ids = idsOf(ends)
      await floor.learn(ids, 'sell')
      if (ends[0]?.status === 'complete' && old !== undefined) old.silent = true
      return []
    },
  }
}

/** An offer that the zone can end, and one in its place. */
export function editBid(context: Context): Plan {
  const { floor, random, world, note } = context
  const own = [...floor.book.values()].filter(
    (entry) =>
      entry.side === 'buy' &&
      entry.order.zone !== zeroAddress &&
      !entry.silent &&
      entry.version === '1.6' &&
      entry.tokenIds?.length === 1 &&
      ['active', 'inactive'].includes(statusOf(entry, world, nowOf(world))) &&
      entry.order.endTime > nowOf(world) + 10n,
  )
  const old = own.length > 0 && random.odds(0.6) ? random.pick(own) : undefined
  const index =
    old === undefined ? somebody(context) : floor.watched.traders.indexOf(old.order.offerer as Address)
  const token =
    old === undefined
      ? random.pick(floor.watched.tokens)
      : `${tokenOf(old).split(':')[0]}:${old.tokenIds?.[0]}`
  const { gross, currency } = price(context, true)
  const zone = { useOffChainCancellation: true, ...(old === undefined ? {} : { replaceOrderId: old.id }) }
  const setup = common(context, index)
  note(show({ token, gross, currency, zone }))
  return {
    kind: old === undefined ? 'bid in the zone' : 'edit a bid',
    start: () => [
      placeBids(floor.client, {
        ...setup,
        bids: [{ token, weiPrice: gross, currency, options: { 'seaport-v1.6': zone } }],
      }),
    ],
    ends: ['complete'],
    touched: [token],
    after: async (ends) => {
      await floor.learn(idsOf(ends), 'buy')
      if (ends[0]?.status === 'complete' && old !== undefined) old.silent = true
      return []
    },
  }
}

/** A listing that no zone can end: its maker cancels it on chain and lists the token again. */
export function relist(context: Context): Plan {
  const { floor, random, world, note } = context
  const old = random.pick(
    [...floor.book.values()].filter(
      (entry) =>
        entry.side === 'sell' &&
        entry.order.zone === zeroAddress &&
        floor.watched.traders.includes(entry.order.offerer as Address) &&
        ['active', 'inactive'].includes(statusOf(entry, world, nowOf(world))) &&
        entry.order.endTime > nowOf(world) + 10n,
    ),
  )
  const index = floor.watched.traders.indexOf(old.order.offerer as Address)
  const token = tokenOf(old)
  const quantity = Number(sizeOf(old))
  if (balance(context, index, token) < sizeOf(old)) throw new NotPossible()
  const { gross, currency } = price(context)
  const setup = common(context, index)
  note(show({ old: old.id, token, gross, currency, quantity }))
  const listings = [{ token, weiPrice: gross * BigInt(quantity), currency, quantity }]
  const both = async () => {
    const cancelled = await cancelOrders(floor.client, { ...setup, orderIds: [old.id] }).done
    return cancelled.status === 'complete' ? listTokens(floor.client, { ...setup, listings }).done : cancelled
  }
  return {
    kind: 'cancel and list again',
    start: () => [{ done: both() }],
    ends: ['complete'],
    touched: [token],
    after: async (ends) => {
      const ids = idsOf(ends)
      await floor.learn(ids, 'sell')
      const head = await floor.world()
      const over = statusOf(old, head, nowOf(head)) === 'cancelled'
      return ids.length === 1 && over ? [] : [`${ids.length} orders in the place of ${old.id}, over: ${over}`]
    },
  }
}
