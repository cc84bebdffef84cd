import { sql } from 'drizzle-orm'
import { zeroAddress } from 'viem'
import { constantChain, type Preparing, type Transaction } from '../connection/database.ts'
import { allowLongWork } from '../connection/longWork.ts'
import type { Columns } from '../schema.ts'
import { addCounts, addSales } from './collectionCounts.ts'
import type { BlockFacts } from './facts.ts'
import { moveStretch } from './ownerships.ts'

/**
 * The history of a chain, far below its head: facts are copied into their tables many blocks at a time, and everything
 * that follows from them is derived once for a long stretch of blocks. `underived` says which, so that a process that is
 * killed in between leaves nothing out, and no other writer of facts continues before that is done.
 */

type Block = { readonly number: number; readonly hash: string; readonly timestamp: number }
type Facts = { readonly block: Block; readonly facts: BlockFacts }

const place = ['chain_id', 'block_hash', 'log_index', 'block']
const mined = [...place, 'tx_hash', 'timestamp']
const columns = {
  transfers: [...mined, 'contract', 'token_id', 'batch_index', 'from_address', 'to_address', 'amount'],
  operators: [...place, 'contract', 'owner', 'operator', 'approved'],
  fills: [
    ...[...mined, 'contract', 'token_id', 'order_id', 'side', 'maker', 'taker', 'amount', 'currency'],
    ...['price', 'kind', 'sale'],
  ],
  cancels: [...mined, 'order_id', 'maker', 'kind'],
  counters: [...place, 'maker', 'counter', 'kind'],
} as const

/** The facts as lines of each table, in the order of {@link columns}. Their values have nothing to escape. */
function linesOf(chainId: number, blocks: readonly Facts[]): Readonly<Record<keyof typeof columns, string>> {
  let [transfers, operators, fills, cancels, counters] = ['', '', '', '', '']
  for (const { block, facts } of blocks) {
    const { number, hash, timestamp } = block
    const start = `${chainId}\t${hash}\t`
    for (const one of facts.transfers)
      transfers += `${start}${one.logIndex}\t${number}\t${one.txHash}\t${timestamp}\t${one.contract}\t${one.tokenId}\t${one.batchIndex}\t${one.from}\t${one.to}\t${one.amount}\n`
    for (const one of facts.operators)
      operators += `${start}${one.logIndex}\t${number}\t${one.contract}\t${one.owner}\t${one.operator}\t${one.approved}\n`
    for (const one of facts.fills)
      fills += `${start}${one.logIndex}\t${number}\t${one.txHash}\t${timestamp}\t${one.contract}\t${one.tokenId}\t${one.orderId}\t${one.side}\t${one.maker}\t${one.taker}\t${one.amount}\t${one.currency}\t${one.price}\t${one.kind}\t${one.sale}\n`
    for (const one of facts.cancels)
      cancels += `${start}${one.logIndex}\t${number}\t${one.txHash}\t${timestamp}\t${one.orderId}\t${one.maker}\t${one.kind}\n`
    for (const one of facts.counters)
      counters += `${start}${one.logIndex}\t${number}\t${one.maker}\t${one.counter}\t${one.kind}\n`
  }
  return { transfers, operators, fills, cancels, counters }
}

/** The facts that were only copied, and whether somebody has an order on the chain. */
export type Underived = { readonly facts: number; readonly hasOrders: boolean }

/**
 * Copies facts of blocks that are not stored, and notes that nothing is derived from them yet. The partitions are
 * written directly, whose counts no trigger keeps: {@link deriveHistory} does.
 */
export async function copyFacts(
  tx: Transaction,
  chainId: number,
  blocks: readonly Facts[],
): Promise<Underived> {
  const lines = linesOf(chainId, blocks)
  for (const table of ['transfers', 'operators', 'fills', 'cancels', 'counters'] as const)
    if (lines[table] !== '') await tx.copy(`${table}_${chainId}`, columns[table], lines[table])
  const count = blocks.reduce(
    (sum, { facts }) => sum + facts.transfers.length + facts.fills.length + facts.cancels.length,
    0,
  )
  const [row] = await tx.rows<Columns<'underived', 'facts'> & { readonly ordered: boolean }>(sql`
    insert into underived as u (chain_id, block, facts)
    values (${chainId}, ${blocks[0]?.block.number ?? 0}, ${count})
    on conflict (chain_id) do update set facts = u.facts + excluded.facts
    returning facts, exists (select 1 from orders where chain_id = ${chainId}) as ordered`)
  return { facts: Number(row?.facts), hasOrders: row?.ordered === true }
}

const ofStretch = (chainId: number, first: string) =>
  sql`f.chain_id = ${chainId} and f.block_hash = any(array(
    select hash from blocks where chain_id = ${chainId} and number >= ${first}::bigint))`

/**
 * Derives owners, holders, tokens and counts from the facts that were only copied. Call it while holding the lock of the
 * chain's facts, and derive the statuses of orders that `stretch_*` name afterwards.
 * @returns whether there were any; then `stretch_transfers` and the other tables exist until the transaction ends.
 */
export async function deriveHistory(tx: Preparing, chainId: number): Promise<boolean> {
  const [stretch] = await tx.prepared<Columns<'underived', 'block'>>(
    `underived|${chainId}`,
    () => sql`delete from underived where chain_id = ${constantChain(chainId)} returning block`,
    {},
  )
  if (stretch === undefined) return false
  // A stretch takes longer than a statement may, where the disk is slow, and is sorted in memory.
  await allowLongWork(tx)
  await tx.rows(sql`set local work_mem = '64MB'`)
  for (const table of ['transfers', 'fills', 'cancels', 'operators', 'counters'])
    await tx.rows(sql`create temporary table ${sql.identifier(`stretch_${table}`)} on commit drop as
      select * from ${sql.identifier(table)} f where ${ofStretch(chainId, stretch.block)}`)
  const minted = sql`stretch_transfers where from_address = ${zeroAddress}`
  await tx.rows(addCounts(chainId, 'mints', 1, minted))
  await tx.rows(sql`
    insert into mint_days as d (chain_id, contract, day, mints)
    select ${chainId}::bigint, contract, timestamp / 86400, count(*) from ${minted} group by 2, 3
    on conflict (chain_id, contract, day) do update set mints = d.mints + excluded.mints`)
  await tx.rows(sql`
    insert into chain_hours as h (chain_id, hour, currency, mints)
    select ${chainId}::bigint, timestamp / 3600, '', count(*) from ${minted} group by 2
    on conflict (chain_id, hour, currency) do update set mints = h.mints + excluded.mints`)
  await tx.rows(sql`
    insert into stale_collections (chain_id, contract) select distinct ${chainId}::bigint, contract from ${minted}`)
  await tx.rows(sql`
    with added as (insert into ${sql.identifier(`tokens_${chainId}`)} (chain_id, contract, token_id, minted_at)
    select ${chainId}::bigint, contract, token_id, min(timestamp) from stretch_transfers
    group by contract, token_id order by contract, token_id on conflict do nothing returning contract)
    ${addCounts(chainId, 'tokens', 1, sql`added`)}`)
  await moveStretch(tx, chainId, sql`stretch_transfers`)
  await tx.rows(sql`
    insert into chain_hours as h (chain_id, hour, currency, sales, volume)
    select ${chainId}::bigint, timestamp / 3600, currency, count(*), sum(price) from stretch_fills where sale group by 2, 3
    on conflict (chain_id, hour, currency) do update
      set sales = h.sales + excluded.sales, volume = h.volume + excluded.volume`)
  await tx.rows(addSales(chainId, 1, sql`stretch_fills`))
  return true
}
