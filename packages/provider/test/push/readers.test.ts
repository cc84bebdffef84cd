import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { defaultLimits } from '../../src/config.ts'
import { createServer } from '../../src/server/createServer.ts'
import { listen } from '../../src/server/listen.ts'
import { publish } from '../../src/storage/service/outbox.ts'
import { settingsFor } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

let market: Market
let server: Server
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  market = await startMarket()
  const { db, log, clock, verifier, config } = market.deps
  const limits = { ...defaultLimits, streams: 3, proxies: 1 }
  const face = createServer({
    config: { ...settingsFor([config]), limits },
    db,
    log,
    clock,
    verifier,
    chains: [market.deps],
  })
  ;({ server, port } = await listen(face.fetch, { host: '127.0.0.1', port: 0 }))
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await market?.stop()
})

/** Opens a stream as the caller that the proxy names; `text` holds what came so far. */
async function open(caller: string, until = /\r\n\r\n/): Promise<{ socket: Socket; text: string }> {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  const slug = market.deps.config.slug
  socket.write(`GET /${slug}/events HTTP/1.1\r\nhost: x\r\nx-forwarded-for: ${caller}\r\n\r\n`)
  let text = ''
  await new Promise<void>((done) => {
    socket.on('data', (chunk) => {
      text += chunk
      if (until.test(text)) done()
    })
    socket.on('close', () => done())
  })
  return { socket, text }
}
const tell = (count: number, size: number) =>
  market.deps.db.transaction((tx) =>
    publish(
      tx,
      market.deps.config.id,
      Array.from({ length: count }, () => ({ kind: 'order', payload: { id: 'x'.repeat(size) } })),
    ),
  )

describe('readers of events', () => {
  test('that do not read are disconnected, and those that read miss nothing', async () => {
    const deaf = await open('192.0.2.1', /: connected/)
    deaf.socket.pause()
    const good = await open('192.0.3.1', /: connected/)
    let heard = 0
    good.socket.on('data', (chunk: Buffer) => {
      heard += chunk.toString().split('event: order').length - 1
    })
    expect(market.deps.hub.subscribers()).toBe(2)
    let told = 0
    // What the system itself keeps for the two ends of a connection is filled first.
    while (market.deps.hub.subscribers() > 1 && told < 6000) {
      await tell(50, 10_000)
      told += 50
      const now = told
      await expect.poll(() => heard).toBe(now)
    }
    expect(market.deps.hub.subscribers()).toBe(1)
    expect(good.socket.destroyed).toBe(false)
  })

  test('of one network may hold a limited number of streams open, and are answered 429 above it', async () => {
    const first = await open('198.51.100.1')
    await open('198.51.100.2')
    await open('198.51.100.3')
    expect((await open('198.51.100.4')).text).toMatch(/^HTTP\/1.1 429 /)
    expect((await open('198.51.101.4')).text).toMatch(/^HTTP\/1.1 200 /)
    first.socket.destroy()
    await expect.poll(async () => (await open('198.51.100.4')).text).toMatch(/^HTTP\/1.1 200 /)
  })
})
