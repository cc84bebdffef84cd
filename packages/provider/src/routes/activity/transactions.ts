import { bytes32, executeCode, ParseError, parse, routes } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import {
  type Hex,
  keccak256,
  stringToBytes,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { ChainDeps } from '../../deps.ts'
import { errorBodyOf } from '../../http/errorResponse.ts'
import { encodeContinuation, part, readQuery } from '../../http/query.ts'
import type { Scope } from '../../http/scope.ts'
import { isApplied, readHead } from '../../storage/chain/blocks.ts'
import { finalityOf, readFinality } from '../../storage/chain/finality.ts'
import { listTransfers, type StoredTransfer } from '../../storage/pages/transferPages.ts'

const hashParam = v.object({ txHash: bytes32 })

/** What is known of a transaction whose facts are stored. */
export type Synced = {
  readonly blockHash: Hex
  readonly block: number
  readonly status: 'success' | 'reverted'
}

/** Reads receipts of transactions whose effects are in every answer of this provider. */
export type Receipts = {
  /** `undefined` while the transaction is unknown, unmined, or its block not stored yet. */
  read(hash: Hex): Promise<Synced | undefined>
  /** As {@link Receipts.read}, but waits a moment for a transaction that the node knows. */
  readSoon(hash: Hex): Promise<Synced | undefined>
}

/** Milliseconds that an answer waits for a known transaction: old clients only ask again after five seconds. */
const patience = 2000
/** Answers that wait at once; beyond that they are given as things stand. */
const mostWaiting = 500

/** Until the next block is stored, or `milliseconds` have passed. */
const nextBlock = ({ hub, config }: ChainDeps, milliseconds: number): Promise<void> =>
  new Promise((done) => {
    const finish = (): void => {
      clearTimeout(timer)
      stop()
      done()
    }
    const timer = setTimeout(finish, milliseconds)
    const stop = hub.subscribe(config.id, ({ kind }) => {
      if (kind === 'block') finish()
    })
  })

/**
 * A transaction is synced when it is mined and the facts of its very block are stored. A hash that nobody
 * knows is simply not synced; nor is one while the node is silent, because a client of old gives up at the
 * first error.
 */
export function createReceipts(chain: ChainDeps): Receipts {
  const { reads, db, config, log, clock } = chain
  /** The receipt, and whether the facts of its block are stored. */
  const find = async (hash: Hex): Promise<{ synced: Synced; stored: boolean } | undefined> => {
    try {
      const { blockNumber, blockHash, status } = await reads.client.getTransactionReceipt({ hash })
      const stored = await isApplied(db, config.id, blockNumber, blockHash)
      return { synced: { blockHash, block: Number(blockNumber), status }, stored }
    } catch (cause) {
      if (!(cause instanceof TransactionReceiptNotFoundError))
        log.warn({ err: cause, hash }, 'no receipt could be read')
      return undefined
    }
  }
  /** Whether the node has the transaction and will mine it. */
  const isPending = async (hash: Hex): Promise<boolean> => {
    try {
      await reads.client.getTransaction({ hash })
      return true
    } catch (cause) {
      if (!(cause instanceof TransactionNotFoundError))
        log.warn({ err: cause, hash }, 'no transaction could be read')
      return false
    }
  }
  const read: Receipts['read'] = async (hash) => {
    const found = await find(hash)
    return found?.stored === true ? found.synced : undefined
  }
  let waiting = 0
  return {
    read,
    readSoon: async (hash) => {
      if (waiting >= mostWaiting) return read(hash)
      waiting += 1
      try {
        const deadline = clock() + patience
        for (;;) {
          // Listens before it looks, so that no block falls in between.
          const left = deadline - clock()
          const news = left > 0 ? nextBlock(chain, Math.min(left, 500)) : undefined
          const found = await find(hash)
          if (found?.stored === true) return found.synced
          if (news === undefined || (found === undefined && !(await isPending(hash)))) return undefined
          await news
        }
      } finally {
        waiting -= 1
      }
    },
  }
}

export const transferView = (transfer: StoredTransfer) => ({
  id: keccak256(
    stringToBytes(`${transfer.txHash}:${transfer.blockHash}:${transfer.logIndex}:${transfer.batchIndex}`),
  ).slice(2),
  token: { contract: transfer.contract, tokenId: transfer.tokenId },
  from: transfer.from,
  to: transfer.to,
  amount: transfer.amount,
  block: transfer.block,
  logIndex: transfer.logIndex,
  batchIndex: transfer.batchIndex,
  timestamp: transfer.timestamp,
})

async function transfersOf({ db, config }: ChainDeps, txHash: Hex) {
  const { transfers } = await listTransfers(db, config.id, { txHashes: [txHash], limit: 1000 })
  return [...transfers].reverse().map(transferView)
}

async function bulkTransfers(c: Context, { db, config }: ChainDeps) {
  const query = readQuery(c)
  const [token] = query.tokens('token')
  const limit = query.limit(100, 1000)
  const { transfers, next } = await listTransfers(db, config.id, {
    txHashes: query.hashes('txHash'),
    contract: token?.contract ?? query.address('contract'),
    tokenId: token?.tokenId,
    start: query.number('startTimestamp'),
    end: query.number('endTimestamp'),
    limit,
    after: query.continuation(part.signed, part.place, part.place),
  })
  const lines = transfers.map((transfer) => ({
    ...transferView(transfer),
    txHash: transfer.txHash,
    isDeleted: false,
    updatedAt: new Date(transfer.timestamp * 1000).toISOString(),
  }))
  return { transfers: lines, continuation: encodeContinuation(next) }
}

/** What became of a transaction: synced or not, and which tokens it moved. */
export function transactionRoutes(app: Hono, { chain }: Scope): void {
  const receipts = createReceipts(chain)
  /** How deep the block lies below the newest one that is stored, and whether the chain calls it safe or final. */
  const settledness = async ({ block }: Synced) => {
    const [head, tags] = await Promise.all([
      readHead(chain.db, chain.config.id),
      readFinality(chain.db, chain.config.id),
    ])
    return { confirmations: (head?.number ?? block) - block + 1, finality: finalityOf(block, tags) }
  }
  app.get('/transactions/synced/v2', async (c) => {
    const query = readQuery(c)
    const hashes = query.hashes('txHash')
    if (hashes.length === 0) throw new ParseError('The request', 'txHash', 'is missing')
    const withTransfers = query.flag('includeTransfers')
    const found = await Promise.all(
      hashes.map(async (hash) => ({ hash, receipt: await receipts.readSoon(hash) })),
    )
    const transactions = await Promise.all(
      found.map(async ({ hash, receipt }) => ({
        hash,
        synced: receipt !== undefined,
        ...(receipt?.status === 'reverted' && { status: 'failure' }),
        ...(receipt !== undefined && withTransfers && { transfers: await transfersOf(chain, hash) }),
      })),
    )
    // The ancestor's clients end an action on this field, and take a list of synced transactions for its success.
    const hasFailed = found.some(({ receipt }) => receipt?.status === 'reverted')
    return c.json({ ...(hasFailed && { status: 'failure' }), transactions })
  })

  app.get(routes.synced.path.replace('{txHash}', ':txHash'), async (c) => {
    const { txHash } = parse(hashParam, { txHash: c.req.param('txHash') }, 'The request')
    const found = await receipts.readSoon(txHash)
    if (found === undefined) return c.json({ synced: false })
    const known = { synced: true, ...found, ...(await settledness(found)) }
    if (found.status === 'success') return c.json(known)
    // Clients that know this route alone read nothing but `synced`, and take any other status for the end.
    const refusal = errorBodyOf(executeCode.transactionFailed, 'Transaction failed', { field: 'txHash' })
    return c.json({ ...refusal, ...known }, executeCode.transactionFailed.status)
  })

  app.get(routes.transfers.path, async (c) => {
    c.header('Deprecation', 'true')
    return c.json(await bulkTransfers(c, chain))
  })
  for (const path of ['/transfers/bulk/v2', '/transfers/v4'])
    app.get(path, async (c) => c.json(await bulkTransfers(c, chain)))
}
