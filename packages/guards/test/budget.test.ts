import { seaportAbi, seaportAddress } from '@sluice/seaport'
import fc from 'fast-check'
import { type Address, decodeFunctionData, erc20Abi, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import type { Intent } from '../src/model/intent.ts'
import type { CheckedItem } from '../src/model/verdict.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'

const makers = [
  honest.BUY_B,
  honest.BUY_M,
  honest.BUY_E,
  honest.BUY_1155,
  honest.BUY_TIP,
  honest.SELL_A,
  honest.LIST_A,
  honest.LIST_B,
  honest.BID,
  honest.XFER,
  honest.CXL,
]
/** Every step that an honest provider ever writes, for whomever. */
const steps = makers.flatMap((make) => make().response.steps as { items: object[] }[])

/** A provider's answer: steps of its own plan and of others', in any order, again and again, some without data. */
const anAnswer = fc.array(
  fc.record({
    own: fc.boolean(),
    at: fc.nat({ max: 99 }),
    twice: fc.boolean(),
    bare: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
  }),
  { minLength: 1, maxLength: 6 },
)
type Choice = { readonly own: boolean; readonly at: number; readonly twice: boolean; readonly bare: boolean }

function answerOf(own: { steps: readonly { items: object[] }[] }, choices: readonly Choice[]) {
  return {
    ...own,
    steps: choices.map(({ own: mine, at, twice, bare }) => {
      const from = mine ? own.steps : steps
      const step = structuredClone(from[at % from.length]!)
      const items = twice ? [...step.items, ...structuredClone(step.items)] : step.items
      return { ...step, items: items.map((item) => (bare ? { ...item, data: undefined } : item)) }
    }),
  }
}

/** What a wallet would have let go of, read from the bytes by another library. */
function spentBy(items: readonly CheckedItem[]) {
  const approved = new Map<string, bigint>()
  const orders: string[] = []
  let value = 0n
  for (const item of items) {
    if (item.kind === 'signature') {
      orders.push(...item.post.orderIds)
      continue
    }
    value += item.call.value
    if (!item.call.data.startsWith('0x095ea7b3') || item.purpose !== 'approve-currency') continue
    const { args } = decodeFunctionData({ abi: erc20Abi, data: item.call.data as Hex })
    const [spender, amount] = args as readonly [Address, bigint]
    expect([who.conduit, ...Object.values(seaportAddress)].map((one) => one.toLowerCase())).toContain(
      spender.toLowerCase(),
    )
    approved.set(item.call.to, (approved.get(item.call.to) ?? 0n) + amount)
  }
  return { value, approved, orders }
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, one) => all + one, 0n)

/** The most that may leave in the native coin, and be approved of a currency, by what was agreed alone. */
function agreed(intent: Intent): { readonly value: bigint; readonly of: (token: Address) => bigint } {
  switch (intent.action) {
    case 'buy':
      return {
        value: intent.limits?.get(who.native) ?? 0n,
        of: (token) => intent.limits?.get(token) ?? 0n,
      }
    case 'bid': {
      const of = (token: Address) => sum(intent.bids.map((bid) => (bid.currency === token ? bid.gross : 0n)))
      return { value: of(who.weth), of }
    }
    // The fees of an offer that is accepted by the general route: never more than it pays.
    case 'sell':
      return { value: 0n, of: (token) => (token === who.weth ? 10n * who.eth : 0n) }
    default:
      return { value: 0n, of: () => 0n }
  }
}

const signatures = (intent: Intent): number =>
  intent.action === 'list' ? intent.listings.length : intent.action === 'bid' ? intent.bids.length : 0

describe('I2: over any number of answers, in anybody’s steps', () => {
  test.each(makers)('%o: no more leaves, is approved or is signed than was agreed', (make) => {
    const { intent, response, facts, policy } = make()
    const bound = agreed(intent)
    fc.assert(
      fc.property(
        fc.array(fc.tuple(anAnswer, fc.nat({ max: 4 })), { minLength: 1, maxLength: 4 }),
        (answers) => {
          const done: CheckedItem[] = []
          for (const [choices, count] of answers) {
            const verdict = verify(intent, answerOf(response, choices), facts, policy, { done, salts: [1n] })
            if (verdict.decision === 'block') expect(verdict.items).toEqual([])
            // A wallet carries out some of it, and then another answer comes.
            done.push(...verdict.items.slice(0, count))
            const spent = spentBy(done)
            expect(spent.value <= bound.value).toBe(true)
            for (const [token, amount] of spent.approved)
              expect(amount <= bound.of(token as Address)).toBe(true)
            expect(new Set(spent.orders).size).toBe(spent.orders.length)
            expect(spent.orders.length <= signatures(intent)).toBe(true)
            for (const item of done)
              if (item.kind === 'transaction') expect(nothingElse(intent, item)).toBe(true)
          }
        },
      ),
      { numRuns: 40 },
    )
  })
})

/** A call to Seaport is one of the action's own functions; no other action's plan hides in it. */
function nothingElse({ action }: Intent, { call, purpose }: Extract<CheckedItem, { kind: 'transaction' }>) {
  if (call.to.toLowerCase() !== who.seaport) return purpose !== 'buy' && purpose !== 'sell'
  const { functionName } = decodeFunctionData({ abi: seaportAbi, data: call.data })
  if (action === 'cancel') return functionName === 'cancel'
  return (action === 'buy' || action === 'sell') && /^fulfill|^match/.test(functionName)
}
