import { once } from 'node:events'
import type { RequestListener } from 'node:http'
import { serveLocally } from '@sluice/devnet'
import { expect, test } from 'vitest'
import type { ChainReader } from '../../src/chain/chainReader.ts'
import { createReader } from '../../src/chain/rpc.ts'
import { createClient } from '../../src/client.ts'
import { collect, whileCollecting } from '../support/whileCollecting.ts'

const answering: RequestListener = (request, answer) => {
  request.resume().on('end', () => answer.end('{"jsonrpc":"2.0","id":1,"result":"0x7a69"}'))
}

/** Reads a chain over nodes, in this order. */
function readerOf(rpcUrls: readonly string[], signal: AbortSignal): ChainReader {
  const client = createClient({
    chains: [{ id: 31337, name: 'Local', baseApiUrl: 'http://127.0.0.1:1', rpcUrls, active: true }],
  })
  return createReader(client, client.chains[0]!, undefined, signal)
}

/** Reads the height of a chain whose first node is the one given, and whose second one answers. */
async function heightBeside(hanging: RequestListener): Promise<unknown> {
  const [silent, other] = [await serveLocally(hanging), await serveLocally(answering)]
  try {
    const reader = readerOf([silent.url, other.url], new AbortController().signal)
    return await whileCollecting(() => reader.call('eth_blockNumber'))
  } finally {
    await Promise.all([silent.stop(), other.stop()])
  }
}

/** A real server, a real timeout and real collections of memory: Node.js may forget the timeout of a signal in them. */
test.concurrent('a node that never answers gives way to the next one', async () => {
  expect(await heightBeside(() => {})).toBe('0x7a69')
})

test.concurrent('a node that stops in the middle of its answer gives way to the next one', async () => {
  expect(await heightBeside((_, answer) => void answer.writeHead(200).write('{"jsonrpc":'))).toBe('0x7a69')
})

test('many reads at once follow one signal without a warning, and end with it', async () => {
  const warnings: Error[] = []
  const onWarning = (warning: Error) => void warnings.push(warning)
  process.on('warning', onWarning)
  const [silent, other] = [await serveLocally(() => {}), await serveLocally(answering)]
  const stop = new AbortController()
  const readAll = (url: string) => {
    const reader = readerOf([url], stop.signal)
    return Promise.allSettled(Array.from({ length: 30 }, () => reader.call('eth_blockNumber')))
  }
  const outcomes = async (work: ReturnType<typeof readAll>) =>
    new Set((await work).map(({ status }) => status))
  expect(await outcomes(readAll(other.url))).toEqual(new Set(['fulfilled']))
  const asked = once(silent.server, 'request')
  const hanging = readAll(silent.url)
  await asked
  collect()
  stop.abort()
  expect(await outcomes(hanging)).toEqual(new Set(['rejected']))
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
  await Promise.all([silent.stop(), other.stop()])
})
