import { ItemType, isCriteria, type OrderShape, orderShape } from '@sluice/seaport'
import type { Hex } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import { holdingQuestion, type LiveFacts, type Question } from '../../chain/live.ts'
import { barredMessage } from '../../chain/transferRules.ts'
import { movesInAmount } from '../../orders/unitPriceAt.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import type { TradeChain } from '../context.ts'
import { conduitOf, exchangeOf } from '../exchange.ts'

/** Why an order cannot be filled now. */
export type Unavailable =
  | 'filled'
  | 'cancelled'
  | 'expired'
  | 'not-started'
  | 'no-balance'
  | 'no-approval'
  | 'unsigned'
  | 'unreadable'
  | 'barred'
  | 'reverts'

export type Availability = {
  /** Units that can be filled now by balance, approval and what is left of the order. */
  readonly units: bigint
  readonly reason?: Unavailable
  /** The reason in a sentence, where there is more to say than its usual one. */
  readonly message?: string | undefined
}

export const unavailableMessage: Readonly<Record<Unavailable, string>> = {
  filled: 'Order has been filled',
  cancelled: 'Order has been cancelled',
  expired: 'Order has expired',
  'not-started': 'The order is not available anymore',
  'no-balance': "Order is inactive (insufficient balance or approval) and can't be filled",
  'no-approval': "Order is inactive (insufficient balance or approval) and can't be filled",
  unsigned: 'The order is not available anymore',
  unreadable: 'The order is not available anymore',
  barred: barredMessage,
  reverts: 'Filling the order would revert for this account',
}

/** The error of an account that would fill an order of its own. */
export const ownOrder = (more: {
  readonly field: string
  readonly orderId?: Hex
  readonly errors?: readonly PlanError[]
}): ApiError =>
  new ApiError('noFillableOrders', 'No fillable orders (taker cannot fill own orders)', {
    ...more,
    unfillable: 'own_order',
  })

const kindOf = ({ nft }: OrderShape) =>
  nft.itemType === ItemType.erc1155 || nft.itemType === ItemType.erc1155Criteria ? 'erc1155' : 'erc721'

/** What is read from the chain before an order is offered for filling. */
export function questionsAbout(order: StoredOrder, chain: TradeChain): readonly Question[] {
  const shape = orderShape(order.components)
  const exchange = exchangeOf(chain, order.version)
  const operator = conduitOf(chain, exchange, order.components.conduitKey)?.address
  if (shape === undefined || operator === undefined) return []
  const { maker } = order
  const seaport = exchange.address
  const base: readonly Question[] = [
    { ask: 'counter', seaport, account: maker },
    { ask: 'order', seaport, orderId: order.id },
    { ask: 'validator', token: order.contract },
  ]
  if (shape.side === 'bid')
    return [
      ...base,
      { ask: 'balance', token: shape.currency, account: maker },
      { ask: 'allowance', token: shape.currency, account: maker, spender: operator },
    ]
  const { token, identifierOrCriteria: tokenId } = shape.nft
  return [
    ...base,
    { ask: 'operator', token, account: maker, operator },
    holdingQuestion(kindOf(shape), token, tokenId, maker),
  ]
}

/** The units of an order that are not filled yet, as Seaport counts. */
function unitsLeft(shape: OrderShape, filled: bigint, size: bigint): bigint {
  return size === 0n ? shape.quantity : shape.quantity - (shape.quantity * filled) / size
}

/** Whether an order can be filled, by facts read from the chain. A pure function. */
export function availabilityOf(
  order: StoredOrder,
  facts: LiveFacts,
  chain: TradeChain,
  now: bigint,
): Availability {
  const no = (reason: Unavailable): Availability => ({ units: 0n, reason })
  const { components, maker } = order
  const shape = orderShape(components)
  const exchange = exchangeOf(chain, order.version)
  const operator = conduitOf(chain, exchange, components.conduitKey)?.address
  if (shape === undefined || operator === undefined) return no('unreadable')
  if (components.endTime <= now) return no('expired')
  if (components.startTime > now) return no('not-started')
  if (facts.counter(exchange.address, maker) !== components.counter) return no('cancelled')
  const state = facts.order(exchange.address, order.id)
  if (state === undefined) return no('unreadable')
  if (state.cancelled) return no('cancelled')
  const left = unitsLeft(shape, state.filled, state.size)
  if (left <= 0n) return no('filled')
  if (shape.side === 'bid') {
    if (movesInAmount(components)) return no('unreadable')
    const price = components.offer[0]?.startAmount ?? 0n
    const affordable = (funds: bigint) => (price === 0n ? 0n : (funds * shape.quantity) / price)
    const funded = affordable(facts.balance(shape.currency, maker))
    if (funded === 0n) return no('no-balance')
    const allowed = affordable(facts.allowance(shape.currency, maker, operator))
    if (allowed === 0n) return no('no-approval')
    const least = funded < allowed ? funded : allowed
    return { units: least < left ? least : left }
  }
  const { token, identifierOrCriteria: tokenId } = shape.nft
  const held = facts.held(kindOf(shape), token, tokenId, maker)
  if (held === 0n) return no('no-balance')
  if (!facts.isOperator(token, maker, operator)) return no('no-approval')
  return { units: held < left ? held : left }
}

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

/**
 * How many units of an order can be filled at once when `wanted` are requested and `available` are there: all where
 * partial fills are not allowed, else the largest number for which every amount divides evenly.
 */
export function fillableUnits(order: StoredOrder, wanted: bigint, available: bigint): bigint {
  const { components } = order
  const shape = orderShape(components)
  if (shape === undefined) return 0n
  const { quantity } = shape
  if (wanted >= quantity && available >= quantity) return quantity
  const partial = components.orderType === 1 || components.orderType === 3
  if (!partial) return 0n
  const most = wanted < available ? wanted : available
  const amounts = [...components.offer, ...components.consideration].flatMap((item) => [
    item.startAmount,
    item.endAmount,
  ])
  const step = amounts.reduce((lcm, amount) => {
    const own = quantity / gcd(quantity, amount % quantity === 0n ? quantity : amount)
    return (lcm * own) / gcd(lcm, own)
  }, 1n)
  return most - (most % step)
}

export const needsProof = (order: StoredOrder): boolean => {
  const nft = orderShape(order.components)?.nft
  return nft !== undefined && isCriteria(nft.itemType) && nft.identifierOrCriteria !== 0n
}
