import fc from 'fast-check'
import type { Address } from 'viem'
import { expect, test } from 'vitest'
import type { BuyIntent, SellIntent } from '../src/model/intent.ts'
import type { CheckedItem } from '../src/model/verdict.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { type Call, callsOf, intentOf, type Order, type Scene, scenes } from './support/plans.ts'

const { editions, nft } = who
type Trade = BuyIntent | SellIntent

const verdictFor = (scene: Scene, calls: readonly Call[], done: readonly CheckedItem[] = [], awaited = 0) => {
  const intent = intentOf(scene)
  const items = calls.map(({ written }, index) =>
    index < calls.length - awaited ? written : { status: 'incomplete' },
  )
  const step = honest.step('sale', 'transaction', items)
  const policy = who.policyOf(scene.shared ? { sharedContracts: [nft] } : {})
  return verify(intent, { steps: [step], path: [], errors: [] }, who.approvedFacts(), policy, {
    salts: [1n],
    done,
  })
}

/** Every selection of what can happen alone: an order of a call that skips, or all of a call that does not. */
function states(calls: readonly Call[]): readonly (readonly Order[])[] {
  const parts = calls.flatMap(({ orders, skips }) => (skips ? orders.map((order) => [order]) : [orders]))
  return Array.from({ length: 2 ** parts.length }, (_, chosen) =>
    parts.filter((_part, at) => (chosen >> at) % 2 === 1).flat(),
  )
}

type Served = { readonly order: Order; readonly item: number }
const ownOf = (intent: Trade, index: number) =>
  intent.action === 'buy' ? intent.items[index]?.maxPrice : intent.items[index]?.minPrice
const totalsOf = (intent: Trade) => (intent.action === 'buy' ? intent.limits : intent.minimums)

function fits(intent: Trade, index: number, { token, id }: Order): boolean {
  if (intent.action === 'sell') {
    const item = intent.items[index]
    return item?.contract === token.contract && item.tokenId === token.tokenId && (item.orderId ?? id) === id
  }
  const target = intent.items[index]?.target
  if (target?.kind === 'order') return target.orderId === id
  if (target?.kind === 'collection') return target.contract === token.contract
  return target?.contract === token.contract && target.tokenId === token.tokenId
}

/** Whether the items without a price of their own are all of one kind, as the rule has it. */
function isAlike(scene: Scene, rest: readonly number[]): boolean {
  const wanted = rest.flatMap((index) => scene.wanted[index] ?? [])
  const [first] = wanted
  if (first === undefined || wanted.some(({ token }) => token.contract !== first.token.contract)) return false
  if (wanted.every(({ named }) => named === 'collection')) return true
  if (wanted.every(({ named, token }) => named !== 'collection' && token.tokenId === first.token.tokenId))
    return true
  return first.token.contract !== editions && !(scene.shared && first.token.contract === nft)
}

/** Whether a state is within what was agreed for what it brings, with each order for the item that is said. */
function isWithin(scene: Scene, intent: Trade, served: readonly Served[]): boolean {
  const buying = intent.action === 'buy'
  const rest = intent.items.flatMap((_, index) => (ownOf(intent, index) === undefined ? [index] : []))
  const quantity = (index: number) => intent.items[index]?.quantity ?? 0n
  for (const { order, item } of served) {
    const own = ownOf(intent, item)
    if (own === undefined) continue
    const bound = own.amount * order.units
    if (own.currency !== order.currency || (buying ? order.price > bound : order.price < bound)) return false
  }
  const sumIn = (currency: Address, list: readonly Served[]) =>
    list.reduce((sum, { order }) => (order.currency === currency ? sum + order.price : sum), 0n)
  const ofRest = served.filter(({ item }) => rest.includes(item))
  const units = ofRest.reduce((sum, { order }) => sum + order.units, 0n)
  const all = rest.reduce((sum, index) => sum + quantity(index), 0n)
  const totals = totalsOf(intent) ?? new Map<Address, bigint>()
  const leftOf = (currency: Address, total: bigint) => {
    const bound = intent.items.reduce((sum, item, index) => {
      const own = ownOf(intent, index)
      return own?.currency === currency ? sum + own.amount * item.quantity : sum
    }, 0n)
    return total > bound ? total - bound : 0n
  }
  const due = [...totals].filter(([currency, total]) => leftOf(currency, total) > 0n).length
  const alike = isAlike(scene, rest) && (buying || due < 2)
  const everything = intent.items.every(
    (item, index) =>
      served.reduce((sum, one) => (one.item === index ? sum + one.order.units : sum), 0n) === item.quantity,
  )
  for (const { order } of served) if (!totals.has(order.currency)) return false
  for (const [currency, total] of totals) {
    const left = leftOf(currency, total)
    const spent = sumIn(currency, served)
    const spentOnRest = sumIn(currency, ofRest)
    // A share is rounded to a whole base unit for each order.
    const slack = BigInt(ofRest.length)
    if (buying) {
      if (spent > total) return false
      if (units === 0n) continue
      const most = alike ? (left * units) / all + slack : units === all ? left : 0n
      if (spentOnRest > most) return false
    } else {
      if (everything && spent < total) return false
      if (units === 0n) continue
      const least = alike ? (left * units) / all - slack : left
      if (spentOnRest < least) return false
    }
  }
  return true
}

/** Whether in some way of serving the items each is within what was agreed. */
function isAgreed(scene: Scene, intent: Trade, state: readonly Order[]): boolean {
  const place = (at: number, served: readonly Served[]): boolean => {
    const order = state[at]
    if (order === undefined) return isWithin(scene, intent, served)
    return intent.items.some((item, index) => {
      const taken = served.reduce((sum, one) => (one.item === index ? sum + one.order.units : sum), 0n)
      return (
        fits(intent, index, order) &&
        taken + order.units <= item.quantity &&
        place(at + 1, [...served, { order, item: index }])
      )
    })
  }
  return place(0, [])
}

const told = (state: readonly Order[]) =>
  state.map(
    ({ token, units, price, currency }) =>
      `${units} of ${token.contract}:${token.tokenId} for ${price} ${currency}`,
  )

test('every part of an allowed plan is within what was agreed for what it brings', () => {
  let several = 0
  let looked = 0
  fc.assert(
    fc.property(
      scenes,
      fc.integer({ min: 0, max: 2 }),
      fc.constantFrom(0, 0, 0, 1),
      (scene, first, awaited) => {
        const intent = intentOf(scene)
        const calls = callsOf(scene, 0)
        const early = verdictFor(scene, calls, [], awaited)
        if (early.decision !== 'allow') return
        const known = calls.slice(0, Math.max(0, calls.length - awaited))
        const look = (plan: readonly Call[]) => {
          const all = states(plan)
          if (all.length > 2) several += 1
          for (const state of all) {
            looked += 1
            expect(isAgreed(scene, intent, state), told(state).join(', ')).toBe(true)
          }
        }
        look(known)
        // The first calls were sent; the provider is asked again and names other prices for the others.
        const done = early.items.filter(({ itemIndex }) => itemIndex < first)
        const again = callsOf(scene, 1).map((call, index) =>
          index < done.length ? (calls[index] as Call) : call,
        )
        if (done.length > 0 && verdictFor(scene, again, done).decision === 'allow') look(again)
      },
    ),
    { numRuns: 1_000 },
  )
  // Plans of one part alone would prove nothing.
  expect(several).toBeGreaterThan(40)
  expect(looked).toBeGreaterThan(400)
})

test('a plan that keeps the price of each item is allowed, however it is written', () => {
  fc.assert(
    fc.property(scenes, (scene) => {
      const fair: Scene = {
        ...scene,
        total: 'exact',
        // Any token of a contract of several collections is refused, whatever it costs.
        shared: false,
        wanted: scene.wanted.map((one) => ({
          ...one,
          call: one.call ?? 0,
          own: scene.side === 'buy' ? one.prices[0] + 1 : one.prices[0] - 1,
          other: false,
        })),
      }
      const { decision, findings } = verdictFor(fair, callsOf(fair, 0))
      expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([])
      expect(decision).toBe('allow')
    }),
    { numRuns: 200 },
  )
})
