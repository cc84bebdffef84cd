import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultLimits } from '../../src/config.ts'
import type { ChainDeps } from '../../src/deps.ts'
import type { Picture } from '../../src/metadata/encodePicture.ts'
import { createPictures } from '../../src/metadata/pictures.ts'
import { createServer } from '../../src/server/createServer.ts'
import { settingsFor, type Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

/** Pictures that take for ever, until the test lets them be drawn. */

let market: Market
let tokens: readonly string[]
let app: ReturnType<typeof createServer>
const drawing: { readonly file: string; readonly finish: () => void }[] = []
const drawn: Picture = { type: 'image/webp', bytes: new Uint8Array([1, 2, 3]) }

beforeAll(async () => {
  market = await startMarket()
  tokens = await market.tokens(market.traders[0] as Trader, 80)
})
afterAll(() => market?.stop())
beforeEach(async () => {
  const { db, config, log, clock, verifier } = market.deps
  await db.rows(sql`delete from pictures`)
  await db.rows(sql`update tokens set image_source = 'data:image/png,' || token_id`)
  const pictures = createPictures(market.deps.fetcher, (bytes) => {
    const file = new TextDecoder().decode(bytes)
    return new Promise((done) => drawing.push({ file, finish: () => done(drawn) }))
  })
  const chain: ChainDeps = { ...market.deps, pictures }
  const limits = { ...defaultLimits, reads: 1000 }
  app = createServer({
    config: { ...settingsFor([config]), limits },
    db,
    log,
    clock,
    verifier,
    chains: [chain],
  })
})
afterEach(async () => {
  vi.useRealTimers()
  // Each that is finished lets the next one begin.
  for (let quiet = 0; quiet < 20; quiet += 1) {
    if (drawing.length > 0) quiet = 0
    for (const { finish } of drawing.splice(0)) finish()
    await new Promise((done) => setImmediate(done))
  }
})

const ask = async (remoteAddress: string, path: string): Promise<Response> =>
  app.request(
    `/${market.deps.config.slug}${path}`,
    {},
    {
      incoming: { socket: { remoteAddress, remoteFamily: 'IPv4', remotePort: 1 } },
    },
  )
const pictureAt = (place: number): string => `/redirect/tokens/${tokens[place]}/image/v1`

describe('pictures that are not drawn yet', () => {
  test('hold none of the places of their caller among requests', async () => {
    // The time that requests wait for a picture passes when the test says so.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const pictures = tokens.slice(0, 40).map((_, place) => ask('203.0.113.9', pictureAt(place)))
    while (drawing.length === 0) await new Promise((done) => setImmediate(done))
    expect((await ask('203.0.113.9', '/orders/asks/v5')).status).toBe(200)
    await vi.advanceTimersByTimeAsync(60_000)
    vi.useRealTimers()
    const answers = await Promise.all(pictures)
    for (const answer of answers) {
      expect(answer.status).toBe(503)
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    }
  })

  test('are drawn and stored although nobody waits for them any more', async () => {
    expect((await ask('203.0.113.9', pictureAt(0))).status).toBe(503)
    drawing.shift()?.finish()
    await expect.poll(async () => (await ask('203.0.113.9', pictureAt(0))).status).toBe(200)
    expect(drawing).toEqual([])
  })

  test('of one caller are at most 64, and those of others have their turn first', async () => {
    const many = tokens.slice(0, 75).map((_, place) => ask('203.0.113.9', pictureAt(place)))
    await expect.poll(() => drawing.length).toBe(1)
    const other = ask('198.51.100.7', pictureAt(76))
    const statuses = (await Promise.all(many)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([503]))
    expect((await other).status).toBe(503)
    const order: string[] = []
    for (let next = drawing.shift(); next !== undefined; next = drawing.shift()) {
      order.push(next.file)
      next.finish()
      await expect.poll(() => drawing.length > 0 || order.length >= 69).toBe(true)
    }
    // Four are fetched and sixty-four wait, beside the one of the other caller.
    expect(order).toHaveLength(69)
    expect(order.indexOf(String(tokenIdOf(tokens[76] ?? '')))).toBeLessThanOrEqual(6)
  })
})
