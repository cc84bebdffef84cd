import { buildListing, orderTypedData, seaportDomain } from '@sluice/seaport'
import pg from 'pg'
import {
  type Address,
  createPublicClient,
  type Hex,
  http,
  parseAbi,
  parseEther,
  stringify,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rpc } from '../src/chain/rpc.ts'
import { localAccounts } from '../src/contracts/accounts.ts'
import { type Writer, writerOf } from '../src/contracts/writer.ts'
import { type Cluster, natsBinary, startCluster } from './cluster.ts'
import { type Reader, readEvents } from './reader.ts'

const words = natsBinary === undefined ? 'Postgres alone' : 'Postgres and NATS'
const abi = parseAbi([
  'function mint(address to, uint256 count)',
  'function transferFrom(address from, address to, uint256 tokenId)',
])

let cluster: Cluster
let database: pg.Pool
let traders: readonly Writer[]
let collection: Address
beforeAll(async () => {
  cluster = await startCluster(natsBinary)
  database = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 })
  database.on('error', () => {})
  traders = localAccounts()
    .slice(0, 2)
    .map(({ privateKey }) => writerOf(cluster.chain, privateKey))
  collection = cluster.chain.contracts.collections[0]?.address as Address
})
afterAll(async () => {
  await database?.end()
  await cluster?.stop()
})

const pause = () => new Promise((wake) => setTimeout(wake, 50))
async function until(done: () => Promise<boolean>): Promise<void> {
  // A process that was just killed refuses the connection: not done yet.
  while (!(await done().catch(() => false))) await pause()
}
const apiOf = (index: number): string => {
  const api = cluster.apis[index % cluster.apis.length]
  return `${api?.url}/${cluster.chain.slug}`
}
const count = async (query: string, values: readonly unknown[] = []): Promise<number> =>
  Number((await database.query<{ count: string }>(query, [...values])).rows[0]?.count)
const termOf = async (): Promise<number> =>
  count('select term as count from leases where chain_id = $1', [cluster.chain.id])

/** Posts listings to the processes in turn until stopped; after a failure it posts the same again. */
function startPosting(maker: Writer, signal: AbortSignal) {
  const acknowledged: Hex[] = []
  const now = BigInt(Math.floor(Date.now() / 1000))
  const run = async (): Promise<void> => {
    for (let index = 0; !signal.aborted; index += 1) {
      const order = buildListing({
        maker: maker.account.address.toLowerCase() as Address,
        token: collection,
        tokenId: BigInt((index % 5) + 1),
        kind: 'erc721',
        quantity: 1n,
        gross: parseEther('1'),
        currency: zeroAddress,
        fees: [],
        startTime: now - 60n,
        endTime: now + 86_400n,
        salt: BigInt(index),
        conduitKey: cluster.chain.contracts.conduitKey,
        counter: 0n,
      })
      const domain = seaportDomain(cluster.chain.id, '1.6')
      const signature = await maker.account.signTypedData(orderTypedData(domain, order))
      const body = stringify({
        order: { kind: 'seaport-v1.6', data: { ...order, signature } },
        orderbook: 'reservoir',
      })
      for (let attempt = 0; ; attempt += 1) {
        const answer = await fetch(`${apiOf(index + attempt)}/order/v3`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        }).catch(() => undefined)
        if (answer?.ok === true) {
          acknowledged.push(((await answer.json()) as { orderId: Hex }).orderId)
          await pause()
          break
        }
        if (answer !== undefined && answer.status < 500)
          throw new Error(`The order was refused: ${await answer.text()}`)
        await pause()
      }
    }
  }
  return { acknowledged, done: run() }
}

/** Transfers one token back and forth until stopped. */
function startMoving(signal: AbortSignal) {
  const [one, other] = traders as [Writer, Writer]
  let moves = 0
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const [from, to] = moves % 2 === 0 ? [one, other] : [other, one]
      await from.write({
        address: collection,
        abi,
        functionName: 'transferFrom',
        args: [from.account.address, to.account.address, 1n],
      })
      moves += 1
      await pause()
    }
  }
  /** Blocks come without transactions too, as on any chain. */
  const beat = async (): Promise<void> => {
    while (!signal.aborted) {
      await rpc(cluster.chain.rpcUrl, 'evm_mine')
      await new Promise((wake) => setTimeout(wake, 250))
    }
  }
  return { moves: () => moves, done: Promise.all([run(), beat()]) }
}

describe(`two API processes and two indexers on ${words}, each killed and each leader frozen in turn under load`, () => {
  let readers: readonly Reader[]
  let acknowledged: readonly Hex[]
  let moves = 0
  let terms = 0
  let frozenLeaders = 0

  test('go on after every kill', async () => {
    const [maker] = traders as [Writer]
    await maker.write({
      address: collection,
      abi,
      functionName: 'mint',
      args: [maker.account.address, 5n],
    })
    readers = cluster.apis.map((_, index) => readEvents(`${apiOf(index)}/events`))
    const ending = new AbortController()
    const posting = startPosting(maker, ending.signal)
    const moving = startMoving(ending.signal)
    const first = await termOf()
    /** Waits until both loads have made progress: everything works again without the killed process. */
    const goOn = async (): Promise<void> => {
      const [posts, blocks] = [posting.acknowledged.length, await count('select count(*) from blocks')]
      await until(
        async () =>
          posting.acknowledged.length > posts + 5 &&
          (await count('select count(*) from blocks')) > blocks + 3,
      )
    }
    await goOn()
    for (const one of [...cluster.indexers, ...cluster.apis]) {
      await one.kill('SIGKILL')
      await goOn()
      await one.restart()
    }
    // The leader is frozen in the middle of its work, and continues when another one leads.
    const led = await termOf()
    for (const one of cluster.indexers) {
      one.freeze()
      await goOn()
      one.thaw()
    }
    frozenLeaders = (await termOf()) - led
    for (const one of [cluster.nats, cluster.postgres]) {
      await one?.kill()
      await one?.restart()
      await goOn()
    }
    ending.abort()
    await Promise.all([posting.done, moving.done])
    acknowledged = posting.acknowledged
    moves = moving.moves()
    terms = (await termOf()) - first
    const last = await createPublicClient({ transport: http(cluster.chain.rpcUrl) }).getBlockNumber()
    await until(async () => (await count('select max(number) as count from blocks')) >= Number(last))
    expect(terms).toBeGreaterThan(0)
    expect(frozenLeaders).toBeGreaterThan(0)
  }, 240_000)

  test('are all alive at the end', async () => {
    const urls = [...cluster.indexers, ...cluster.apis].map(({ url }) => `${url}/health/live`)
    const alive = await Promise.all(urls.map((url) => fetch(url).then(({ status }) => status)))
    expect(alive).toEqual([200, 200, 200, 200])
  })

  test('lose no acknowledged order', async () => {
    const kept = await count('select count(*) from orders where id = any($1)', [acknowledged])
    console.log(`acknowledged orders: ${acknowledged.length}, lost: ${acknowledged.length - kept}`)
    expect(acknowledged.length).toBeGreaterThan(30)
    expect(kept).toBe(new Set(acknowledged).size)
  })

  test('apply every event exactly once', async () => {
    const twice = await count(
      `select count(*) from (select 1 from outbox where kind <> 'order' group by kind, payload having count(*) > 1) as d`,
    )
    const born = await count(
      `select count(*) from (select 1 from outbox where kind = 'order' and payload ->> 'status' = 'new'
       group by payload ->> 'id' having count(*) > 1) as d`,
    )
    const transfers = await count('select count(*) from transfers where token_id = 1 and contract = $1', [
      collection,
    ])
    console.log(
      `transfers on chain: ${moves + 1}, applied: ${transfers}, events told twice by their writer: ${twice + born}, changes of leader: ${terms}`,
    )
    expect(twice + born).toBe(0)
    expect(transfers).toBe(moves + 1)
  })

  test('send every reader every event once, in order, over all its connections', async () => {
    const { rows } = await database.query<{ seq: string }>('select seq from outbox order by seq')
    const all = rows.map(({ seq }) => seq)
    await until(async () => readers.every(({ heard }) => heard.at(-1) === all.at(-1)))
    await Promise.all(readers.map((reader) => reader.stop()))
    console.log(
      `events: ${all.length}, heard: ${readers.map(({ heard }) => heard.length).join(' and ')}, connections resumed: ${readers.map((reader) => reader.resumed()).join(' and ')}`,
    )
    for (const reader of readers) {
      expect(reader.heard).toEqual(all)
      expect(reader.resumed()).toBeGreaterThan(0)
      expect(reader.gaps()).toBe(0)
    }
  })
})

test.skipIf(natsBinary === undefined)('the cluster used NATS', () => {
  expect(cluster.nats).toBeDefined()
})
