import { erc721Abi } from '@sluice/seaport'
import { sql } from 'drizzle-orm'
import { type Hex, keccak256, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recountCollections } from '../../src/indexer/recountPiece.ts'
import { insertFacts } from '../../src/storage/chain/facts.ts'
import { moveOwnerships } from '../../src/storage/chain/ownerships.ts'
import { marketOf, refreshStats } from '../../src/storage/pages/collectionStats.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

const day = 86_400
let market: Market
let ada: Trader
let ben: Trader
let cleo: Trader
let tokens: readonly string[] = []
/** Seconds that have passed beside the real ones. */
let passed = 0
const clock = () => Date.now() + passed * 1000
beforeAll(async () => {
  market = await startMarket({ clock })
  ;[ada, ben, cleo] = market.traders as [Trader, Trader, Trader]
  await market.approve(ada)
})
afterAll(() => market?.stop())

/** What a collection shows, computed from the facts alone at a moment in unix seconds. */
async function fromFacts(now: number): Promise<object> {
  const { db, config } = market.deps
  const likeNative = sql`f.currency in (${zeroAddress}, ${config.wrappedNative})`
  const [row] = await db.rows<{ tokens: string; owners: string; on_sale: string }>(sql`
    select (select count(*) from tokens where contract = ${market.collection}) as tokens,
      (select count(distinct owner) from ownerships where contract = ${market.collection} and amount > 0) as owners,
      (select count(distinct token_id) from orders where contract = ${market.collection} and side = 'sell'
        and fillability = 'fillable' and approval = 'approved' and start_time <= ${now} and end_time > ${now}) as on_sale`)
  const sold = async (since: number, before = 1e11): Promise<readonly [number, number]> => {
    const [sums] = await db.rows<{ sales: string; volume: string }>(sql`
      select count(*) as sales, coalesce(sum(f.price), 0) / 1e18 as volume from fills f
      where f.contract = ${market.collection} and f.sale and ${likeNative} and f.timestamp >= ${since} and f.timestamp < ${before}`)
    return [Number(sums?.sales), Number(sums?.volume)]
  }
  const names = ['1day', '7day', '30day', 'allTime'] as const
  const since = [1, 7, 30, 40_000].map((days) => now - days * day)
  const sums = await Promise.all(since.map((moment) => sold(moment)))
  const changes = await Promise.all(
    [1, 7, 30].map(async (days, index) => {
      const [, earlier] = await sold(now - 2 * days * day, now - days * day)
      return earlier === 0 ? null : Math.floor(((sums[index]?.[1] ?? 0) / earlier) * 10_000) / 10_000
    }),
  )
  return {
    tokenCount: row?.tokens,
    ownerCount: Number(row?.owners),
    onSaleCount: row?.on_sale,
    salesCount: Object.fromEntries(names.map((name, index) => [name, sums[index]?.[0]])),
    volume: Object.fromEntries(names.map((name, index) => [name, sums[index]?.[1]])),
    volumeChange: Object.fromEntries(names.slice(0, 3).map((name, index) => [name, changes[index]])),
  }
}

/** What the provider shows of the collection, beside what the facts say. */
async function bothSay(): Promise<{ readonly shown: object; readonly facts: object }> {
  const { body } = await market.get(`/collections/v7?id=${market.collection}`)
  const { tokenCount, ownerCount, onSaleCount, salesCount, volume, volumeChange } = body.collections[0]
  return {
    shown: { tokenCount, ownerCount, onSaleCount, salesCount, volume, volumeChange },
    facts: await fromFacts(Math.floor(clock() / 1000)),
  }
}

async function pass(seconds: number): Promise<void> {
  passed += seconds
  await market.rpc('evm_setNextBlockTimestamp', [Math.floor(clock() / 1000)])
  await market.rpc('anvil_mine', ['0x1'])
}

/** Does something on chain, follows it, looks at it, and takes it back by a reorg. */
async function undone(act: () => Promise<void>, look: () => Promise<void>): Promise<void> {
  const block = async () => Number(await market.rpc<string>('eth_blockNumber'))
  const snapshot = await market.rpc<string>('evm_snapshot')
  const start = await block()
  await act()
  await market.sync()
  await look()
  const deep = (await block()) - start
  const nonces = await Promise.all(
    market.traders.map(({ address }) => market.rpc<Hex>('eth_getTransactionCount', [address, 'latest'])),
  )
  await market.rpc('evm_revert', [snapshot])
  // The traders sent as much on the other branch, to somewhere else.
  for (const [index, { address }] of market.traders.entries())
    await market.rpc('anvil_setNonce', [address, nonces[index]])
  await market.rpc('anvil_mine', [`0x${(deep + 2).toString(16)}`])
  await market.sync()
}

async function sell(token: string, ether: string): Promise<void> {
  const [orderId] = await market.list(ada, [token], { weiPrice: parseEther(ether).toString() })
  const body = { taker: ben.address, items: [{ orderId, quantity: 1 }] }
  await market.walk(ben, (await market.post('/execute/buy/v7', body)).body)
  await market.sync()
}

test('a collection shows what its facts say after mints, sales and gifts, as days pass, and after a reorg', async () => {
  tokens = await market.tokens(ada, 6)
  await market.sync()
  await sell(tokens[0] ?? '', '1')
  await pass(20 * day + 1000)
  await sell(tokens[1] ?? '', '0.5')
  await pass(5 * day + 40_000)
  await sell(tokens[2] ?? '', '2')
  await pass(day + 60_000)
  await sell(tokens[3] ?? '', '0.25')
  await market.list(ada, [tokens[4] ?? ''])
  const first = await bothSay()
  expect(first.shown).toEqual(first.facts)
  expect(first.facts).toMatchObject({
    salesCount: { '1day': 1, '7day': 2, '30day': 4, allTime: 4 },
    ownerCount: 2,
  })

  const give = (from: Trader, to: Trader, token: string) =>
    from.write({
      address: market.collection,
      abi: erc721Abi,
      functionName: 'safeTransferFrom',
      args: [from.address, to.address, tokenIdOf(token)],
    })
  await undone(
    async () => {
      // Ada gives away all that she has left: she is no owner any more.
      for (const token of [tokens[4], tokens[5]]) await give(ada, ben, token ?? '')
      const [another = ''] = await market.tokens(ben)
      await give(ben, cleo, another)
    },
    async () => {
      const given = await bothSay()
      expect(given.shown).toEqual(given.facts)
      expect(given.facts).toMatchObject({ tokenCount: '7', ownerCount: 2, onSaleCount: '0' })
    },
  )
  const back = await bothSay()
  expect(back.shown).toEqual(back.facts)
  expect(back.facts).toMatchObject({ tokenCount: '6', ownerCount: 2 })

  // Nothing happens, and what was sold leaves one period after the other.
  for (const seconds of [40_000, day, 6 * day, 20 * day, 30 * day]) {
    passed += seconds
    const later = await bothSay()
    expect(later.shown).toEqual(later.facts)
  }
})

test('a sale that a reorg takes back is no longer counted, and is counted once when it happens again', async () => {
  await pass(60)
  await undone(
    () => sell(tokens[5] ?? '', '3'),
    async () => {
      const sold = await bothSay()
      expect(sold.shown).toEqual(sold.facts)
      expect(sold.facts).toMatchObject({ salesCount: { allTime: 5 } })
    },
  )
  const back = await bothSay()
  expect(back.shown).toEqual(back.facts)
  expect(back.facts).toMatchObject({ salesCount: { allTime: 4 } })
  await pass(60)
  await sell(tokens[5] ?? '', '3')
  const again = await bothSay()
  expect(again.shown).toEqual(again.facts)
  expect(again.facts).toMatchObject({ salesCount: { allTime: 5 } })
})

test('missing and wrong counts are found and corrected from the facts', async () => {
  const { db, config } = market.deps
  expect(await recountCollections(market.deps)).toEqual([])
  const good = await bothSay()
  await db.rows(
    sql`update collection_counts set owners = owners + 7, tokens = 0 where contract = ${market.collection}`,
  )
  await db.rows(sql`delete from sale_days where chain_id = ${config.id} and day = 0`)
  expect((await bothSay()).shown).not.toEqual(good.shown)
  expect(await recountCollections(market.deps)).toEqual([market.collection])
  expect((await bothSay()).shown).toEqual(good.shown)
})

test('wrong stats of lists are found and corrected from the facts', async () => {
  const { db } = market.deps
  const refresh = async () => {
    while (await refreshStats(db, marketOf(market.deps))) {
      // Until nothing is stale.
    }
  }
  await refresh()
  const good = await bothSay()
  expect(await recountCollections(market.deps)).toEqual([])
  await refresh()
  await db.rows(
    sql`update collection_stats set on_sale = on_sale + 7, total_volume = 0 where contract = ${market.collection}`,
  )
  expect((await bothSay()).shown).not.toEqual(good.shown)
  expect(await recountCollections(market.deps)).toEqual([market.collection])
  expect((await bothSay()).shown).toEqual(good.shown)
  await refresh()
  expect((await bothSay()).shown).toEqual(good.shown)
})

test('a block of mints to a large holder reads the tokens that move, not all that the holder has', async () => {
  const { db, config } = market.deps
  const mints = 300
  const block = { number: 1, hash: keccak256('0x01'), timestamp: 1 }
  const transfers = Array.from({ length: mints }, (_, index) => ({
    logIndex: index,
    batchIndex: 0,
    txHash: block.hash,
    contract: `0x${'ab'.repeat(20)}` as const,
    tokenId: BigInt(index),
    from: zeroAddress,
    to: ada.address,
    amount: 1n,
  }))
  const nothing = { operators: [], fills: [], cancels: [], counters: [], payers: [] }
  const read = await db.transaction(async (tx) => {
    await insertFacts(tx, config.id, [{ block, facts: { ...nothing, transfers } }])
    await moveOwnerships(tx, config.id, [block.hash])
    const [row] = await tx.rows<{ read: string }>(sql`
      select sum(seq_tup_read + idx_tup_fetch) as read from pg_stat_xact_user_tables
      where relname like 'ownerships%'`)
    return Number(row?.read)
  })
  expect(read).toBeLessThan(10 * mints)
})
