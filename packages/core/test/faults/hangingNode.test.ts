import { serveLocally } from '@sluice/devnet'
import { expect, test } from 'vitest'
import { createReader } from '../../src/chain/rpc.ts'
import { createClient } from '../../src/client.ts'
import { whileCollecting } from '../support/whileCollecting.ts'

/** Reads the height of a chain whose first node is the one given, and whose second one answers. */
async function heightBeside(hanging: Parameters<typeof serveLocally>[0]): Promise<unknown> {
  const silent = await serveLocally(hanging)
  const answering = await serveLocally((request, answer) => {
    request.resume().on('end', () => answer.end('{"jsonrpc":"2.0","id":1,"result":"0x7a69"}'))
  })
  try {
    const rpcUrls = [silent.url, answering.url]
    const client = createClient({
      chains: [{ id: 31337, name: 'Local', baseApiUrl: 'http://127.0.0.1:1', rpcUrls, active: true }],
    })
    const [chain] = client.chains
    const reader = createReader(client, chain!, undefined, new AbortController().signal)
    return await whileCollecting(() => reader.call('eth_blockNumber'))
  } finally {
    await Promise.all([silent.stop(), answering.stop()])
  }
}

/** A real server, a real timeout and real collections of memory: Node.js may forget the timeout of a signal in them. */
test.concurrent('a node that never answers gives way to the next one', async () => {
  expect(await heightBeside(() => {})).toBe('0x7a69')
})

test.concurrent('a node that stops in the middle of its answer gives way to the next one', async () => {
  expect(await heightBeside((_, answer) => void answer.writeHead(200).write('{"jsonrpc":'))).toBe('0x7a69')
})
