import {
  type OrderComponents,
  orderHash,
  orderTypedData,
  type SignedOrder,
  seaportDomain,
} from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import type { SeededRandom } from '../../../core/test/trading/seededRandom.ts'
import { fillOf } from './moves.ts'
import { type StageAnswers, stepOf } from './provider.ts'
import type { Outcome, Scene } from './scene.ts'
import type { Stage } from './stage.ts'

/** Amounts and times as in JSON. */
const json = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (key, each) =>
      typeof each !== 'bigint' ? each : key.endsWith('Time') ? Number(each) : `${each}`,
    ),
  )

/** One order to sign and post, as a step's item names it. */
export function signatureItem({ chain }: Stage, order: OrderComponents, index: number) {
  const { domain, types, primaryType, message } = orderTypedData(seaportDomain(chain.id, '1.6'), order)
  return {
    status: 'incomplete',
    orderIndexes: [index],
    data: {
      sign: {
        signatureKind: 'eip712',
        domain: { ...domain },
        types: json(types),
        primaryType,
        value: json(message),
      },
      post: {
        endpoint: '/order/v3',
        method: 'POST',
        body: { order: { kind: 'seaport-v1.6', data: json(order) }, orderbook: 'reservoir' },
      },
    },
  }
}

const whole = ['identifierOrCriteria', 'startAmount', 'endAmount', 'startTime', 'endTime', 'salt', 'counter']

function componentsOf(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((entry) => componentsOf(entry))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, componentsOf(entry, name)]))
  return whole.includes(key) ? BigInt(value as string) : value
}

/** Collects what is posted in `orders`. */
export const collectPosted =
  (orders: SignedOrder[]): NonNullable<StageAnswers['onPost']> =>
  (body, signature) => {
    const { order } = body as { order: { data: Record<string, unknown> } }
    const { kind: _kind, signature: _signature, ...rest } = order.data
    const components = componentsOf(rest) as OrderComponents
    orders.push({ components, signature })
    return { body: { message: 'Success', orderId: orderHash(components) as Hex } }
  }

/** A rival fills every open order, which shows what the user's signatures are worth. */
export async function fillAll(stage: Stage, orders: readonly SignedOrder[]): Promise<void> {
  const rival = stage.makers.at(-1)!
  for (const order of orders) {
    const { filled, cancelled } = await stage.orderStatus(orderHash(order.components))
    if (filled > 0n || cancelled) continue
    await stage.send(rival, await fillOf(stage, order))
    await stage.mine()
  }
}

/** A scene in which the user signs orders, one for each item, and a provider that may reject some. */
type SignedScene = {
  readonly count: number
  /** The response to a rejected order. */
  readonly refusal: string
  readonly start: Scene['start']
  /** The orders that the client's parameters describe. */
  readonly ordersOf: (params: readonly SignedParams[]) => readonly OrderComponents[]
  /** Steps that come before the signatures. */
  readonly stepsBefore: (params: readonly SignedParams[]) => readonly unknown[]
  /** Title, without what was rejected. */
  readonly title: string
  readonly audit: (outcome: Outcome, posted: readonly SignedOrder[]) => readonly string[]
}

/** One listing or offer as the client asks for it. */
export type SignedParams = {
  readonly token: string
  readonly weiPrice: string
  readonly expirationTime: string
  readonly currency: Address
}

/** Returns the terms that a listing and an offer have in common. Their salts differ by `index`. */
export const commonTerms = (
  { user, conduitKey }: Stage,
  now: bigint,
  { weiPrice, expirationTime }: SignedParams,
  index: number,
) => ({
  maker: user.address,
  gross: BigInt(weiPrice),
  quantity: 1n,
  fees: [],
  startTime: now - 60n,
  endTime: BigInt(expirationTime),
  salt: BigInt(index + 1),
  conduitKey,
  counter: 0n,
})

/** Builds a scene of signed orders: listings and offers differ in their orders and in what is needed before. */
export function signedScene(stage: Stage, random: SeededRandom, scene: SignedScene): Scene {
  const { count, refusal, ordersOf, stepsBefore, start, title, audit } = scene
  const refused = random.odds(0.2) ? random.below(count) : -1
  const refusesAll = random.odds(0.1)
  const isRefused = (index: number) => refusesAll || index === refused
  const posted: SignedOrder[] = []
  return {
    title: `${title}; refused: ${refusesAll ? 'all' : refused}`,
    orders: posted,
    isHonest: refused < 0 && !refusesAll,
    expectedOrders: count,
    answers: {
      plan: (body) => {
        const params = body.params as readonly SignedParams[]
        const orders = ordersOf(params)
        const items = orders.flatMap((order, index) =>
          isRefused(index) ? [] : [signatureItem(stage, order, index)],
        )
        return {
          steps:
            items.length === 0 ? [] : [...stepsBefore(params), stepOf('order-signature', 'signature', items)],
          errors: orders.flatMap((_, index) =>
            isRefused(index) ? [{ message: refusal, orderIndex: index }] : [],
          ),
        }
      },
      onPost: collectPosted(posted),
    },
    finish: () => fillAll(stage, posted),
    start,
    audit: (outcome) => audit(outcome, posted),
  }
}
