import * as v from 'valibot'
import { address, bytes32, count, maybe, parse } from './parse.ts'

const transfer = v.object({
  id: maybe(v.string()),
  token: maybe(v.object({ contract: maybe(address), tokenId: maybe(v.string()) })),
  from: maybe(address),
  to: maybe(address),
  amount: maybe(v.string()),
  block: maybe(v.number()),
  txHash: maybe(bytes32),
  logIndex: maybe(count()),
  batchIndex: maybe(count()),
  timestamp: maybe(v.number()),
})
export type Transfer = v.InferOutput<typeof transfer>

const synced = v.object({ synced: v.boolean('must be true or false') })
const transfers = v.object({
  transfers: v.optional(v.nullable(v.array(transfer)), []),
  continuation: maybe(v.string()),
})

/** Reads `GET /transactions/{txHash}/synced/v1`. */
export const parseSynced = (input: unknown): boolean => parse(synced, input, "The provider's answer").synced

/** Reads `GET /transfers/bulk/v1`. */
export const parseTransfers = (input: unknown): readonly Transfer[] =>
  parse(transfers, input, "The provider's answer").transfers ?? []
