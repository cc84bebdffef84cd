import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type LocalServer, serveLocally } from '../../../devnet/src/processes/serveLocally.ts'
import type { ChainDeps } from '../../src/deps.ts'
import { describeTokens } from '../../src/metadata/describeTokens.ts'
import { createFetcher } from '../../src/metadata/fetcher.ts'
import { type Market, startMarket } from '../support/market.ts'

/** A gateway that answers at once for most, and never for what it does not have, as public ones nearly do. */

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const [honest, hostile, other] = ['a1', 'b2', 'c3'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
]
let market: Market
let gateway: LocalServer
let chain: ChainDeps
/** Requests that are not answered, by contract, and the most of them at one time. */
let open: { readonly contract: string; readonly answer: ServerResponse }[] = []
let isMissing: (contract: string, tokenId: number) => boolean = () => false
let most = 0

beforeAll(async () => {
  market = await startMarket()
  gateway = await serveLocally((request, answer) => {
    const [contract = '', tokenId = ''] = request.url?.split('/').slice(-2) ?? []
    if (!isMissing(contract, Number(tokenId))) return answer.end(`{"name":"No. ${tokenId}"}`)
    open.push({ contract, answer })
    most = Math.max(most, open.length)
  })
  const { url } = gateway
  chain = {
    ...market.deps,
    fetcher: createFetcher({ ipfsGateways: [url], arweaveGateway: url, timeout: 1_000_000 }),
    reads: {
      ...market.deps.reads,
      tokenUris: async (_kind, contract, ids) => ids.map((id) => `ipfs://${cid}/${contract}/${id}`),
    },
  }
})
afterAll(async () => {
  await gateway?.stop()
  await market?.stop()
})

const insert = async (contract: Address, tokens: number): Promise<void> => {
  const { db, config } = market.deps
  await db.rows(
    sql`insert into collections (chain_id, contract, kind) values (${config.id}, ${contract}, 'erc721')`,
  )
  await db.rows(sql`
    insert into tokens (chain_id, contract, token_id, metadata_state)
    select ${config.id}::bigint, ${contract}, id, 'new' from generate_series(1, ${tokens}::int) id`)
}
const describedOf = async (contract: Address): Promise<number> => {
  const rows = await market.deps.db.rows(
    sql`select 1 from tokens where contract = ${contract} and metadata_state = 'done'`,
  )
  return rows.length
}
/** Describes tokens until `work` is done, and then has the gateway say that it has none of the others. */
async function whileDescribing(work: () => Promise<void>): Promise<void> {
  const ending = new AbortController()
  const described = describeTokens(chain, ending.signal)
  try {
    await work()
  } finally {
    ending.abort()
    isMissing = () => false
    for (const { answer } of open.splice(0)) answer.writeHead(404).end()
    await described
  }
}
beforeEach(async () => {
  const { db } = market.deps
  await db.rows(sql`delete from tokens`)
  await db.rows(
    sql`delete from collections where contract = any(${sql.param([honest, hostile, other])}::text[])`,
  )
  most = 0
  open = []
})

test('a collection of a thousand missing documents holds up no other one', async () => {
  await insert(hostile, 1000)
  await insert(honest, 100)
  isMissing = (contract) => contract === hostile
  await whileDescribing(() => expect.poll(() => describedOf(honest)).toBe(100))
  // Nothing of it was ever read: it has one place.
  expect(most).toBe(1)
})

test('a collection whose documents are missing after the first ones holds half of the places of a gateway', async () => {
  await insert(hostile, 1000)
  isMissing = (contract, tokenId) => contract === hostile && tokenId > 30
  await whileDescribing(async () => {
    await expect.poll(() => open.length).toBe(4)
    await insert(honest, 100)
    await expect.poll(() => describedOf(honest)).toBe(100)
    expect(most).toBe(4)
  })
  expect(await describedOf(hostile)).toBe(30)
})

test('collections whose documents are missing have two places together, and are read again one after the other', async () => {
  const many = Array.from({ length: 10 }, (_, place) => `0x${String(place + 10).repeat(20)}` as Address)
  for (const contract of many) await insert(contract, 20)
  isMissing = (contract) => contract !== honest
  await whileDescribing(async () => {
    await expect.poll(() => open.length).toBe(8)
    const asked = new Set<string>()
    for (let answers = 0; answers < 30; answers += 1) {
      const first = open.shift()
      asked.add(first?.contract ?? '')
      first?.answer.writeHead(404).end()
      // The first token of each is read at once, and then two of all.
      await expect.poll(() => open.length).toBeGreaterThanOrEqual(2)
    }
    expect(asked.size).toBe(10)
    await expect.poll(() => open.length).toBe(2)
    await insert(honest, 30)
    await expect.poll(() => describedOf(honest)).toBe(30)
    expect(open.length).toBe(2)
  })
  await market.deps.db.rows(sql`delete from collections where contract = any(${sql.param(many)}::text[])`)
})

test('the rest of a collection is read, also when its first token is done while others are looked for', async () => {
  await insert(honest, 10)
  await insert(other, 1)
  const { db, reads } = chain
  const steps = new EventEmitter()
  const [looked, written] = [once(steps, 'looked'), once(steps, 'written')]
  let looks = 0
  const prepared: typeof db.prepared = async (...query) => {
    looks += 1
    const rows = await db.prepared(...query)
    if (looks === 2) {
      // This look left out the first collection, which is done before it is answered.
      steps.emit('looked')
      await written
    }
    return rows as never
  }
  const transaction: typeof db.transaction = async (work) => {
    const result = await db.transaction(work)
    if (looks === 2) setImmediate(() => steps.emit('written'))
    return result
  }
  const tokenUris: typeof reads.tokenUris = async (kind, contract, ids) => {
    if (contract === honest && looks === 1) await looked
    return reads.tokenUris(kind, contract, ids)
  }
  await describeTokens({ ...chain, db: { ...db, prepared, transaction }, reads: { ...reads, tokenUris } })
  expect([await describedOf(other), await describedOf(honest)]).toEqual([1, 10])
})
