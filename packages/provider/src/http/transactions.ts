import { bytes32, ParseError, parse, routes } from '@sluice/wire'
import type { Context, Hono } from 'hono'
import * as v from 'valibot'
import { type Hex, keccak256, stringToBytes, TransactionReceiptNotFoundError } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { isApplied } from '../storage/blocks.ts'
import { listTransfers, type StoredTransfer } from '../storage/transferPages.ts'
import { encodeContinuation, part, readQuery } from './query.ts'
import type { Scope } from './scope.ts'

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
}

/**
 * A transaction is synced when it is mined and the facts of its very block are stored. A hash that nobody
 * knows is simply not synced; nor is one while the node is silent, because a client of old gives up at the
 * first error.
 */
export function createReceipts({ reads, db, config, log }: ChainDeps): Receipts {
  return {
    async read(hash) {
      try {
        const { blockNumber, blockHash, status } = await reads.client.getTransactionReceipt({ hash })
        if (!(await isApplied(db, config.id, blockNumber, blockHash))) return undefined
        return { blockHash, block: Number(blockNumber), status }
      } catch (cause) {
        if (!(cause instanceof TransactionReceiptNotFoundError))
          log.warn({ err: cause, hash }, 'no receipt could be read')
        return undefined
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
    after: query.continuation(part.signed, part.signed, part.signed),
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
  app.get('/transactions/synced/v2', async (c) => {
    const query = readQuery(c)
    const hashes = query.hashes('txHash')
    if (hashes.length === 0) throw new ParseError('The request', 'txHash', 'is missing')
    const withTransfers = query.flag('includeTransfers')
    const transactions = await Promise.all(
      hashes.map(async (hash) => {
        const synced = (await receipts.read(hash)) !== undefined
        if (!synced || !withTransfers) return { hash, synced }
        return { hash, synced, transfers: await transfersOf(chain, hash) }
      }),
    )
    return c.json({ transactions })
  })

  app.get(routes.synced.path.replace('{txHash}', ':txHash'), async (c) => {
    const { txHash } = parse(hashParam, { txHash: c.req.param('txHash') }, 'The request')
    const found = await receipts.read(txHash)
    return c.json(found === undefined ? { synced: false } : { synced: true, ...found })
  })

  app.get(routes.transfers.path, async (c) => {
    c.header('Deprecation', 'true')
    return c.json(await bulkTransfers(c, chain))
  })
}
