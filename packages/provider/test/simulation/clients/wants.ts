import { type Address, zeroAddress } from 'viem'
import type { Run } from '../../../../core/src/run/run.ts'
import { type Action, addresses, type ChainState, type WorldOrder } from '../chainActions.ts'
import { blockTime, canFill } from '../chainModel.ts'
import { accounts } from '../traders.ts'
import type { World } from '../world.ts'
import type { Client, Core, Own, Page, Want } from './model.ts'

/** The tokens that the account of a page has before anything happens. */
export const tokensOf = (place: number): readonly bigint[] =>
  Array.from({ length: 6 }, (_, index) => BigInt(100 + 10 * place + index))
/** Whether a token belonged to a page at the beginning: no page buys such a token, so each is sent at most once. */
export const isFirst = (tokenId: bigint): boolean => tokenId >= 100n

const isOpen = ({ cancelled, filled, counters }: ChainState, { id, maker, counter }: WorldOrder): boolean =>
  !cancelled.has(id) && !filled.has(id) && (counters.get(maker) ?? 0n) === counter

/** Draws what a user does next, of what looks possible by the newest block. */
export function newWant({ orders, acknowledged, chain, scheduler }: World, page: Page): Want {
  const { random, wallet, place } = page
  const { account } = wallet
  const [{ state }, time] = [chain.tip(), blockTime(scheduler.now())]
  const posted = [...orders.values()].filter(({ id }) => acknowledged.has(id))
  const fillable = posted.filter((order) => canFill(state, order, account, time))
  const offers = fillable.filter(({ side, tokenId }) => side === 'sell' && !isFirst(tokenId))
  const bids = fillable.filter(({ side }) => side === 'buy')
  const own = posted.filter((order) => order.maker === account && isOpen(state, order))
  const held = [...state.owners].filter(([, owner]) => owner === account).map(([id]) => id)
  const price = BigInt(1 + random.below(30))
  const chance = random.next()
  if (chance < 0.15 && own.length > 0)
    return random.chance(0.3) ? { do: 'cancelAll' } : { do: 'cancel', order: random.pick(own) }
  if (chance < 0.35 && bids.length > 0) return { do: 'accept', order: random.pick(bids) }
  if (chance < 0.6 && offers.length > 0) return { do: 'buy', order: random.pick(offers) }
  if (chance < 0.75 && held.length > 0) return { do: 'list', tokenId: random.pick(held), price }
  if (chance < 0.85) return { do: 'bid', tokenId: BigInt(random.below(12)), price }
  return { do: 'transfer', tokenId: random.pick(tokensOf(place)), to: random.pick(accounts) }
}

const tokenOf = (tokenId: bigint): string => `${addresses.collection}:${tokenId}`

/** Starts the action of the client that does what a user wants. */
export function startWant(core: Core, client: Client, own: Own, want: Want): Run {
  switch (want.do) {
    case 'transfer':
      return core.transferTokens(client, { ...own, to: want.to, items: [{ token: tokenOf(want.tokenId) }] })
    case 'buy':
      return core.buyTokens(client, {
        ...own,
        items: [{ orderId: want.order.id }],
        expectedPrice: { [zeroAddress]: { raw: want.order.price } },
      })
    case 'accept':
      return core.acceptOffers(client, {
        ...own,
        items: [{ token: tokenOf(want.order.tokenId), orderId: want.order.id }],
        expectedPrice: { [addresses.wrapped]: { raw: want.order.price } },
      })
    case 'list':
      return core.listTokens(client, {
        ...own,
        listings: [{ token: tokenOf(want.tokenId), weiPrice: want.price }],
      })
    case 'bid':
      return core.placeBids(client, {
        ...own,
        bids: [{ token: tokenOf(want.tokenId), weiPrice: want.price }],
      })
    case 'cancel':
      return core.cancelOrders(client, { ...own, orderIds: [want.order.id] })
    case 'cancelAll':
      return core.cancelOrders(client, { ...own, orderIds: [], all: true })
    default:
      return want satisfies never
  }
}

/** Whether a transaction is what the user wants: a listing and a bid are none, they are signed. */
export function isEffect(want: Want, action: Action): boolean {
  switch (want.do) {
    case 'transfer':
      return action.do === 'transfer' && action.tokenId === want.tokenId && action.to === want.to
    case 'buy':
    case 'accept':
      return action.do === 'fill' && action.order.id === want.order.id
    case 'cancel':
      return action.do === 'cancel' && action.order.id === want.order.id
    case 'cancelAll':
      return action.do === 'increment'
    default:
      return false
  }
}

/** Whether a transaction has to come before what the user wants. */
export function isPreparation(want: Want, action: Action): boolean {
  if (want.do === 'list' || want.do === 'accept') return action.do === 'operate' && action.approved
  return want.do === 'bid' && (action.do === 'allow' || action.do === 'wrap')
}

/** Whether an order is what the user wants to have signed. */
export const isSignedFor = (want: Want, order: WorldOrder, account: Address): boolean =>
  (want.do === 'list' || want.do === 'bid') &&
  order.side === (want.do === 'list' ? 'sell' : 'buy') &&
  order.maker === account &&
  order.tokenId === want.tokenId &&
  order.price === want.price

/** The most that a transaction may pay, in base units. */
export function mostPaid(want: Want, action: Action): bigint {
  if (want.do === 'buy') return want.order.price
  return want.do === 'bid' && action.do === 'wrap' ? want.price : 0n
}
