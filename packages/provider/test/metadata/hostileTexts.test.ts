import { sql } from 'drizzle-orm'
import { type Address, concatHex, encodeAbiParameters, type Hex, numberToHex, size } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ChainDeps } from '../../src/deps.ts'
import { renewCollectionTexts } from '../../src/metadata/describe.ts'
import { describeTokens } from '../../src/metadata/describeTokens.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

/** Collections that say of themselves what nobody can store or show, beside an honest one. */

let market: Market
let seller: Trader
let hostile: Address
let bait: string
beforeAll(async () => {
  market = await startMarket()
  seller = market.traders[0] as Trader
  bait = await market.royaltyToken(seller)
  hostile = bait.split(':')[0] as Address
})
afterAll(() => market?.stop())

/** The begin of code that has no `contractURI`. */
const withoutUri: Hex = '0x60003560e01c63e8a3d485146012576017565b600080fd5b'
/** Code that answers these bytes to every other call: it copies them from its own end. */
function answering(bytes: Hex): Hex {
  const length = numberToHex(size(bytes), { size: 3 })
  const start = numberToHex(size(withoutUri) + 16, { size: 1 })
  return concatHex([withoutUri, '0x62', length, '0x60', start, '0x600039', '0x62', length, '0x6000f3', bytes])
}
/** Code that answers a text of so many zeros to every other call. */
const answeringMany = (length: number): Hex =>
  concatHex([
    withoutUri,
    '0x602060005262',
    numberToHex(length, { size: 3 }),
    '0x60205262',
    numberToHex(length + 64, { size: 3 }),
    '0x6000f3',
  ])
const answeringText = (text: string): Hex => answering(encodeAbiParameters([{ type: 'string' }], [text]))

/** Does `work` while the hostile collection has this code. */
async function whileHostile<T>(code: Hex, work: () => Promise<T>): Promise<T> {
  const honest = await market.rpc<Hex>('eth_getCode', [hostile, 'latest'])
  await market.rpc('anvil_setCode', [hostile, code])
  try {
    return await work()
  } finally {
    await market.rpc('anvil_setCode', [hostile, honest])
  }
}

const renewAll = async (chain: ChainDeps = market.deps): Promise<void> => {
  await market.deps.db.rows(sql`update collections set document_due = now()`)
  await renewCollectionTexts(chain, new AbortController().signal)
}
const namesOf = async (contract: Address) => {
  const [row] = await market.deps.db.rows<{ name: string; symbol: string }>(
    sql`select name, symbol from collections where contract = ${contract}`,
  )
  return row
}
const nameOf = async (token: string) =>
  (await market.get(`/tokens/v7?tokens=${token}`)).body.tokens[0].token.name as string | null

test('a collection that names itself with characters that no database takes is shown without them', async () => {
  await whileHostile(answeringText('a\0b\u202ec'), () => renewAll())
  expect(await namesOf(hostile)).toEqual({ name: 'a b c', symbol: 'a b c' })
})

test('a collection that cannot be stored is tried again later, and holds up no other one', async () => {
  const { db, config } = market.deps
  await db.rows(sql`update collections set name = 'Before' where contract = ${market.collection}`)
  await db.rows(sql`alter table collections add constraint refused check (name <> 'Refused')`)
  await whileHostile(answeringText('Refused'), () => renewAll())
  await db.rows(sql`alter table collections drop constraint refused`)
  expect((await namesOf(market.collection))?.name).not.toBe('Before')
  expect(
    await db.rows(
      sql`select contract from collections where chain_id = ${config.id} and document_due > now()`,
    ),
  ).toEqual([{ contract: hostile }])
})

test('a collection with a name of 200,000 characters is shown with no more than 200 of them', async () => {
  const { db } = market.deps
  const texts = await whileHostile(answeringMany(200_000), () => market.deps.reads.texts(hostile))
  expect([texts.name?.length, texts.symbol?.length, texts.contractUri]).toEqual([200, 200, undefined])
  await db.rows(sql`update collections set document_due = null`)
  await whileHostile(answeringText('x'.repeat(300)), () => renewAll())
  expect(await namesOf(hostile)).toEqual({ name: 'x'.repeat(200), symbol: 'x'.repeat(200) })
})

test('a token whose contract names a document of 700,000 characters as its address has none', async () => {
  const ask = () => market.deps.reads.tokenUris('erc721', hostile, [1n])
  expect(await whileHostile(answeringMany(700_000), ask)).toEqual([undefined])
  const longest = `https://art.example/${'x'.repeat(2028)}`
  expect(await whileHostile(answeringText(longest), ask)).toEqual([longest])
  expect(await whileHostile(answeringText(`${longest}x`), ask)).toEqual([undefined])
  const inline = `data:application/json,{"name":"${'x'.repeat(10_000)}"}`
  expect(await whileHostile(answeringText(inline), ask)).toEqual([inline])
})

test('a document with its {id} very many times is left out, and one with a few of them is read', async () => {
  const [few = '', many = ''] = await market.tokens(seller, 2)
  const documents = new Map([
    [tokenIdOf(few), 'data:application/json,{"name":"No. {id}","image":"{id}"}'],
    [tokenIdOf(many), `data:application/json,{"name":"Many","image":"${'{id}'.repeat(175_000)}"}`],
  ])
  const fetched: number[] = []
  const { reads, fetcher } = market.deps
  await describeTokens({
    ...market.deps,
    reads: { ...reads, tokenUris: async (_kind, _contract, ids) => ids.map((id) => documents.get(id)) },
    fetcher: {
      fetch: (uri, bytes) => {
        fetched.push(uri.length)
        return fetcher.fetch(uri, bytes)
      },
    },
  })
  expect(await nameOf(few)).toBe(`No. ${tokenIdOf(few).toString(16).padStart(64, '0')}`)
  expect(await nameOf(many)).toBeNull()
  expect(Math.max(...fetched)).toBeLessThan(1000)
})
