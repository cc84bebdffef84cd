import { afterAll, beforeAll, expect, test } from 'vitest'
import { type JournalStorage, memoryStorage } from '../../src/journal/storage.ts'
import { openScripted, type Scripted } from '../support/scripted.ts'

let world: Scripted
beforeAll(async () => {
  world = await openScripted()
})
afterAll(() => world?.stop())

/** A storage that two processes share; without Web Locks it is all they have in common. */
const shared = (): JournalStorage => ({ ...memoryStorage(), durable: true })

test('two processes do not carry out the same trade, and the second learns that it is in progress', async () => {
  const storage = shared()
  const [first, second] = [world.wallet(), world.wallet()]
  const opened: { answer?: (hash: string) => void } = {}
  const prompt = new Promise<void>((prompted) => {
    first.sendTransaction = () => {
      prompted()
      return new Promise((answer) => {
        opened.answer = answer
      })
    }
  })
  const running = world.give(world.client({ storage }), first, [1])
  await prompt
  const { error } = await world.give(world.client({ storage }), second, [1]).done
  expect(error?.code).toBe('busy')
  expect(second.sent).toEqual([])
  opened.answer?.(`0x${'77'.repeat(32)}`)
  expect((await running.done).status).toBe('complete')
  // Once it has ended, the same may be done again.
  expect((await world.give(world.client({ storage }), second, [1]).done).status).toBe('complete')
})

test('a process that died blocks nothing', async () => {
  const storage = shared()
  const dying = { ...storage, set: storage.set }
  const wallet = world.wallet()
  const prompted = new Promise<void>((resolve) => {
    wallet.sendTransaction = () => {
      // From here on it gives no sign of life.
      dying.set = () => new Promise(() => undefined)
      resolve()
      return new Promise(() => undefined)
    }
  })
  const run = world.give(world.client({ storage: dying }), wallet, [2])
  await prompted
  const again = await world.give(world.client({ storage }), world.wallet(), [2]).done
  expect(again.status).toBe('complete')
  run.abort()
})
