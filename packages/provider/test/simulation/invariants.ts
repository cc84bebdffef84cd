import type { Hex } from 'viem'
import { eventHours } from '../../src/storage/service/outbox.ts'
import type { Backends } from './backends.ts'
import type { ChainState, WorldOrder } from './chainActions.ts'
import { chainId } from './chainId.ts'
import { blockTime, branchOf, type WorldBlock } from './chainModel.ts'
import { wallClock } from './virtualGlobals.ts'
import type { World } from './world.ts'

/** The status of an order by the state of the chain. @param now unix seconds. */
function statusOf(state: ChainState, order: WorldOrder, now: number): string {
  const { id, side, maker, tokenId, price, endTime, counter } = order
  if (state.filled.has(id)) return 'filled'
  if (state.cancelled.has(id) || (state.counters.get(maker) ?? 0n) !== counter) return 'cancelled'
  if (endTime <= BigInt(now)) return 'expired'
  const holds =
    side === 'sell' ? state.owners.get(tokenId) === maker : (state.funds.get(maker) ?? 0n) >= price
  const allows = side === 'sell' ? state.operated.has(maker) : (state.allowed.get(maker) ?? 0n) >= price
  return `${holds ? 'fillable' : 'no-balance'}/${allows ? 'approved' : 'no-approval'}`
}

const isOpen = (status: string): boolean => status === 'fillable' || status === 'no-balance'
const short = (id: string): string => id.slice(0, 10)

type Rows = readonly Record<string, unknown>[]
type Find = (what: string) => void

/** The stored chain, holders, fills and cancellations are those of the chain. */
async function checkFacts(rows: (text: string) => Promise<Rows>, tip: WorldBlock, find: Find): Promise<void> {
  const branch = branchOf(tip)
  const hashes = new Map(branch.map(({ number, hash }) => [number, hash]))
  const stored = await rows('select number, hash from blocks order by number')
  const head = stored.at(-1)
  if (Number(head?.number ?? -1) !== tip.number)
    find(`the stored head is ${head?.number}, the chain's is ${tip.number}`)
  for (const { number, hash } of stored)
    if (hashes.get(Number(number)) !== hash) find(`block ${number} is stored with another hash`)
  const compare = (what: string, found: readonly string[], wanted: readonly string[]): void => {
    const [have, want] = [new Set(found), new Set(wanted)]
    for (const one of want) if (!have.has(one)) find(`${what} ${one} is missing`)
    for (const one of have) if (!want.has(one)) find(`${what} ${one} is stored and not on the chain`)
    if (have.size !== found.length) find(`one of the ${what}s is stored twice`)
  }
  compare(
    'holder',
    (await rows('select token_id, owner, amount from ownerships where amount > 0')).map(
      ({ token_id, owner, amount }) => `${token_id} ${owner} ${amount}`,
    ),
    [...tip.state.owners].map(([id, owner]) => `${id} ${owner} 1`),
  )
  const done = (kind: 'fill' | 'cancel'): readonly string[] =>
    branch.flatMap(({ number, hash, transactions }) =>
      transactions.flatMap(({ hash: transaction, action, logs }) =>
        action.do === kind && logs.length > 0
          ? [`${action.order.id} in block ${number} ${hash} by ${transaction}`]
          : [],
      ),
    )
  for (const kind of ['fill', 'cancel'] as const)
    compare(
      kind,
      (await rows(`select order_id, block, block_hash, tx_hash from ${kind}s`)).map(
        (row) => `${row.order_id} in block ${row.block} ${row.block_hash} by ${row.tx_hash}`,
      ),
      done(kind),
    )
  const counters = new Map<unknown, string>()
  for (const { maker, counter } of await rows(
    'select maker, counter from counters order by block, log_index',
  ))
    counters.set(maker, String(counter))
  compare(
    'counter',
    [...counters].map(([maker, counter]) => `${maker} ${counter}`),
    [...tip.state.counters].map(([maker, counter]) => `${maker} ${counter}`),
  )
}

/** No acknowledged order is lost, and each has the status that follows from the chain. */
async function checkOrders(
  rows: (text: string) => Promise<Rows>,
  { orders, acknowledged, chain, scheduler }: World,
  find: Find,
): Promise<void> {
  const stored = new Map(
    (await rows('select id, fillability, approval from orders')).map((row) => [String(row.id), row]),
  )
  for (const id of acknowledged)
    if (!stored.has(id)) find(`order ${short(id)} was acknowledged and is not stored`)
  const now = Math.floor(wallClock(scheduler) / 1000)
  for (const [id, row] of stored) {
    const order = orders.get(id as Hex)
    if (order === undefined) {
      find(`order ${short(id)} is stored and was never made`)
      continue
    }
    // One that ends at this moment may have either status.
    if (Math.abs(Number(order.endTime) - now) < 90) continue
    const status = String(row.fillability)
    const told = isOpen(status) ? `${status}/${row.approval}` : status
    const right = statusOf(chain.tip().state, order, now)
    if (told !== right)
      find(`order ${short(id)} (${order.side} of ${short(order.maker)}) is ${told}, the chain says ${right}`)
  }
}

/** Every event of the chain is told, none that was taken back is left standing, and the webhook got all, in order. */
async function checkEvents(
  rows: (text: string) => Promise<Rows>,
  { chain, received, plan }: World,
  find: Find,
): Promise<void> {
  const events = (await rows('select seq, kind, payload from outbox order by seq')).map((row) => ({
    seq: Number(row.seq),
    kind: String(row.kind),
    payload: row.payload as Readonly<Record<string, string>>,
  }))
  const branch = branchOf(chain.tip())
  const reverted = new Map<string, number>()
  for (const { seq, kind, payload } of events) if (kind === 'reorg') reverted.set(payload.hash ?? '', seq)
  const told = new Set(events.map(({ kind, payload }) => `${kind} ${payload.txHash}`))
  const standing = new Set<string>()
  for (const { transactions, timestamp } of branch)
    for (const { hash, action, logs } of transactions) {
      standing.add(hash)
      // What was no news any more when the world began need not be told.
      if (logs.length === 0 || timestamp < blockTime(0) - eventHours * 3600) continue
      if (action.do === 'fill' && !told.has(`sale ${hash}`)) find(`the sale in ${short(hash)} was never told`)
      if ((action.do === 'fill' || action.do === 'transfer') && !told.has(`transfer ${hash}`))
        find(`the transfer in ${short(hash)} was never told`)
    }
  const blockOfTransaction = new Map<string, string>()
  for (const { kind, payload } of events)
    if (kind === 'block')
      for (const hash of payload.transactions ?? []) blockOfTransaction.set(hash, String(payload.hash))
  for (const { seq, kind, payload } of events) {
    const hash = payload.txHash ?? ''
    if ((kind !== 'sale' && kind !== 'transfer') || standing.has(hash)) continue
    const block = blockOfTransaction.get(hash)
    if (block === undefined || (reverted.get(block) ?? 0) < seq)
      find(`the ${kind} in ${short(hash)} was told, is not on the chain, and was never taken back`)
  }
  const last = new Map<string, string>()
  for (const { kind, payload } of events)
    if (kind === 'order' && payload.status !== 'new') last.set(payload.id ?? '', String(payload.status))
  for (const { id, fillability } of await rows('select id, fillability from orders'))
    if (last.get(String(id)) !== fillability)
      find(`order ${short(String(id))} is ${fillability}, its last event says ${last.get(String(id))}`)
  const seen = new Set<number>()
  let newest = 0
  for (const { id } of received) {
    const seq = Number(id)
    if (!seen.has(seq) && seq < newest) find(`the webhook received event ${seq} after ${newest}`)
    seen.add(seq)
    newest = Math.max(newest, seq)
  }
  for (const { seq, kind } of events)
    if (seq > plan.oldEvents && kind !== 'block' && !seen.has(seq))
      find(`the webhook never received event ${seq} (${kind})`)
}

/**
 * What is wrong although all troubles have ended and there was time to recover.
 * @returns sentences; none when everything is right.
 */
export async function violations(world: World, backends: Backends): Promise<readonly string[]> {
  const found: string[] = []
  const find = (what: string): void => void found.push(what)
  const rows = async (text: string): Promise<Rows> => {
    const named = text.replace(/from (\w+)(.*?)( order by.*)?$/, (_, table, rest, order = '') => {
      const condition = / where /.test(rest) ? ' and' : ' where'
      return `from ${table}${rest}${condition} chain_id = ${chainId}${order}`
    })
    return (await backends.admin(named)).rows
  }
  await checkFacts(rows, world.chain.tip(), find)
  await checkOrders(rows, world, find)
  await checkEvents(rows, world, find)
  const old = await rows(`select count(*) as count from outbox where payload ? 'old'`)
  if (Number(old[0]?.count) > 0) find(`${old[0]?.count} events of long ago are still in the outbox`)
  return found
}
