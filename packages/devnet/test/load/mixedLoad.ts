import type pg from 'pg'
import type { Hex } from 'viem'
import { rpc } from '../../src/chain/rpc.ts'
import { checkNode, explain } from './explain.ts'
import { type Fault, faults, type Machines, startMachines } from './machines.ts'
import { createRandom } from './random.ts'
import { countEvents, type EventCounts, statusOnChain } from './statusOnChain.ts'
import { type AcknowledgedOrder, createTraders } from './traders.ts'

/** The result of a load. */
export type LoadReport = {
  readonly seed: number
  readonly seconds: number
  /** How often the traders did each kind of thing. */
  readonly done: Readonly<Record<string, number>>
  /** The faults of the machines, in order. */
  readonly faults: readonly string[]
  readonly acknowledged: number
  /** Acknowledged orders that are missing. */
  readonly missing: readonly string[]
  /** Orders whose status differs from the chain's, each with both. */
  readonly different: readonly string[]
  /** Milliseconds from the end of the load until the last status matched the chain. */
  readonly settledAfter: number
  /** Orders by their final status. */
  readonly statuses: Readonly<Record<string, number>>
  readonly onChain: EventCounts
  readonly stored: EventCounts
  /** Duplicate events. */
  readonly twice: number
}

export type LoadOptions = {
  readonly seed: number
  /** How long traders and faults go on at least, in milliseconds. */
  readonly seconds: number
  readonly say?: (line: string) => void
  /** Of the provider's processes; `fatal` when absent. */
  readonly logLevel?: string | undefined
}

const pause = (milliseconds: number): Promise<void> => new Promise((wake) => setTimeout(wake, milliseconds))

async function readStored(
  database: pg.Pool,
): Promise<{ readonly stored: EventCounts; readonly twice: number }> {
  const count = async (query: string): Promise<number> =>
    Number((await database.query<{ count: string }>(`select count(*) from ${query}`)).rows[0]?.count)
  const again = (table: string, place: string): Promise<number> =>
    count(`(select 1 from ${table} group by ${place} having count(*) > 1) as again`)
  return {
    stored: {
      transfers: await count('transfers'),
      cancels: await count('cancels'),
      counters: await count('counters'),
      fills: await count('fills'),
    },
    twice:
      (await again('transfers', 'block, log_index, batch_index')) +
      (await again('fills', 'block, log_index')) +
      (await again('cancels', 'block, log_index')) +
      (await again('counters', 'block, log_index')),
  }
}

/** The provider's view of these orders, by id. */
async function readStatuses(baseApiUrl: string, ids: readonly Hex[]): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>()
  for (let start = 0; start < ids.length; start += 50) {
    const query = ids
      .slice(start, start + 50)
      .map((id) => `ids=${id}`)
      .join('&')
    for (const route of ['asks/v5', 'bids/v6']) {
      const answer = await fetch(`${baseApiUrl}/orders/${route}?${query}&limit=50`)
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      const { orders } = (await answer.json()) as { orders: readonly { id: string; status: string }[] }
      for (const { id, status } of orders) found.set(id, status)
    }
  }
  return found
}

/** A slow machine takes longer: a shorter load would prove nothing. */
const [leastTroubles, leastOrders] = [5, 40]

/** Milliseconds that the provider has at the end to catch up with the chain. */
const patience = 60_000

/** Waits until the book has reached the node's newest block. */
async function untilLevel({ chain, database }: Machines): Promise<bigint> {
  const block = await rpc<{ number: Hex; hash: Hex }>(chain.rpcUrl, 'eth_getBlockByNumber', ['latest', false])
  const deadline = Date.now() + patience
  for (;;) {
    const { rows } = await database
      .query('select 1 from blocks where number = $1 and hash = $2', [Number(block.number), block.hash])
      .catch(() => ({ rows: [] }))
    if (rows.length > 0) return BigInt(block.number)
    if (Date.now() > deadline) throw new Error(`The book did not reach block ${Number(block.number)}.`)
    await pause(100)
  }
}

/** Compares the provider's status of each order with the chain's, at one block. */
async function compare({ chain, providers }: Machines, kept: readonly AcknowledgedOrder[], block: bigint) {
  const told = await readStatuses(
    `${providers[0]?.url}/${chain.slug}`,
    kept.map(({ id }) => id),
  )
  const now = BigInt(Math.floor(Date.now() / 1000))
  const different: string[] = []
  const statuses: Record<string, number> = {}
  for (const { id, order } of kept) {
    const [status, truth] = [told.get(id), await statusOnChain(chain, id, order, block, now)]
    statuses[truth] = (statuses[truth] ?? 0) + 1
    if (status !== undefined && status !== truth)
      different.push(`${id}: the provider says ${status}, the chain says ${truth}`)
  }
  return { different, statuses, missing: kept.filter(({ id }) => !told.has(id)).map(({ id }) => id) }
}

/**
 * Runs makers, takers and cancellations at once while the provider, its database and its node are killed, frozen and
 * rolled back. Then everything may settle, and every order is compared with the chain.
 */
export async function runMixedLoad({
  seed,
  seconds,
  say = () => {},
  logLevel = 'fatal',
}: LoadOptions): Promise<LoadReport> {
  const machines = await startMachines(logLevel)
  try {
    const { chain, providers, database } = machines
    const traders = createTraders(
      chain,
      providers.map(({ url }) => `${url}/${chain.slug}`),
      machines.gate,
      seed,
    )
    await traders.prepare()
    const ending = new AbortController()
    const trading = traders.run(ending.signal)
    const random = createRandom(seed)
    const injected: string[] = []
    const end = Date.now() + seconds * 1000
    // Each kind once before any repeats: a short load sees most of them too.
    let left: Fault[] = []
    while (Date.now() < end || injected.length < leastTroubles || traders.kept.size < leastOrders) {
      await pause(300 + random.below(1200))
      if (left.length === 0) left = [...faults]
      const [next] = left.splice(random.below(left.length), 1)
      if (next === undefined) continue
      const [name, inject] = next
      say(`${Math.max(0, Math.ceil((end - Date.now()) / 1000))} s left, ${traders.kept.size} orders: ${name}`)
      injected.push(name)
      await inject(machines, random)
    }
    ending.abort()
    await trading
    const over = Date.now()
    await rpc(chain.rpcUrl, 'anvil_mine', ['0x2'])
    const block = await untilLevel(machines)
    const kept = [...traders.kept.values()]
    await checkNode(chain, kept, block)
    const onChain = await countEvents(chain, block)
    const look = async () => ({ ...(await compare(machines, kept, block)), ...(await readStored(database)) })
    let found = await look()
    // Readings are settled, and blocks finalized, a few at a time.
    while (
      Date.now() - over < patience &&
      (found.different.length > 0 || JSON.stringify(found.stored) !== JSON.stringify(onChain))
    ) {
      await pause(500)
      found = await look()
    }
    const settledAfter = Date.now() - over
    for (const one of kept)
      if (found.different.some((line) => line.startsWith(one.id)))
        console.error(`${one.id}: ${await explain(database, chain, one, block)}`)
    const done = Object.fromEntries([...traders.done].sort())
    return {
      seed,
      seconds,
      done,
      faults: injected,
      acknowledged: kept.length,
      ...found,
      settledAfter,
      onChain,
    }
  } finally {
    await machines.stop()
  }
}
