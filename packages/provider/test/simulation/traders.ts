import { buildBid, buildListing } from '@sluice/seaport'
import { type Address, type Hex, zeroAddress } from 'viem'
import { postOrders } from '../../src/orders/postOrders.ts'
import { isRejected } from '../../src/orders/rejectedOrder.ts'
import { type Action, addresses, type ChainState, type WorldOrder } from './chainActions.ts'
import { blockTime, orderOf, type WorldBlock } from './chainModel.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

/** The accounts of the world. */
export const accounts: readonly Address[] = Array.from(
  { length: 5 },
  (_, place): Address => `0x${`a${place}`.repeat(20)}`,
)
const tokens = 12

/** What traders did before the providers started: they signed some orders, and posted none. */
export const historyOf =
  (random: Random, orders: Map<Hex, WorldOrder>) =>
  (block: WorldBlock): readonly Action[] => {
    if (random.chance(0.1)) {
      const order = newOrder(random, block, block.timestamp, 30 * 86_400, random.pick(accounts))
      orders.set(order.id, order)
    }
    if (!random.chance(0.3)) return []
    const action = actionOf(random, [...orders.values()], block.state)
    return action === undefined ? [] : [action]
  }

/** Draws a transaction; of orders where there are some. */
function actionOf(random: Random, known: readonly WorldOrder[], { owners }: ChainState): Action | undefined {
  const account = random.pick(accounts)
  const other = random.pick(accounts)
  const tokenId = BigInt(random.below(tokens))
  const orders = known.slice(-20)
  // Nobody else cancels what the wallet of a page signed.
  const own = orders.filter(({ maker }) => accounts.includes(maker))
  switch (random.below(9)) {
    case 0:
    case 1:
      return { do: 'mint', to: account, tokenId }
    case 2:
      return { do: 'transfer', from: owners.get(tokenId) ?? account, to: other, tokenId }
    case 3:
      return { do: 'operate', owner: account, approved: random.chance(0.8) }
    case 4:
      return random.chance(0.5) ? { do: 'increment', maker: account } : undefined
    case 5:
      return own.length === 0 ? undefined : { do: 'cancel', order: random.pick(own) }
    case 6: {
      if (orders.length === 0) return undefined
      const order = random.pick(orders)
      const taker = order.side === 'buy' ? (owners.get(order.tokenId) ?? account) : account
      return { do: 'fill', order, taker }
    }
    case 7:
      return { do: 'wrap', account, amount: BigInt(random.below(40) - 10) }
    default:
      return { do: 'allow', account, amount: BigInt(random.below(60)) }
  }
}

/**
 * An order as a trader signs it who knows the newest block.
 * @param time unix seconds.
 * @param longest the seconds after which most orders end.
 */
function newOrder(
  random: Random,
  { state }: WorldBlock,
  time: number,
  longest: number,
  maker: Address,
): WorldOrder {
  const owned = [...state.owners].filter(([, owner]) => owner === maker).map(([id]) => id)
  const side = random.chance(0.65) ? 'sell' : 'buy'
  const tokenId =
    side === 'sell' && owned.length > 0 && random.chance(0.9)
      ? random.pick(owned)
      : BigInt(
          side === 'buy' && random.chance(0.4)
            ? 100 + 10 * random.below(2) + random.below(6)
            : random.below(tokens),
        )
  const now = BigInt(time)
  const endTime = now + BigInt(random.chance(0.2) ? 5 + random.below(60) : longest)
  const terms = {
    maker,
    gross: BigInt(1 + random.below(30)),
    quantity: 1n,
    fees: [],
    startTime: now - 60n,
    endTime,
    salt: BigInt(random.below(2 ** 31)),
    conduitKey: addresses.conduitKey,
    counter: state.counters.get(maker) ?? 0n,
  }
  const kind = 'erc721'
  const components =
    side === 'sell'
      ? buildListing({ ...terms, currency: zeroAddress, token: addresses.collection, tokenId, kind })
      : buildBid({
          ...terms,
          currency: addresses.wrapped,
          target: { kind, token: addresses.collection, tokenId },
        })
  return orderOf({ ...terms, side, tokenId, price: terms.gross, components })
}

/** Posts an order to a provider, as a trader's page does: what fails is tried again, there or elsewhere. */
function post(world: World, order: WorldOrder, tries: number): unknown {
  const { scheduler, random, places } = world
  const up = places.filter(({ process, machine }) => process !== undefined && !machine.isFrozen)
  const again = (): void => {
    if (tries > 1) scheduler.after(2000, 'posts again', () => post(world, order, tries - 1))
  }
  if (up.length === 0) return again()
  const { process } = random.pick(up)
  if (process === undefined) return again()
  const signature: Hex = `0x${'51'.repeat(65)}`
  const posted = { components: order.components, signature, version: '1.6', source: undefined } as const
  scheduler.after(
    random.next() * 40,
    `receives order ${order.id.slice(0, 10)}`,
    () => {
      postOrders(process.deps, [posted]).then(
        ([result]) => {
          if (result !== undefined && !isRejected(result)) {
            scheduler.note(`acknowledges ${order.id.slice(0, 10)}`)
            world.acknowledged.add(order.id)
          } else scheduler.note(`rejects ${order.id.slice(0, 10)}: ${JSON.stringify(result)?.slice(0, 120)}`)
        },
        (cause: Error) => {
          scheduler.note(`fails to store ${order.id.slice(0, 10)}: ${cause.message.split('\n')[0]}`)
          again()
        },
      )
    },
    process.machine,
  )
  return undefined
}

/** Signs a new order and posts it. */
function offer(world: World, maker: Address): WorldOrder {
  const { random, chain, scheduler } = world
  const order = newOrder(random, chain.tip(), blockTime(scheduler.now()), 86_400, maker)
  world.orders.set(order.id, order)
  post(world, order, 3)
  return order
}

/** Posts an order that was signed before the providers started: much of the chain's history may concern it. */
export function postOld(world: World): void {
  const { random, signedBefore } = world
  if (signedBefore.length > 0) post(world, random.pick(signedBefore), 3)
}

/** Whoever cancelled everything in the newest block mostly offers something new at once. */
export function offerAgain(world: World): void {
  for (const { action, logs } of world.chain.tip().transactions)
    if (action.do === 'increment' && logs.length > 0 && world.random.chance(0.7)) offer(world, action.maker)
}

/** Does what a trader does next. */
export function trade(world: World): void {
  const { random, chain, orders, acknowledged } = world
  if (random.chance(0.45)) {
    // What the wallet of a page signed is known to others once a provider has stored it.
    const known = [...orders.values()].filter(
      ({ id, maker }) => accounts.includes(maker) || acknowledged.has(id),
    )
    const action = actionOf(random, known, chain.tip().state)
    if (action !== undefined) chain.send(action)
    return
  }
  const order = offer(world, random.pick(accounts))
  // Much happens around an order that was just made.
  if (random.chance(0.25)) chain.send({ do: 'increment', maker: order.maker })
}
