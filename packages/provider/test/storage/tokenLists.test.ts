import { sql } from 'drizzle-orm'
import { type Address, numberToHex, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Database, openDatabase, type Queries } from '../../src/storage/connection/database.ts'
import { bestBids } from '../../src/storage/orders/fillable.ts'
import { readAuctions } from '../../src/storage/pages/auctions.ts'
import { readTopBids } from '../../src/storage/pages/tokenDetails.ts'
import { type TestDatabase, testDatabase } from '../support/testDatabase.ts'

/** The best offers for a token of a collection for which strangers stored many lists of other tokens. */

const chainId = 31_337
const [contract, seller, bidder, weth] = [1, 2, 3, 4].map((one) => numberToHex(one, { size: 20 })) as [
  Address,
  Address,
  Address,
  Address,
]
const tokenId = 7n
const now = 1_000_000
const own = `list:${contract}:own`

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await testDatabase()
  db = await openDatabase(database.url, [chainId])
  await db.rows(sql`
    insert into collections (chain_id, contract, kind) values (${chainId}, ${contract}, 'erc721')`)
  await db.rows(sql`
    insert into token_sets (chain_id, id, contract, token_ids)
    select ${chainId}::bigint, 'list:' || list, ${contract}, array(
      select (list * 1000 + id)::numeric from generate_series(1, 300) id)
    from generate_series(1, 400) list`)
  await db.rows(sql`
    insert into token_sets (chain_id, id, contract, token_ids)
    values (${chainId}, ${own}, ${contract}, array[${tokenId.toString()}::numeric])`)
  const components = {
    ...{ offerer: bidder, zone: zeroAddress, offer: [], consideration: [], orderType: 0, startTime: '0' },
    ...{ endTime: `${now * 2}`, zoneHash: '0x', salt: '0', conduitKey: '0x', counter: '0' },
  }
  await db.rows(sql`
    insert into orders (chain_id, id, side, kind, maker, contract, token_kind, token_set_id, currency, gross, unit_price,
      unit_net, quantity, start_time, end_time, counter, conduit, zone, fee_bps, fees, components, signature,
      fillability, approval)
    values (${chainId}, ${numberToHex(1, { size: 32 })}, 'buy', 'seaport-v1.6', ${bidder}, ${contract}, 'erc721', ${own},
      ${weth}, 5, 5, 5, 1, 0, ${now * 2}, 0, '', ${zeroAddress}, 0, '[]', ${JSON.stringify(components)}, '0x',
      'fillable', 'approved')`)
  await db.rows(sql`
    insert into ownerships (chain_id, contract, token_id, owner, amount, acquired_at)
    values (${chainId}, ${contract}, ${tokenId.toString()}, ${seller}, 1, 0)`)
  await db.rows(sql`
    insert into auctions (chain_id, contract, token_id, seller, said_at, held_since, currency, ends_at, signature)
    values (${chainId}, ${contract}, ${tokenId.toString()}, ${seller}, 1, 1, ${weth}, ${now * 2}, '0x')`)
  await db.rows(sql`vacuum analyze token_sets`)
  await db.rows(sql`analyze orders`)
})
afterAll(async () => {
  await db?.close()
  await database?.stop()
})

const keys = [{ contract, tokenId }]
const query = {
  contract,
  tokenId,
  taker: seller,
  excluded: [],
  limit: 10,
  nativeLike: [weth],
  now: BigInt(now),
}
/** The reads that look for lists with a token, each as the number of offers that it found. */
const reads: Readonly<Record<string, (tx: Queries) => Promise<number>>> = {
  'to sell it': async (tx) => (await bestBids(tx, chainId, query)).length,
  'to show it': async (tx) => (await readTopBids(tx, chainId, keys, [weth], now)).size,
  'of its auction': async (tx) => {
    const [auction] = (await readAuctions(tx, chainId, keys, now)).values()
    return auction?.best === undefined ? 0 : auction.offers
  },
}

test.each(Object.keys(reads))(
  'the best offer for a token %s is found without reading the lists of others',
  async (name) => {
    const { found, read } = await db.transaction(async (tx) => {
      // The server counts what the connection read before, too, until it adds that up a moment later.
      const listsRead = async (): Promise<number> => {
        const [row] = await tx.rows<{ read: string }>(sql`
        select coalesce(sum(seq_tup_read + idx_tup_fetch), 0) as read from pg_stat_xact_user_tables
        where relname like 'token_sets%'`)
        return Number(row?.read)
      }
      const before = await listsRead()
      const found = await reads[name]?.(tx)
      return { found, read: (await listsRead()) - before }
    })
    expect(found).toBe(1)
    expect(read).toBeLessThan(10)
  },
)
