import {
  type OrderComponents,
  orderHash,
  orderTypedData,
  type SignedOrder,
  seaportDomain,
} from '@sluice/seaport'
import type { Hex } from 'viem'
import { fillOf } from './moves.ts'
import type { StageAnswers } from './provider.ts'
import type { Stage } from './stage.ts'

/** Amounts and times as the wire writes them. */
const json = (value: unknown) =>
  JSON.parse(
    JSON.stringify(value, (key, each) =>
      typeof each !== 'bigint' ? each : key.endsWith('Time') ? Number(each) : `${each}`,
    ),
  )

/** One order to be signed and posted, as a step's item names it. */
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

/** Keeps what is posted in `orders`. */
export const keepPosted =
  (orders: SignedOrder[]): NonNullable<StageAnswers['onPost']> =>
  (body, signature) => {
    const { order } = body as { order: { data: Record<string, unknown> } }
    const { kind: _kind, signature: _signature, ...rest } = order.data
    const components = componentsOf(rest) as OrderComponents
    orders.push({ components, signature })
    return { body: { message: 'Success', orderId: orderHash(components) as Hex } }
  }

/** A rival fills everything that stands, so that what the user signed shows what it is worth. */
export async function fillAll(stage: Stage, orders: readonly SignedOrder[]): Promise<void> {
  const rival = stage.makers.at(-1)!
  for (const order of orders) {
    const { filled, cancelled } = await stage.orderStatus(orderHash(order.components))
    if (filled > 0n || cancelled) continue
    await stage.send(rival, await fillOf(stage, order))
    await stage.mine()
  }
}
