import { expect, test } from 'vitest'
import { runAttack } from './run.ts'

test('an honest trader is served while others attack in every way', async () => {
  const { quiet, attacked } = await runAttack({ milliseconds: 3000, requests: 0 })
  expect(quiet.failures).toEqual([])
  expect(attacked.failures).toEqual([])
  expect(attacked.requests).toBeGreaterThan(3)
})
