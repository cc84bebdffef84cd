import { zeroAddress } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { readPursesOf } from '../orders/purses.ts'
import { deriveTouched, type Holder } from '../orders/status.ts'
import { insertBlock } from '../storage/blocks.ts'
import { type Queries, sql } from '../storage/db.ts'
import { deleteFacts, insertFacts } from '../storage/facts.ts'
import { aloneWithFacts, LeaseLostError } from '../storage/leases.ts'
import { type NewEvent, publish } from '../storage/outbox.ts'
import { moveOwnerships, rebuildOwnerships } from '../storage/ownerships.ts'
import { unsettle } from '../storage/readings.ts'
import type { Facts } from './facts.ts'

export type BlockHead = {
  readonly number: number
  readonly hash: string
  readonly parentHash: string
  readonly timestamp: number
}

/** A collection was learned while the block's events were asked for: they have to be asked for again. */
export class WatchedChange extends Error {
  override readonly name = 'WatchedChange'
}

/**
 * Writes a block and all that follows from it in one transaction. A block that is there already changes nothing.
 * @param watched how many collections' events were asked for.
 * @param near whether the node still has the state after this block.
 * @throws {WatchedChange}
 */
export async function applyBlock(
  chain: ChainDeps,
  block: BlockHead,
  facts: Facts,
  transactions: readonly string[],
  watched: number,
  near: boolean,
): Promise<void> {
  const chainId = chain.config.id
  const purses = await readPursesOf(chain, facts.payers, near ? block.number : undefined)
  const told = await chain.db.transaction(async (tx) => {
    await aloneWithFacts(tx, chainId, undefined)
    const became = await insertBlock(tx, chainId, block, { term: chain.term, watched })
    if (became === 'other-term') throw new LeaseLostError(`Chain ${chainId} is followed by another process.`)
    if (became === 'other-collections') throw new WatchedChange()
    if (became === 'there-already') return []
    await insertFacts(tx, chainId, block, facts)
    if (facts.transfers.length > 0) await moveOwnerships(tx, chainId, block.hash)
    const paid = await purses.write(tx)
    const { transfers, operators, fills, cancels, counters } = facts
    const changes = await deriveTouched(
      tx,
      chainId,
      {
        orders: [...fills, ...cancels].map(({ orderId }) => orderId),
        purses: paid,
        makers: counters,
        holders: holdersOf(transfers.map((one) => ({ ...one, tokenId: one.tokenId.toString() }))),
        operated: operators.map(({ owner, contract }) => ({ account: owner, contract })),
      },
      'open',
      Math.floor(chain.clock() / 1000),
    )
    return publish(tx, chainId, [
      ...changes,
      ...factEvents(facts),
      { kind: 'block', payload: { number: block.number, hash: block.hash, transactions } },
    ])
  })
  chain.hub.committed(told)
}

/** Takes the newest block back: its facts go, and everything that followed from them is derived again. */
export async function undoBlock(chain: ChainDeps, block: BlockHead): Promise<void> {
  const chainId = chain.config.id
  const payers = await chain.db.rows<{ account: string }>(
    sql`select account from payers where chain_id = ${chainId} and block_hash = ${block.hash}`,
  )
  const accounts = payers.map(({ account }) => account)
  const purses = await readPursesOf(chain, accounts)
  await chain.db.transaction(async (tx) => {
    await aloneWithFacts(tx, chainId, chain.term)
    const gone = await deleteFacts(tx, chainId, block.hash)
    await tx.rows(
      sql`delete from blocks where chain_id = ${chainId} and number = ${block.number} and hash = ${block.hash}`,
    )
    await rebuildOwnerships(tx, chainId, gone.transfers)
    const paid = await purses.write(tx)
    await unsettle(tx, chainId, accounts, gone.makers)
    const changes = await deriveTouched(
      tx,
      chainId,
      {
        orders: gone.orders,
        purses: paid,
        makers: gone.makers,
        holders: holdersOf(gone.transfers),
        operated: gone.operators,
      },
      'all',
      Math.floor(chain.clock() / 1000),
    )
    await publish(tx, chainId, [
      ...changes,
      { kind: 'reorg', payload: { number: block.number, hash: block.hash } },
    ])
  })
}

type Moved = {
  readonly contract: string
  readonly tokenId: string
  readonly from: string
  readonly to: string
}
const holdersOf = (transfers: readonly Moved[]): readonly Holder[] =>
  transfers.flatMap(({ contract, tokenId, from, to }) =>
    [from, to]
      .filter((account) => account !== zeroAddress)
      .map((account) => ({ account, contract, tokenId })),
  )

function factEvents(facts: Facts): readonly NewEvent[] {
  return [
    ...facts.fills.map((fill) => ({
      kind: 'sale',
      payload: {
        orderId: fill.orderId,
        txHash: fill.txHash,
        contract: fill.contract,
        tokenId: fill.tokenId.toString(),
        price: fill.price.toString(),
        currency: fill.currency,
        maker: fill.maker,
        taker: fill.taker,
      },
    })),
    ...facts.transfers.map((moved) => ({
      kind: 'transfer',
      payload: {
        txHash: moved.txHash,
        contract: moved.contract,
        tokenId: moved.tokenId.toString(),
        from: moved.from,
        to: moved.to,
        amount: moved.amount.toString(),
      },
    })),
  ]
}

/** Forgets who paid in blocks so deep that no reorg reaches them. */
export const prunePayers = (db: Queries, chainId: number, below: number): Promise<unknown> =>
  db.rows(sql`delete from payers where chain_id = ${chainId} and block < ${below}`)
