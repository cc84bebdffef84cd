import { cancelOrders, seaportAddress } from '@sluice/seaport'
import { describe, expect, test } from 'vitest'
import type { ChainState, OrderStatus, OwnOrderTerms } from '../src/model/chainState.ts'
import type { CancelIntent } from '../src/model/intent.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { checkFixture } from './support/checkFixture.ts'

const older = seaportAddress['1.5']
const newest = seaportAddress['1.6']
const { orderIds } = honest.cancelIntent()

/** Terms of both orders, as they are read where they hash to the ids. */
const termsOf = (terms: Partial<OwnOrderTerms> = {}): Partial<ChainState> => ({
  ownOrders: new Map(
    orderIds.map((id) => [
      id,
      { endTime: who.nowSeconds + who.day, counter: who.counter, version: undefined, ...terms },
    ]),
  ),
})
const countersOf = (at15: bigint, at16: bigint): Partial<ChainState> => ({
  counters: new Map([
    [older, at15],
    [newest, at16],
  ]),
})
const statusesOf = (status: Partial<OrderStatus>, ...at: (typeof older)[]) => ({
  orderStatusAt: new Map(
    [older, newest].flatMap((seaport) =>
      orderIds.map((id) => {
        const open = { cancelled: false, filled: 0n, size: 0n }
        const shown = at.includes(seaport) ? { ...open, ...status } : open
        return [`${seaport}:${id}`, shown] as const
      }),
    ),
  ),
})

const verdictOf = (steps: unknown[], facts: Partial<ChainState>, intent: Partial<CancelIntent> = {}) => {
  const unproven = honest.cancelIntent({ version: undefined, ...intent })
  const fixture = honest.cancellation('seaports', steps, unproven, who.policy, who.factsOf(facts))
  const { decision, findings, ended = [] } = checkFixture(fixture)
  return { decision, ended: ended.length, codes: findings.map(({ severity, code }) => `${severity} ${code}`) }
}
const called = (seaport: typeof older, facts: Partial<ChainState> = {}, intent: Partial<CancelIntent> = {}) =>
  verdictOf([honest.cancelStep(cancelOrders(seaport, honest.ownOrders()))], facts, intent)
const nothingToDo = (facts: Partial<ChainState>) =>
  verdictOf([honest.step('cancellation', 'transaction', [{ status: 'complete' }])], facts)

const allowed = { decision: 'allow', ended: 0, codes: [] }
const asked = { decision: 'confirm', ended: 0, codes: ['confirm CALL_CANCEL_SET'] }
const ended = { decision: 'allow', ended: 2, codes: [] }

describe('a cancellation by a call to one of several Seaports', () => {
  test('is asked about if nothing shows which of them the order was signed for', () => {
    expect(called(newest)).toEqual(asked)
    expect(called(newest, termsOf())).toEqual(asked)
    expect(called(older)).toEqual(asked)
  })

  test('is allowed on the Seaport that the order was signed for, and refused on another', () => {
    expect(called(newest, termsOf({ version: '1.6' }))).toEqual(allowed)
    expect(called(newest, {}, { version: '1.6' })).toEqual(allowed)
    expect(called(newest, termsOf({ version: '1.5' })).decision).toBe('block')
    // What the order's own signature proves counts for more than what the caller says.
    expect(called(newest, termsOf({ version: '1.5' }), { version: '1.6' }).decision).toBe('block')
  })

  test('is refused where the counter of the account shows that the order cannot be valid', () => {
    expect(called(newest, countersOf(who.counter, 99n)).codes).toContain('block CALL_CANCEL_SET')
    expect(called(older, countersOf(99n, who.counter)).codes).toContain('block CALL_CANCEL_SET')
  })

  test('is allowed where the counters leave only one Seaport on which the order can be valid', () => {
    expect(called(newest, countersOf(99n, who.counter))).toEqual(allowed)
    expect(called(older, countersOf(who.counter, 99n))).toEqual(allowed)
  })

  test('is allowed where an order was filled before in part, since that needs its signature', () => {
    const part = (seaport: typeof older) => ({
      ...statusesOf({ filled: 1n, size: 2n }, seaport),
      ...termsOf(),
    })
    expect(called(newest, part(newest))).toEqual(allowed)
    expect(called(newest, part(older)).decision).toBe('block')
  })

  test('needs no question where the chain has a single Seaport', () => {
    const policy = who.policyOf({ seaport: ['1.6'] })
    const fixture = honest.CXL()
    const intent = honest.cancelIntent({ version: undefined })
    expect(checkFixture({ ...fixture, intent, policy }).decision).toBe('allow')
  })
})

describe('orders that are shown as ended', () => {
  test('have ended on the Seaport that they were signed for, and otherwise on each', () => {
    const at = (...seaports: (typeof older)[]) => statusesOf({ cancelled: true }, ...seaports)
    expect(nothingToDo({ ...at(newest), ...termsOf({ version: '1.6' }) })).toEqual(ended)
    expect(nothingToDo({ ...at(older, newest), ...termsOf() })).toEqual(ended)
    expect(nothingToDo(at(older, newest))).toEqual(ended)
    for (const seaport of [older, newest])
      expect(nothingToDo({ ...at(seaport), ...termsOf() }).codes).toEqual([
        'confirm CALL_CANCEL_SET',
        'confirm CALL_CANCEL_SET',
      ])
    expect(nothingToDo({ ...at(newest), ...termsOf({ version: '1.5' }) }).decision).toBe('block')
  })

  test('have ended where they were filled, since only a signed order can be', () => {
    const filled = statusesOf({ filled: 2n, size: 2n }, older)
    expect(nothingToDo({ ...filled, ...termsOf() })).toEqual(ended)
  })

  test('have ended where the counter rules out every Seaport on which they were not cancelled', () => {
    const facts = { ...statusesOf({ cancelled: true }, newest), ...termsOf() }
    expect(nothingToDo({ ...facts, ...countersOf(99n, who.counter) })).toEqual(ended)
    expect(nothingToDo({ ...facts, ...countersOf(who.counter, 99n) }).decision).toBe('block')
  })

  test('may still be open if the chain state does not tell the Seaports apart', () => {
    const status = { cancelled: true, filled: 0n, size: 0n }
    const orderStatus = new Map(orderIds.map((id) => [id, status]))
    expect(nothingToDo({ orderStatus }).decision).toBe('confirm')
    expect(nothingToDo({ orderStatus, ...termsOf({ version: '1.6' }) })).toEqual(ended)
  })
})
