import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type LocalServer, serveLocally } from '../../../devnet/src/processes/serveLocally.ts'
import { createChainReads } from '../../src/chain/reads.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { sweep } from '../../src/indexer/sweep.ts'
import { describeCollection, renewCollectionTexts } from '../../src/metadata/describe.ts'
import { describeTokens } from '../../src/metadata/describeTokens.ts'
import { createFetcher } from '../../src/metadata/fetcher.ts'
import { createPictures } from '../../src/metadata/pictures.ts'
import { readMetadata } from '../../src/metadata/readMetadata.ts'
import { createServer } from '../../src/server/createServer.ts'
import type { Queries } from '../../src/storage/connection/database.ts'
import { requestCollectionTexts } from '../../src/storage/metadata/collectionTexts.ts'
import { prunePictures } from '../../src/storage/metadata/pictures.ts'
import { saveMetadata, tokensToDescribe } from '../../src/storage/metadata/tokenMetadata.ts'
import { settingsFor } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
let market: Market
let gateway: LocalServer
/** What the gateway answers by file name; a missing one is 404. */
const files = new Map<string, string | Uint8Array>()
const asked: string[] = []
/** The same market, whose tokens say that their documents lie on IPFS. */
let linked: ChainDeps
/** Where each token's contract says that its document is. */
let uriOf: (tokenId: bigint) => string = (tokenId) => `ipfs://${cid}/${tokenId}.json`

beforeAll(async () => {
  gateway = await serveLocally((request, answer) => {
    const name = request.url?.split('/').at(-1) ?? ''
    asked.push(name)
    const file = files.get(name)
    if (file === undefined) answer.writeHead(404).end()
    else answer.end(file)
  })
  const { url } = gateway
  market = await startMarket()
  const fetcher = createFetcher({ ipfsGateways: [url], arweaveGateway: url, timeout: 60_000 })
  linked = {
    ...market.deps,
    fetcher,
    pictures: createPictures(fetcher),
    publicUrl: 'https://market.example/harbor',
    reads: { ...market.deps.reads, tokenUris: async (_kind, _contract, ids) => ids.map(uriOf) },
  }
})
afterAll(async () => {
  await gateway?.stop()
  await market?.stop()
})

const appOf = (chain: ChainDeps) =>
  createServer({
    config: settingsFor([chain.config]),
    db: chain.db,
    log: chain.log,
    clock: chain.clock,
    verifier: chain.verifier,
    chains: [chain],
  })
const minted = async (): Promise<string> => (await market.tokens(market.traders[0] as never))[0] as string
const readToken = async (token: string) =>
  (await market.get(`/tokens/v7?tokens=${token}&includeAttributes=true`)).body.tokens[0].token
const picture = (token: string) =>
  appOf(linked).request(`/${linked.config.slug}/redirect/tokens/${token}/image/v1`)

describe('metadata on IPFS', () => {
  test('default: is read and shown, and its picture is re-encoded and served by us', async () => {
    const token = await minted()
    const id = tokenIdOf(token)
    files.set(
      `${id}.json`,
      JSON.stringify({
        name: 'Far\u202e one',
        description: 'Seen from afar',
        image: `ipfs://${cid}/${id}.png`,
        attributes: [{ trait_type: 'Sky', value: 'Red' }, { value: 'no key' }],
      }),
    )
    const art = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336' } })
      .png()
      .toBuffer()
    files.set(`${id}.png`, new Uint8Array(art))
    await describeTokens(linked)
    expect(await readToken(token)).toMatchObject({
      name: 'Far  one',
      description: 'Seen from afar',
      image: `https://market.example/harbor/redirect/tokens/${token}/image/v1`,
      attributes: [{ key: 'Sky', value: 'Red' }],
    })
    const before = asked.length
    for (let look = 0; look < 3; look += 1) {
      const answer = await picture(token)
      expect(answer.headers.get('content-type')).toBe('image/webp')
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 64, format: 'webp' })
    }
    expect(asked.length).toBe(before + 1)
  })

  test('of an ERC-1155 token is at the address with its {id}', async () => {
    uriOf = () => `ipfs://${cid}/{id}.json`
    const token = await minted()
    const name = `${tokenIdOf(token).toString(16).padStart(64, '0')}.json`
    files.set(name, JSON.stringify({ name: 'By its number' }))
    await describeTokens(linked)
    expect(await readToken(token)).toMatchObject({ name: 'By its number', image: null })
    uriOf = (tokenId) => `ipfs://${cid}/${tokenId}.json`
  })

  test('that cannot be fetched is retried later, and a refresh reads its current version', async () => {
    const token = await minted()
    const id = tokenIdOf(token)
    await describeTokens(linked)
    expect((await readToken(token)).name).toBeNull()
    const tries = asked.filter((name) => name === `${id}.json`).length
    await describeTokens(linked)
    expect(asked.filter((name) => name === `${id}.json`).length).toBe(tries)
    files.set(`${id}.json`, JSON.stringify({ name: 'Late' }))
    await market.deps.db.rows(
      sql`update tokens set metadata_due = now() where metadata_state = 'failed' and token_id = ${id.toString()}`,
    )
    await describeTokens(linked)
    expect((await readToken(token)).name).toBe('Late')
  })

  test('of many tokens is written together, also beside one whose picture no database takes', async () => {
    const tokens = await market.tokens(market.traders[0] as never, 6)
    const ids = tokens.map(tokenIdOf)
    uriOf = (tokenId) => {
      const place = ids.indexOf(tokenId)
      const image = place === 2 ? 'data:image/svg+xml,\0\ud800' : undefined
      const attributes = [{ trait_type: 'Place', value: place }]
      return `data:application/json,${encodeURIComponent(JSON.stringify({ name: `No. ${place}`, image, attributes }))}`
    }
    let transactions = 0
    const { db } = linked
    const transaction: typeof db.transaction = (work) => {
      transactions += 1
      return db.transaction(work)
    }
    await describeTokens({ ...linked, db: { ...db, transaction } })
    uriOf = (tokenId) => `ipfs://${cid}/${tokenId}.json`
    expect(transactions).toBeLessThan(tokens.length)
    const shown = await Promise.all(tokens.map(readToken))
    expect(shown.map(({ name }) => name)).toEqual(tokens.map((_, place) => `No. ${place}`))
    expect(shown.map(({ attributes }) => attributes[0].value)).toEqual(tokens.map((_, place) => `${place}`))
    expect(shown[2].image).toBeNull()
  })

  test('that is not JSON, or whose picture is not one, leaves the token without them and the market unaffected', async () => {
    const tokens = [await minted(), await minted()]
    const [one, two] = tokens.map((token) => tokenIdOf(token))
    files.set(`${one}.json`, '<html>not here</html>')
    files.set(`${two}.json`, JSON.stringify({ name: 'Two', image: `ipfs://${cid}/page.html` }))
    files.set('page.html', '<html><script>alert(1)</script></html>')
    await describeTokens(linked)
    expect((await readToken(tokens[1] as string)).name).toBe('Two')
    const before = asked.length
    for (let look = 0; look < 3; look += 1) expect((await picture(tokens[1] as string)).status).toBe(404)
    expect(asked.length).toBe(before + 1)
    expect((await picture(tokens[0] as string)).status).toBe(404)
  })

  test('with halves of characters, written so or left by a cut, is shown without them', async () => {
    const tokens = [await minted(), await minted()]
    const [one, two] = tokens.map((token) => tokenIdOf(token))
    const attributes = '[{"trait_type":"Sky\\ud800","value":"Red"}]'
    files.set(`${one}.json`, `{"name":"Half \\udc00","attributes":${attributes}}`)
    const value = `${'x'.repeat(199)}\u{1f319}`
    files.set(`${two}.json`, JSON.stringify({ name: 'Cut', attributes: [{ trait_type: 'Moon', value }] }))
    await describeTokens(linked)
    expect(await readToken(tokens[0] as string)).toMatchObject({
      name: 'Half \ufffd',
      attributes: [{ key: 'Sky\ufffd', value: 'Red' }],
    })
    expect(await readToken(tokens[1] as string)).toMatchObject({
      name: 'Cut',
      attributes: [{ key: 'Moon', value: `${'x'.repeat(199)}\ufffd` }],
    })
  })

  test('a picture in a data URL is re-encoded as well', async () => {
    const token = await minted()
    const id = tokenIdOf(token)
    const image = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script><rect width="8" height="8"/></svg>')}`
    files.set(`${id}.json`, JSON.stringify({ name: 'Drawn', image }))
    await describeTokens(linked)
    const answer = await picture(token)
    expect(answer.headers.get('content-type')).toBe('image/webp')
  })

  test('a picture of more than a few kilobytes is a link in every answer', async () => {
    const token = await minted()
    const id = tokenIdOf(token)
    const raw = { width: 64, height: 64, channels: 3 } as const
    const noise = await sharp(randomBytes(64 * 64 * 3), { raw })
      .png()
      .toBuffer()
    const image = `data:image/png;base64,${noise.toString('base64')}`
    expect(image.length).toBeGreaterThan(4096)
    files.set(`${id}.json`, JSON.stringify({ name: 'Large', image }))
    await describeTokens(linked)
    expect((await readToken(token)).image).toBe(
      `https://market.example/harbor/redirect/tokens/${token}/image/v1`,
    )
    const answer = await picture(token)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(answer.headers.get('cache-control')).toMatch(/public, max-age=86400/)
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 64, height: 64 })
  })

  test('a collection of which only the source of its picture was stored shows its link again', async () => {
    const { db, publicUrl } = linked
    const svg = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/>')}`
    await db.rows(sql`
      update collections set image = null, image_source = ${svg} where contract = ${market.collection}`)
    await sweep(linked, new AbortController().signal)
    const page = await appOf(linked).request(`/${linked.config.slug}/collections/v7?id=${market.collection}`)
    const link = `${publicUrl}/redirect/collections/${market.collection}/image/v1`
    expect(await page.json()).toMatchObject({ collections: [{ image: link }] })
    const answer = await appOf(linked).request(new URL(link).pathname)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  })

  test('the banner that the document of a collection names is shown and served by us', async () => {
    const { reads } = linked
    const contract = `0x${'ba'.repeat(20)}` as const
    const art = { width: 600, height: 150, channels: 3, background: '#363' } as const
    files.set('banner.png', new Uint8Array(await sharp({ create: art }).png().toBuffer()))
    const document = { name: 'Wide', banner_image: `ipfs://${cid}/banner.png` }
    files.set('about.json', JSON.stringify(document))
    const told = {
      ...reads,
      kindOf: async () => 'erc721' as const,
      texts: async () => ({ name: 'W', symbol: 'W', contractUri: `ipfs://${cid}/about.json` }),
    }
    await describeCollection({ ...linked, reads: told }, contract)
    const page = await appOf(linked).request(`/${linked.config.slug}/collections/v7?id=${contract}`)
    const link = `${linked.publicUrl}/redirect/collections/${contract}/image/v1?banner=true`
    expect(await page.json()).toMatchObject({ collections: [{ name: 'Wide', image: null, banner: link }] })
    const { pathname, search } = new URL(link)
    const answer = await appOf(linked).request(pathname + search)
    expect(answer.headers.get('content-type')).toBe('image/webp')
    expect(await sharp(await answer.arrayBuffer()).metadata()).toMatchObject({ width: 600, height: 150 })
  })

  test('a collection whose document could not be read when it was discovered is described once it can be', async () => {
    const { reads, db } = linked
    const contract = `0x${'bb'.repeat(20)}` as const
    const told = {
      ...reads,
      kindOf: async () => 'erc721' as const,
      texts: async () => ({ name: 'Plain', symbol: 'P', contractUri: `ipfs://${cid}/late.json` }),
    }
    const chain = { ...linked, reads: told }
    const shown = async () => {
      const answer = await appOf(linked).request(`/${linked.config.slug}/collections/v7?id=${contract}`)
      const { collections } = (await answer.json()) as { collections: readonly object[] }
      return collections[0]
    }
    const renew = async () => {
      await db.rows(sql`update collections set document_due = now() where document_due is not null`)
      await renewCollectionTexts(chain, new AbortController().signal)
    }
    await describeCollection(chain, contract)
    expect(await shown()).toMatchObject({ name: 'Plain', description: null })
    await renew()
    files.set('late.json', JSON.stringify({ name: 'Late', description: 'Worth the wait' }))
    await renew()
    expect(await shown()).toMatchObject({ name: 'Late', description: 'Worth the wait' })
    files.set('late.json', JSON.stringify({ name: 'Later', description: 'Read again' }))
    await renew()
    expect(await shown()).toMatchObject({ name: 'Late' })
    await requestCollectionTexts(db, linked.config.id, contract)
    await renew()
    expect(await shown()).toMatchObject({ name: 'Later', description: 'Read again' })
    files.delete('late.json')
    await requestCollectionTexts(db, linked.config.id, contract)
    await renew()
    expect(await shown()).toMatchObject({ name: 'Later', description: 'Read again' })
  })

  test.each([
    ['banner_image_url', 'https://art.example/wide.png', 'https://art.example/wide.png'],
    ['bannerImage', 'ar://wide', 'ar://wide'],
    ['banner_image', 'javascript:alert(1)', undefined],
    ['banner_image', 7, undefined],
  ])('a banner named %s %s is read as %s', (name, value, banner) => {
    const document = new TextEncoder().encode(JSON.stringify({ [name]: value }))
    expect(readMetadata(document)?.banner).toBe(banner)
  })

  test('answers are compressed for callers who accept that, with the same content', async () => {
    const path = `/${linked.config.slug}/tokens/v7?collection=${market.collection}&limit=100`
    const plain = await (await appOf(linked).request(path)).text()
    for (const [accepted, packing] of [
      ['gzip', 'gzip'],
      ['gzip, deflate, br', 'br'],
      ['br;q=0, gzip;q=0.5', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await appOf(linked).request(path, { headers: { 'accept-encoding': accepted } })
      expect(answer.headers.get('content-encoding')).toBe(packing)
      expect(answer.headers.get('vary')).toMatch(/accept-encoding/i)
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (packing !== null) expect(bytes.length).toBeLessThan(plain.length / 2)
      const open =
        packing === 'br' ? brotliDecompressSync : packing === 'gzip' ? gunzipSync : (raw: Buffer) => raw
      expect(open(bytes).toString()).toBe(plain)
    }
  })
})

describe('stored pictures', () => {
  const stored = async (): Promise<readonly string[]> => {
    const rows = await linked.db.rows<{ name: string }>(sql`
      select source_hash as name from pictures where chain_id = ${linked.config.id} order by created_at desc`)
    return rows.map(({ name }) => name)
  }
  /** Stores a picture of so many bytes, made so many hours ago. */
  const store = (name: string, bytes: number, hours: number) =>
    linked.db.rows(sql`
      insert into pictures (chain_id, source_hash, type, bytes, created_at)
      values (${linked.config.id}, ${name}, 'image/webp', ${Buffer.alloc(bytes)}, now() - make_interval(hours => ${hours}))`)

  test('are deleted when they are old, and drawn again for who asks', async () => {
    const token = await minted()
    const id = tokenIdOf(token)
    const art = { width: 64, height: 64, channels: 3, background: '#363' } as const
    files.set(`${id}.json`, JSON.stringify({ name: 'Old', image: `ipfs://${cid}/old.png` }))
    files.set('old.png', new Uint8Array(await sharp({ create: art }).png().toBuffer()))
    await describeTokens(linked)
    const draws = async () => {
      expect((await picture(token)).headers.get('content-type')).toBe('image/webp')
      return asked.filter((name) => name === 'old.png').length
    }
    expect([await draws(), await draws()]).toEqual([1, 1])
    await sweep(linked, new AbortController().signal)
    expect(await draws()).toBe(1)
    await linked.db.rows(sql`update pictures set created_at = now() - interval '91 days'`)
    await sweep(linked, new AbortController().signal)
    expect(await stored()).toEqual([])
    expect([await draws(), await draws()]).toEqual([2, 2])
  })

  test('take a bounded size together: the oldest ones are deleted, a few in one statement', async () => {
    const { db, config } = linked
    await db.rows(sql`delete from pictures`)
    await store('a failure of now', 0, 0)
    await store('new', 3000, 1)
    await store('a failure', 0, 2)
    await store('newer', 3000, 3)
    await store('older', 3000, 4)
    await store('small and old', 1, 5)
    await prunePictures(db, config.id, { hours: 100, bytes: 6700 })
    expect(await stored()).toEqual(['a failure of now', 'new', 'newer'])
    for (let place = 0; place < 250; place += 1) await store(`many ${place}`, 10, 6)
    const deleted: number[] = []
    const watching: Queries = {
      rows: async (query) => {
        const rows = await db.rows(query)
        const { count } = (rows[0] ?? {}) as { count?: string }
        if (count !== undefined) deleted.push(Number(count))
        return rows as never
      },
    }
    await prunePictures(watching, config.id, { hours: 100, bytes: 6700 })
    expect(await stored()).toEqual(['a failure of now', 'new', 'newer'])
    expect(Math.max(...deleted)).toBeLessThanOrEqual(100)
    await prunePictures(db, config.id, { hours: 2, bytes: 6700 })
    expect(await stored()).toEqual(['a failure of now', 'new'])
  })
})

test('a collection with any number of waiting tokens does not hold up those of another one', async () => {
  const { db, config } = market.deps
  const [crowded, other] = [`0x${'c0'.repeat(20)}`, `0x${'c1'.repeat(20)}`] as const
  await db.rows(sql`
    insert into collections (chain_id, contract, kind)
    select ${config.id}::bigint, contract, 'erc721' from unnest(array[${crowded}, ${other}]) contract`)
  await db.rows(sql`
    insert into tokens (chain_id, contract, token_id, metadata_state, metadata_due)
    select ${config.id}::bigint, ${crowded}, id, case when id > 2000 then 'failed' else 'new' end,
      now() - interval '1 hour'
    from generate_series(1, 4000) id`)
  await db.rows(sql`
    insert into tokens (chain_id, contract, token_id, metadata_state, metadata_due)
    values (${config.id}, ${other}, 1, 'new', null), (${config.id}, ${other}, 2, 'failed', now() - interval '1 minute')`)
  const page = await tokensToDescribe(db, config.id, '')
  await db.rows(sql`delete from tokens where contract in (${crowded}, ${other})`)
  await db.rows(sql`delete from collections where contract in (${crowded}, ${other})`)
  const waiting = page.filter(({ contract }) => contract === other).map(({ tokenId }) => tokenId)
  expect([...waiting].sort()).toEqual(['1', '2'])
  expect(page.filter(({ contract }) => contract === crowded).length).toBeGreaterThan(2)
})

test('every collection gets its turn, however many collections wait', async () => {
  const { db, config } = market.deps
  const contracts = Array.from({ length: 40 }, (_, index) => `0x${String(index + 10).repeat(20)}`)
  const list = sql`array[${sql.join(
    contracts.map((contract) => sql`${contract}`),
    sql`, `,
  )}]`
  await db.rows(sql`
    insert into collections (chain_id, contract, kind)
    select ${config.id}::bigint, contract, 'erc721' from unnest(${list}) contract`)
  await db.rows(sql`
    insert into tokens (chain_id, contract, token_id, metadata_state)
    select ${config.id}::bigint, contract, id, 'new' from unnest(${list}) contract, generate_series(1, 60) id`)
  const read = new Map<string, number>()
  let last = ''
  for (let pages = 0; pages < 20; pages += 1) {
    const page = await tokensToDescribe(db, config.id, last)
    last = page.at(-1)?.contract ?? ''
    for (const { contract } of page) read.set(contract, (read.get(contract) ?? 0) + 1)
  }
  await db.rows(sql`delete from tokens where contract = any(${list})`)
  await db.rows(sql`delete from collections where contract = any(${list})`)
  const counts = contracts.map((contract) => read.get(contract) ?? 0)
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
})

test('a node that cannot be asked takes no metadata away, and what is missing is read once it answers', async () => {
  const [known, fresh] = [await minted(), await minted()]
  files.set(`${tokenIdOf(known)}.json`, JSON.stringify({ name: 'Known', attributes: [] }))
  files.set(`${tokenIdOf(fresh)}.json`, JSON.stringify({ name: 'Fresh', attributes: [] }))
  const { db, config, reads } = linked
  const [contract] = known.split(':') as [string]
  const ids = [known, fresh].map((token) => String(tokenIdOf(token)))
  const state = (tokenId: string, next: string) =>
    db.rows(sql`update tokens set metadata_state = ${next}, metadata_due = now(), metadata_tries = 0
      where contract = ${contract} and token_id = ${tokenId}::numeric`)
  await state(ids[1] ?? '', 'none')
  await describeTokens(linked)
  expect((await readToken(known)).name).toBe('Known')
  for (const id of ids) await state(id, 'new')
  const dead = createChainReads({ ...config, rpcUrls: ['http://127.0.0.1:9'] })
  await describeTokens({ ...linked, reads: { ...reads, tokenUris: dead.tokenUris } })
  expect((await readToken(known)).name).toBe('Known')
  await db.rows(sql`update tokens set metadata_due = now() where metadata_state = 'failed'`)
  await describeTokens(linked)
  expect([(await readToken(known)).name, (await readToken(fresh)).name]).toEqual(['Known', 'Fresh'])
})

test('metadata of a few tokens reads and replaces their rows, however many tokens and attributes there are', async () => {
  const { db, config } = market.deps
  const contract = `0x${'ad'.repeat(20)}` as const
  const many = 3000
  const told = (key: string): readonly { readonly key: string; readonly value: string }[] => [
    { key, value: 'Red' },
    { key: 'Kind', value: 'Boat' },
  ]
  await db.rows(sql`
    insert into tokens (chain_id, contract, token_id, attributes, metadata_state)
    select ${config.id}::bigint, ${contract}, id, ${JSON.stringify(told('Sky'))}::jsonb, 'done'
    from generate_series(1, ${many}::integer) id`)
  await db.rows(sql`
    insert into token_attributes (chain_id, contract, token_id, key, value)
    select ${config.id}::bigint, ${contract}, id, e.key, e.value from generate_series(1, ${many}::integer) id
    cross join jsonb_to_recordset(${JSON.stringify(told('Sky'))}::jsonb) as e (key text, value text)`)
  const page = Array.from({ length: 20 }, (_, index) => ({
    token: { contract, kind: 'erc721' as const, tokenId: String(index * 7 + 1), tries: 0 },
    name: `Boat ${index}`,
    description: null,
    image: null,
    imageSource: null,
    attributes: told('Sea'),
  }))
  const read = await db.transaction(async (tx) => {
    // The server counts what the connection read before, too, until it adds that up a moment later.
    const rowsRead = async (): Promise<number> => {
      const [row] = await tx.rows<{ read: string }>(sql`
        select sum(seq_tup_read + idx_tup_fetch) as read from pg_stat_xact_user_tables
        where relname like 'token%'`)
      return Number(row?.read)
    }
    const before = await rowsRead()
    await saveMetadata(tx, config.id, page)
    return (await rowsRead()) - before
  })
  expect(read).toBeLessThan(10 * page.length)
  const stored = await db.rows(sql`
    select key, value, count(*)::int as tokens from token_attributes where contract = ${contract}
    group by 1, 2 order by 1`)
  expect(stored).toEqual([
    { key: 'Kind', value: 'Boat', tokens: many },
    { key: 'Sea', value: 'Red', tokens: page.length },
    { key: 'Sky', value: 'Red', tokens: many - page.length },
  ])
})
