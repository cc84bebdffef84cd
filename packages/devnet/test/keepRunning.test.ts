import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepRunning } from '../src/stack/keepRunning.ts'
import { type Stack, startStack } from '../src/stack/stack.ts'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ seed: false })
})
afterAll(() => stack?.stop())

test('a provider whose process dies is restarted at the same address, and both events are reported', async () => {
  const told: string[] = []
  const letGo = await new Promise<() => void>((done) => {
    const end = keepRunning(stack.provider, (line) => {
      told.push(line)
      if (line.includes('is running again')) done(end)
    })
    void stack.provider.kill('SIGKILL')
  })
  expect(told).toEqual([
    'The provider exited (SIGKILL). Restarting it …',
    `The provider is running again at ${stack.provider.url}.`,
  ])
  expect((await fetch(`${stack.provider.url}/health/live`)).status).toBe(200)
  letGo()
})

test('a provider that is stopped on purpose stays stopped', async () => {
  const told: string[] = []
  keepRunning(stack.provider, (line) => told.push(line))()
  await stack.provider.kill('SIGTERM')
  expect(told).toEqual([])
})
