import { createSocket, type Socket } from 'node:dgram'
import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFetcher, FetchRefusal } from '../../src/metadata/fetcher.ts'
import { resolveName } from '../../src/network/resolveName.ts'

/** A name server: `silent` names are never answered, `gone` ones do not exist, all others have one address. */
let server: Socket
let address: string
/** Names that it was asked for. */
const asked: string[] = []
const ipv4 = 1

const nameIn = (query: Buffer): { readonly name: string; readonly end: number } => {
  const labels: string[] = []
  let at = 12
  for (let size = query[at] ?? 0; size > 0; size = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + size))
    at += size + 1
  }
  return { name: labels.join('.'), end: at + 5 }
}

function answerTo(query: Buffer): Buffer | undefined {
  const { name, end } = nameIn(query)
  asked.push(name)
  if (name.startsWith('silent')) return undefined
  const isGone = name.startsWith('gone')
  const hasAddress = !isGone && query.readUInt16BE(end - 4) === ipv4
  const header = Buffer.alloc(12)
  header.writeUInt16BE(query.readUInt16BE(0), 0)
  header.writeUInt16BE(isGone ? 0x8183 : 0x8180, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(hasAddress ? 1 : 0, 6)
  const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 5, 0, 4, 203, 0, 113, 7])
  return Buffer.concat([header, query.subarray(12, end), ...(hasAddress ? [record] : [])])
}

beforeAll(async () => {
  server = createSocket('udp4')
  server.on('message', (query, { port, address: from }) => {
    const answer = answerTo(query)
    if (answer !== undefined) server.send(answer, port, from)
  })
  server.bind(0, '127.0.0.1')
  await once(server, 'listening')
  address = `127.0.0.1:${server.address().port}`
})
afterAll(() => server?.close())

const resolve = (host: string, signal?: AbortSignal) => resolveName(host, signal, [address])

describe('the name of a stranger’s host', () => {
  test('default: is asked of the name servers', async () => {
    expect(await resolve('art.example')).toEqual([{ address: '203.0.113.7', family: 4 }])
    expect(asked).toContain('art.example')
  })

  test('that does not exist has no address', async () => {
    await expect(resolve('gone.example')).rejects.toThrow('ENOTFOUND')
  })

  test('below localhost is this machine, whatever a name server says', async () => {
    for (const host of ['localhost', 'art.localhost.'])
      expect(await resolve(host)).toEqual([{ address: '127.0.0.1', family: 4 }])
    expect(asked.filter((name) => name.includes('localhost'))).toEqual([])
  })

  test('that its owner never answers holds up no other name', async () => {
    const fetcher = createFetcher({
      ipfsGateways: [],
      arweaveGateway: 'https://arweave.invalid',
      timeout: 60_000,
      resolve,
    })
    const state = { open: 100 }
    const fetched = Array.from({ length: state.open }, async (_, index) => {
      await expect(fetcher.fetch(`https://silent${index}.example/1.json`, 100)).rejects.toThrow(FetchRefusal)
      state.open -= 1
    })
    expect((await lookup('localhost')).address).toBeDefined()
    expect(await resolve('other.example')).toHaveLength(1)
    expect(state.open).toBeGreaterThan(0)
    await Promise.all(fetched)
  })

  test('is not waited for after its time', async () => {
    const control = new AbortController()
    const waiting = resolve('silent.example', control.signal)
    control.abort()
    await expect(waiting).rejects.toThrow('ECANCELLED')
  })
})
