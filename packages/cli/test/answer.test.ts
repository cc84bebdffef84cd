import type { Execution } from '@sluice/core'
import { expect, test } from 'vitest'
import { doneAnswer } from '../src/mcp/answer.ts'

const [first, second, hash] = ['0x01', '0x02', `0x${'ab'.repeat(32)}`] as const

/** A finished purchase of two tokens by one call, which skipped the orders that are named. */
function bought(skipped: readonly string[]): Execution {
  const claims = [first, second].map((order, index) => ({ slot: `item:${index}`, order, units: 1n }))
  const item = {
    status: 'complete',
    phase: 'done',
    money: 'spent',
    purpose: 'buy',
    claims,
    skipped,
    txHash: hash,
    hashes: [hash],
  }
  const agreed = [0, 1].map((index) => ({ slot: `item:${index}`, units: 1, optional: true }))
  const steps = [{ items: [item] }]
  return { status: 'complete', money: 'spent', past: [], agreed, steps } as unknown as Execution
}

test('an agent is told that all of a trade is done', () => {
  const { text, data } = doneAnswer(bought([]))
  expect(text).toBe('Done, as the preview showed.')
  expect(data).toMatchObject({ done: 2, total: 2, hashes: [hash] })
})

test('an agent is told when a fill skipped an order that was gone', () => {
  const { text, data } = doneAnswer(bought([second]))
  expect(text).toBe('Done in part: 1 of 2.')
  expect(data).toMatchObject({ done: 1, total: 2, hashes: [hash] })
})
