import { expect, test } from 'vitest'
import { runMixedLoad } from './mixedLoad.ts'

test('default: while provider, database and node are killed, frozen and rolled back, nothing is lost, and every status matches the chain', async () => {
  const report = await runMixedLoad({ seed: 7, seconds: 10 })
  const { acknowledged, statuses, faults, settledAfter } = report
  console.log(
    `orders: ${acknowledged}, statuses: ${JSON.stringify(statuses)}, faults: ${faults.length}, at rest after ${settledAfter} ms`,
  )
  expect(report.missing).toEqual([])
  expect(report.different).toEqual([])
  expect(report.twice).toBe(0)
  expect(report.stored).toEqual(report.onChain)
  expect(acknowledged).toBeGreaterThanOrEqual(40)
  expect(new Set(faults).size).toBeGreaterThanOrEqual(5)
})
