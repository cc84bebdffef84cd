import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ChainDeps } from '../../src/deps.ts'
import { cleanText } from '../../src/metadata/cleanText.ts'
import { renewCollectionTexts } from '../../src/metadata/describe.ts'
import { describeTokens } from '../../src/metadata/describeTokens.ts'
import { FetchRefusal } from '../../src/metadata/fetcher.ts'
import { readMetadata } from '../../src/metadata/readMetadata.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

/** Documents that are made to hold up, or to end, the process that reads them. */

let market: Market
beforeAll(async () => {
  market = await startMarket()
})
afterAll(() => market?.stop())
afterEach(() => {
  vi.restoreAllMocks()
})

const bytesOf = (document: unknown) => new TextEncoder().encode(JSON.stringify(document))
/** A letter with so many marks of two classes: putting them in order takes the square of their number. */
const marked = (marks: number): string => `a${'\u0301'.repeat(marks / 2)}${'\u0323'.repeat(marks / 2)}`

describe('a text with a hundred thousand marks on one letter', () => {
  /** The texts that are normalized meanwhile. */
  function normalizedIn(work: () => void): string[] {
    const texts: string[] = []
    const normalize = String.prototype.normalize
    vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form?: string) {
      texts.push(String(this))
      return normalize.call(this, form)
    })
    work()
    vi.restoreAllMocks()
    return texts
  }

  test('is cut, and keeps few of its marks, before it is normalized', () => {
    const [text] = normalizedIn(() => cleanText(marked(100_000), 200))
    expect(text?.length).toBeLessThanOrEqual(9)
    expect(normalizedIn(() => cleanText('x\u0301'.repeat(100_000), 200))[0]?.length).toBe(800)
  })

  test('is looked at no further wherever a document has it', () => {
    const long = marked(100_000)
    const attributes = Array.from({ length: 10 }, (_, place) => ({
      trait_type: `${place}${long}`,
      value: `${long}${place}`,
    }))
    const texts = normalizedIn(() => {
      const read = readMetadata(bytesOf({ name: long, description: long, attributes }))
      expect(read?.attributes).toHaveLength(10)
    })
    expect(texts).toHaveLength(22)
    expect(Math.max(...texts.map(({ length }) => length))).toBeLessThan(20)
  })

  test('keeps the marks that languages write', () => {
    const words = 'Zoe\u0308 \u05e9\u05c1\u05b8\u05dc\u05d5\u05b9\u05dd \u0f42\u0fb2\u0f74\u0f56\u0f0b \u1ec7'
    expect(cleanText(words, 200)).toBe(words.normalize('NFC'))
    expect(cleanText(`${'e\u0301'.repeat(300)}`, 200)).toBe('\u00e9'.repeat(200))
  })
})

test('of ten thousand attributes the first hundred are looked at', () => {
  const normalize = vi.spyOn(String.prototype, 'normalize')
  const attributes = Array.from({ length: 10_000 }, (_, place) => ({ trait_type: `k${place}`, value: place }))
  expect(readMetadata(bytesOf({ attributes }))?.attributes).toHaveLength(100)
  expect(normalize.mock.calls.length).toBeLessThanOrEqual(200)
})

test.each([
  ['of very many values', `{"name":"x","more":[${'[],'.repeat(100_000)}1]}`],
  ['of very many levels', `{"name":"x","more":${'['.repeat(1000)}${']'.repeat(1000)}}`],
])('a document %s is not parsed', (_, text) => {
  const parse = vi.spyOn(JSON, 'parse')
  expect(readMetadata(new TextEncoder().encode(text))).toBeUndefined()
  expect(parse).not.toHaveBeenCalled()
})

describe('an attempt is recorded before the document is read, so that one that ends the process is not the first again', () => {
  type State = { readonly state: string; readonly tries: number; readonly later: boolean }

  test('of a token', async () => {
    const [token = ''] = await market.tokens(market.traders[0] as Trader)
    const id = tokenIdOf(token).toString()
    const { db } = market.deps
    const stateNow = async () => {
      const [row] = await db.rows<State>(sql`
        select metadata_state as state, metadata_tries as tries, metadata_due > now() as later from tokens
        where contract = ${market.collection} and token_id = ${id}::numeric`)
      return row
    }
    const seen: (State | undefined)[] = []
    const chain: ChainDeps = {
      ...market.deps,
      reads: {
        ...market.deps.reads,
        tokenUris: async (_kind, _contract, ids) => ids.map((one) => `https://art.example/${one}`),
      },
      fetcher: {
        fetch: async (uri) => {
          if (uri.endsWith(`/${id}`)) seen.push(await stateNow())
          return bytesOf({ name: 'Read' })
        },
      },
    }
    await describeTokens(chain)
    expect(seen).toEqual([{ state: 'failed', tries: 1, later: true }])
    expect(await stateNow()).toMatchObject({ state: 'done', tries: 0 })
    // The process ended in the seven attempts before: this is the last one.
    await db.rows(sql`
      update tokens set metadata_state = 'failed', metadata_tries = 7, metadata_due = now()
      where contract = ${market.collection} and token_id = ${id}::numeric`)
    await describeTokens(chain)
    expect(seen[1]).toMatchObject({ state: 'none', tries: 8 })
  })

  test('of a collection', async () => {
    const { db } = market.deps
    await db.rows(sql`update collections set document_due = now() where contract = ${market.collection}`)
    const seen: unknown[] = []
    await renewCollectionTexts(
      {
        ...market.deps,
        reads: {
          ...market.deps.reads,
          texts: async () => ({ name: 'N', symbol: 'S', contractUri: 'https://art.example/contract' }),
        },
        fetcher: {
          fetch: async () => {
            seen.push(
              ...(await db.rows(sql`select document_due > now() as later from collections
              where contract = ${market.collection}`)),
            )
            throw new FetchRefusal('none')
          },
        },
      },
      new AbortController().signal,
    )
    expect(seen).toEqual([{ later: true }])
  })
})
