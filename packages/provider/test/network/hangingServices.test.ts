import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { whileCollecting } from '../../../core/test/support/whileCollecting.ts'
import { type LocalServer, serveLocally } from '../../../devnet/src/processes/serveLocally.ts'
import { createRates } from '../../src/chain/rates.ts'
import { createHttpClient, readText } from '../../src/network/createHttpClient.ts'
import { createTimeLimit } from '../../src/network/createTimeLimit.ts'

/** A service that begins each answer and never ends it. Node.js may forget the timeout of a signal in a collection of memory. */

let service: LocalServer
beforeAll(async () => {
  service = await serveLocally((_, response) => void response.writeHead(200).write('{"usd":'))
})
afterAll(() => service?.stop())

const never = new AbortController().signal

test('a request ends after its time, also beside the signal of its caller', async () => {
  const ask = async (): Promise<string> => {
    const { signal } = createTimeLimit(1000, never)
    return readText(await createHttpClient(service.url)('', { method: 'GET', headers: {}, signal }), 100)
  }
  await expect(whileCollecting(ask)).rejects.toThrow('aborted')
})

test('a time limit ends as soon as its caller does, and never once it is cleared', async () => {
  const caller = new AbortController()
  const [followed, cleared] = [createTimeLimit(60_000, caller.signal), createTimeLimit(1, caller.signal)]
  cleared.clear()
  const ended = once(followed.signal, 'abort')
  caller.abort(new Error('enough'))
  await ended
  expect(followed.signal.reason).toEqual(new Error('enough'))
  expect(cleared.signal.aborted).toBe(false)
  expect(createTimeLimit(60_000, caller.signal).signal.aborted).toBe(true)
})

test('rates that never come whole are asked for again', async () => {
  const warnings: unknown[] = []
  const log = { warn: (line: unknown) => warnings.push(line) }
  const settings = {
    ratesSource: { url: service.url, coins: {} },
    wrappedNative: `0x${'e1'.repeat(20)}`,
  } as const
  const rates = createRates(settings, Date.now, log as never)
  await whileCollecting(rates.refresh)
  await whileCollecting(rates.refresh)
  expect(warnings).toHaveLength(2)
})
