import * as v from 'valibot'
import { address, anyText, bytes32, count, type HexString, list, maybe, object, readAnswer } from './parse.ts'

/** A transfer of tokens as `GET /transfers/bulk/v1` shows it. */
export interface Transfer {
  /** The provider's id of the transfer. */
  id?: string | null | undefined
  /** The token that moved. */
  token?: { contract?: HexString | null | undefined; tokenId?: string | null | undefined } | null | undefined
  /** The sender. */
  from?: HexString | null | undefined
  /** The recipient. */
  to?: HexString | null | undefined
  /** Units that moved. */
  amount?: string | null | undefined
  /** Number of the block. */
  block?: number | null | undefined
  /** Hash of the transaction. */
  txHash?: HexString | null | undefined
  /** Index of the log in the block. */
  logIndex?: number | null | undefined
  /** Index of the transfer in its log, for ERC-1155 batches. */
  batchIndex?: number | null | undefined
  /** Unix seconds. */
  timestamp?: number | null | undefined
}

/** A {@link Transfer} in an answer. */
export const transfer = object({
  id: maybe(anyText()),
  token: maybe(object({ contract: maybe(address), tokenId: maybe(anyText()) })),
  from: maybe(address),
  to: maybe(address),
  amount: maybe(anyText()),
  block: maybe(v.number('must be a number')),
  txHash: maybe(bytes32),
  logIndex: maybe(count()),
  batchIndex: maybe(count()),
  timestamp: maybe(v.number('must be a number')),
})

const synced = object({ synced: v.boolean('must be true or false') })

/**
 * Reads `GET /transactions/{txHash}/synced/v1`.
 * @throws {ParseError}
 * @example
 * ```ts
 * parseSynced({ synced: true }) // true
 * ```
 */
export const parseSynced = (input: unknown): boolean => readAnswer(synced, input).synced

/**
 * Reads `GET /transfers/bulk/v1`.
 * @throws {ParseError}
 * @example
 * ```ts
 * const [transfer] = parseTransfers(await response.json())
 * ```
 */
export const parseTransfers = (input: unknown): readonly Transfer[] =>
  readAnswer(object({ transfers: maybe(list(transfer, 10_000)) }), input).transfers ?? []
