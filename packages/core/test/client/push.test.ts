import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { watchMarket } from '../../src/reads/watchMarket.ts'
import { openScripted, type Scripted } from '../support/scripted.ts'

let world: Scripted
beforeAll(async () => {
  world = await openScripted()
})
afterEach(() => {
  world.provider.on('/transactions/*', { body: { synced: true } })
})
afterAll(() => world?.stop())

const streamed = (text: string) => ({ headers: { 'content-type': 'text/event-stream' }, text })
const streams = () => world.provider.count('/events')

test('a provider without push is asked for its stream once by each client, however much it trades', async () => {
  world.provider.on('/transactions/*', (_request, count) => ({ body: { synced: count > 1 } }))
  const [client, wallet] = [world.client(), world.wallet()]
  const before = streams()
  for (let run = 0; run < 3; run += 1) await world.give(client, wallet).result()
  expect(streams() - before).toBe(1)
  await world.give(world.client(), wallet).result()
  expect(streams() - before).toBe(2)
})

test('a provider whose stream fails for a moment is asked for it again by the next action', async () => {
  world.provider.on('/transactions/*', (_request, count) => ({ body: { synced: count > 1 } }))
  world.provider.on('/events', { status: 503 })
  const [client, wallet] = [world.client(), world.wallet()]
  const before = streams()
  for (let run = 0; run < 2; run += 1) await world.give(client, wallet).result()
  expect(streams() - before).toBeGreaterThanOrEqual(2)
})

test('an event that arrives before the answers show it is read again, whatever the interval', async () => {
  const asks = { count: 0 }
  world.provider.on('/events', streamed('data: {}\n\n'))
  world.provider.on('/transactions/*', () => {
    asks.count += 1
    return { body: { synced: asks.count > 3 } }
  })
  const client = world.client({ pollingInterval: 600_000 })
  const { status } = await world.give(client, world.wallet()).done
  expect(status).toBe('complete')
  expect(asks.count).toBe(4)
})

test('a watcher of the market is notified when the provider becomes unreachable, and of events when it returns', async () => {
  const heard: string[] = []
  const next = (word: string, done: () => void) => {
    heard.push(word)
    if (heard.includes('unreachable') && word === 'news') done()
  }
  world.provider.on('/events', (_request, count) =>
    count % 2 === 0 ? { status: 503, headers: { 'retry-after': '0' } } : streamed('data: {}\n\n'),
  )
  const watching = { stop: () => {} }
  await new Promise<void>((done) => {
    watching.stop = watchMarket(world.client(), {
      onNews: () => next('news', done),
      onUnreachable: () => next('unreachable', done),
    })
  })
  watching.stop()
  expect(heard.at(-1)).toBe('news')
})
