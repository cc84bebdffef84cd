import type { Server } from 'node:http'
import { connect, type Socket } from 'node:net'
import { Hono } from 'hono'
import { afterEach, describe, expect, test } from 'vitest'
import { errorResponseOf } from '../../src/http/errorResponse.ts'
import { createAdmission } from '../../src/middleware/admission.ts'
import { type ConnectionLimit, listen, toResponse } from '../../src/server/listen.ts'
import { defaultUnsentBounds, type UnsentBounds } from '../../src/server/unsentAnswers.ts'

const servers: Server[] = []
const sockets: Socket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** As the routes of a provider define it. */
const bodyLimit = (path: string) => (path === '/order/v4' ? 4 * 1024 : 256) * 1024

/** A server with admission control whose route answers the length of the body. */
async function startServer(bounds?: { requests: number; bytes: number }, connectionLimit?: ConnectionLimit) {
  const admission = createAdmission(bounds)
  const app = new Hono()
  app.onError((error) => toResponse(errorResponseOf(error)))
  app.use(admission.admit(bodyLimit))
  app.get('/*', (c) => c.text('here'))
  app.post('/*', async (c) => c.text(String((await c.req.arrayBuffer()).byteLength)))
  const { server, port } = await listen(app.fetch, { host: '127.0.0.1', port: 0 }, connectionLimit)
  servers.push(server)
  const open = async (text: string): Promise<{ socket: Socket; heard: Promise<string> }> => {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    socket.on('error', () => {})
    await new Promise((done) => socket.once('connect', done))
    let all = ''
    const heard = new Promise<string>((done) => {
      socket.on('data', (chunk) => {
        all += chunk
        done(all)
      })
      socket.on('close', () => done(all))
    })
    socket.write(text)
    return { socket, heard }
  }
  const url = `http://127.0.0.1:${port}`
  return { admission, open, url }
}
const head = (path: string, length: number, more = '') =>
  `POST ${path} HTTP/1.1\r\nhost: door\r\ncontent-length: ${length}\r\n\r\n${more}`

describe('admission of requests', () => {
  test('counts the bytes that arrived, so that announced bodies do not block other requests', async () => {
    const { admission, open, url } = await startServer({ requests: 3, bytes: 10_000 })
    for (let index = 0; index < 40; index += 1) await open(head('/order/v4', 4 * 1024 * 1024, 'x'))
    await expect.poll(() => admission.inHand().bytes).toBe(40)
    for (let index = 0; index < 5; index += 1) {
      const answer = await fetch(`${url}/x`, { method: 'POST', body: 'y'.repeat(3000) })
      expect([answer.status, await answer.text()]).toEqual([200, '3000'])
      expect((await fetch(`${url}/x`)).status).toBe(200)
    }
  })

  test('releases the bytes of a connection that closes before its body is complete', async () => {
    const { admission, open } = await startServer()
    const { socket } = await open(head('/order/v4', 5000, 'x'.repeat(1000)))
    await expect.poll(() => admission.inHand().bytes).toBe(1000)
    socket.destroy()
    await expect.poll(() => admission.inHand().bytes).toBe(0)
  })

  test('rejects a body that arrives too slowly with 408', async () => {
    const { open } = await startServer()
    const { heard } = await open(head('/x', 1000, 'x'))
    expect(await heard).toMatch(/^HTTP\/1.1 408 [\s\S]*did not arrive in time/)
  })

  test('rejects a body that is too large with 413, with and without a content-length', async () => {
    const { open } = await startServer()
    expect(await (await open(head('/x', 300_000))).heard).toMatch(/^HTTP\/1.1 413 /)
    const chunked = 'POST /x HTTP/1.1\r\nhost: door\r\ntransfer-encoding: chunked\r\n\r\n'
    const { heard } = await open(`${chunked}${(300_000).toString(16)}\r\n${'x'.repeat(300_000)}\r\n0\r\n\r\n`)
    expect(await heard).toMatch(/^HTTP\/1.1 413 /)
  })

  test('limits the connections of one network, and answers 503 above the limit', async () => {
    const { open } = await startServer(undefined, { max: 3, isExempt: () => false })
    const first = await open('')
    await open('')
    await open('')
    expect(await (await open('')).heard).toMatch(/^HTTP\/1.1 503 [\s\S]*retry-after: /)
    first.socket.destroy()
    await expect
      .poll(async () => (await open('GET / HTTP/1.1\r\nhost: door\r\n\r\n')).heard)
      .toMatch(/^HTTP\/1.1 200 /)
  })

  test('closes connections that never send anything', async () => {
    const { open } = await startServer()
    expect(await (await open('GET / HTTP/1.1\r\n')).heard).toMatch(/^HTTP\/1.1 408 /)
  })
  test('keeps a connection for longer than proxies and clients do', async () => {
    const { url } = await startServer()
    const { headers } = await fetch(url)
    expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60)
  })
})

describe('answers that nobody reads', () => {
  /** More than the buffers of two sockets take. */
  const large = new Uint8Array(24 * 1024 * 1024)
  const get = 'GET / HTTP/1.1\r\nhost: door\r\n\r\n'
  /** A server of large answers. */
  async function startLarge(bounds: Partial<UnsentBounds>, connectionLimit?: ConnectionLimit) {
    const asked: string[] = []
    const app = new Hono()
    app.get('/*', (c) => {
      asked.push(c.req.path)
      return c.body(large)
    })
    const all = { ...defaultUnsentBounds, ...bounds }
    const { server, port } = await listen(app.fetch, { host: '127.0.0.1', port: 0 }, connectionLimit, all)
    servers.push(server)
    /** A connection that reads nothing until it is resumed. */
    const open = async (text: string) => {
      const socket = connect(port, '127.0.0.1').pause()
      sockets.push(socket)
      const heard = { bytes: 0, closed: false }
      socket.on('error', () => {})
      socket.on('close', () => {
        heard.closed = true
      })
      await new Promise((done) => socket.once('connect', done))
      socket.on('data', (chunk) => {
        heard.bytes += chunk.length
      })
      socket.pause()
      socket.write(text)
      return { socket, heard }
    }
    const connections = () => new Promise<number>((done) => server.getConnections((_, count) => done(count)))
    const read = async () => (await (await fetch(`http://127.0.0.1:${port}/read`)).arrayBuffer()).byteLength
    return { asked, open, connections, read }
  }

  test.each([
    ['all callers', { total: 3 * large.length }, undefined],
    ['one network', { perNetwork: 3 * large.length }, { max: 100, isExempt: () => false }],
  ] as const)('are kept up to a bound for %s, and the oldest connections close', async (_, bounds, limit) => {
    const { asked, open, connections, read } = await startLarge(bounds, limit)
    for (let count = 1; count <= 8; count += 1) {
      await open(get)
      await expect.poll(() => asked.length).toBe(count)
    }
    await expect.poll(connections).toBeLessThanOrEqual(3)
    // Whoever reads is answered, and takes the place of one that does not.
    expect(await read()).toBe(large.length)
  })

  test('are kept for a while: a connection that takes nothing closes, and one that reads does not', async () => {
    const { open, connections, read } = await startLarge({ timeout: 400 })
    await open(get)
    await open(get)
    await expect.poll(connections).toBe(0)
    expect(await read()).toBe(large.length)
  })

  test('hold the next requests of their connection back', async () => {
    const { asked, open, read } = await startLarge({})
    const { socket, heard } = await open(['/1', '/2', '/3'].map((path) => get.replace('/', path)).join(''))
    expect(await read()).toBe(large.length)
    expect(asked).toEqual(['/1', '/read'])
    socket.resume()
    await expect.poll(() => heard.bytes).toBeGreaterThan(3 * large.length)
    expect(asked).toEqual(['/1', '/read', '/2', '/3'])
    expect(heard.closed).toBe(false)
  })

  test('of a connection that asks for very many ahead are not made: it closes', async () => {
    const { asked, open, connections } = await startLarge({})
    await open(get.repeat(200))
    await expect.poll(connections).toBe(0)
    expect(asked).toHaveLength(1)
  })
})

/** An application whose route answers once the test says so; callers name themselves. */
function startGate() {
  const admission = createAdmission()
  const started: string[] = []
  const waiting: (() => void)[] = []
  const app = new Hono()
  app.onError((error) => toResponse(errorResponseOf(error)))
  app.use((c, next) => {
    const who = c.req.header('x-who') ?? ''
    c.set('caller', { who, own: who, free: false })
    return next()
  })
  app.use(admission.admit(bodyLimit))
  app.get('/', async (c) => {
    started.push(c.get('caller')?.who ?? '')
    await new Promise<void>((done) => waiting.push(done))
    return c.text('here')
  })
  const ask = async (who: string): Promise<number> =>
    (await app.request('/', { headers: { 'x-who': who } })).status
  /** Answers requests in the order in which they started, until `isDone`. */
  const answerUntil = async (isDone: () => boolean): Promise<void> => {
    while (!isDone()) {
      waiting.shift()?.()
      await new Promise((next) => setImmediate(next))
    }
  }
  const startedOf = (who: string): number => started.filter((one) => one === who).length
  return { admission, ask, startedOf, answerUntil }
}

describe('requests of a caller with many in progress', () => {
  test('wait, while those of other callers start at once', async () => {
    const { admission, ask, startedOf, answerUntil } = startGate()
    const busy = Array.from({ length: 100 }, () => ask('busy'))
    const others = ['ada', 'ben', 'cleo'].map((who) => ask(who))
    await expect.poll(() => ['ada', 'ben', 'cleo'].map(startedOf)).toEqual([1, 1, 1])
    expect(startedOf('busy')).toBeLessThan(20)
    await answerUntil(() => admission.inHand().requests === 0)
    expect(new Set(await Promise.all([...busy, ...others]))).toEqual(new Set([200]))
  })

  test('start after those of callers who have fewer in progress', async () => {
    const { admission, ask, startedOf, answerUntil } = startGate()
    const busy = Array.from({ length: 100 }, () => ask('busy'))
    const ada = Array.from({ length: 6 }, () => ask('ada'))
    await expect.poll(() => startedOf('ada')).toBe(4)
    const before = startedOf('busy')
    await answerUntil(() => startedOf('ada') === 6)
    // Ada's last two waited behind eighty of the other caller.
    expect(startedOf('busy') - before).toBeLessThan(10)
    await answerUntil(() => admission.inHand().requests === 0)
    await Promise.all([...busy, ...ada])
  })

  test('are rejected with 429 beyond a quarter of all', async () => {
    const { admission, ask, answerUntil } = startGate()
    const busy = Array.from({ length: 300 }, () => ask('busy'))
    const other = ask('ada')
    await expect.poll(() => admission.inHand().requests).toBe(251)
    await answerUntil(() => admission.inHand().requests === 0)
    expect(await other).toBe(200)
    expect((await Promise.all(busy)).filter((status) => status === 429)).toHaveLength(50)
  })
})
