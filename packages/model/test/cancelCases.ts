import fc from 'fast-check'
import type { CancelCase, CancelStep, OrderNumber } from '../src/cancel.ts'
import { type Change, itself, pick, variantsOf } from './changes.ts'
import { itemOf } from './tradeCases.ts'

/** Cancellations: an honest plan for an intent, then up to three changes. */

type Way = 'together' | 'one by one' | 'by signature' | 'all'
const numbers: readonly OrderNumber[] = [0, 1, 2, 3]

function honest(way: Way, orders: readonly OrderNumber[], isKnown: boolean, isOlder: boolean): CancelCase {
  const version = isOlder ? '1.5' : '1.6'
  const call = (some: readonly OrderNumber[]): CancelStep =>
    itemOf({ does: 'cancel', orders: some, offerer: 'account', at: version, value: 0n } as const)
  const steps: Readonly<Record<Way, readonly CancelStep[]>> = {
    together: [call(orders)],
    'one by one': orders.map((order) => call([order])),
    'by signature': [itemOf({ does: 'sign', orders, zone: 'own', endpoint: 'cancel' } as const)],
    all: [itemOf({ does: 'raise', at: version, value: 0n } as const)],
  }
  return {
    intent: {
      orders: way === 'all' ? [] : orders,
      mode: way === 'all' ? 'all' : 'orders',
      version: isKnown ? version : undefined,
    },
    plan: steps[way],
    ends: { 0: 'open', 1: 'open', 2: 'open', 3: 'open' },
    zones: { 0: 'own', 1: 'own', 2: 'own', 3: 'own' },
  }
}

const edited =
  (edit: (step: CancelStep, n: number) => CancelStep): Change<CancelCase> =>
  (one, at, n) => {
    if (one.plan.length === 0) return one
    const index = at % one.plan.length
    return { ...one, plan: one.plan.with(index, edit(one.plan[index] as CancelStep, n)) }
  }
const withOrders = (edit: (orders: readonly OrderNumber[], n: number) => readonly OrderNumber[]) =>
  edited((step, n) =>
    step.does === 'cancel' || step.does === 'sign' ? { ...step, orders: edit(step.orders, n) } : step,
  )
const onCall = (edit: (n: number) => { readonly at?: '1.6' | '1.5'; readonly value?: bigint }) =>
  edited((step, n) => (step.does === 'cancel' || step.does === 'raise' ? { ...step, ...edit(n) } : step))
const onSignature = (edit: (n: number) => object) =>
  edited((step, n) => (step.does === 'sign' ? { ...step, ...edit(n) } : step))

const changes: Readonly<Record<string, Change<CancelCase>>> = {
  'an order more': withOrders((orders, n) => [...orders, pick(numbers, n)]),
  'an order less': withOrders((orders) => orders.slice(1)),
  'another order': withOrders((orders, n) =>
    orders.map((order, index) => (index === 0 ? pick(numbers, n) : order)),
  ),
  "another one's orders": edited((step) =>
    step.does === 'cancel' ? { ...step, offerer: 'stranger' } : step,
  ),
  'another Seaport': onCall((n) => ({ at: pick(['1.6', '1.5'] as const, n) })),
  'coin beside it': onCall(() => ({ value: 1n })),
  'another zone': onSignature(() => ({ zone: 'foreign' })),
  'another endpoint': onSignature((n) => ({ endpoint: pick(['order', 'unknown'] as const, n) })),
  'another mode': (one, _, n) => ({
    ...one,
    intent: { ...one.intent, mode: pick(['orders', 'all'] as const, n) },
  }),
  'no version known': (one) => ({ ...one, intent: { ...one.intent, version: undefined } }),
  'another version': (one, _, n) => ({
    ...one,
    intent: { ...one.intent, version: pick(['1.6', '1.5'] as const, n) },
  }),
  'an order fewer agreed': (one) => ({
    ...one,
    intent: { ...one.intent, orders: one.intent.orders.slice(1) },
  }),
  'an order that is over': (one, at, n) => ({
    ...one,
    ends: {
      ...one.ends,
      [at % 4]: pick(['cancelled', 'filled', 'expired', 'counter raised', 'unread', 'open'] as const, n),
    },
  }),
  'an order of another zone': (one, at, n) => ({
    ...one,
    zones: { ...one.zones, [at % 4]: pick(['none', 'unread'] as const, n) },
  }),
  'the counter raised, too': (one, at, n) => ({
    ...one,
    plan: one.plan.toSpliced(
      at % (one.plan.length + 1),
      0,
      itemOf({ does: 'raise', at: pick(['1.6', '1.5'] as const, n), value: 0n } as const),
    ),
  }),
  ...itself<CancelStep, CancelCase>(),
}

/** A cancellation at random, as an honest provider answers it. */
const honestCancellations: fc.Arbitrary<CancelCase> = fc
  .tuple(
    fc.constantFrom<Way[]>('together', 'one by one', 'by signature', 'all'),
    fc.uniqueArray(fc.constantFrom<OrderNumber[]>(0, 1, 2), { minLength: 1, maxLength: 3 }),
    fc.boolean(),
    fc.nat({ max: 3 }),
  )
  .map(([way, orders, isKnown, older]) => honest(way, orders, isKnown, older === 0))

/** Cancellations at random. */
export const cancellations = variantsOf(honestCancellations, changes)
