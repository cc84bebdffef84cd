import * as v from 'valibot'
import { address, anyText, bytes32, count, type HexString, list, maybe, object, parse } from './parse.ts'

/** A transfer of tokens as `GET /transfers/bulk/v1` shows it. */
export interface Transfer {
  id?: string | null | undefined
  token?: { contract?: HexString | null | undefined; tokenId?: string | null | undefined } | null | undefined
  from?: HexString | null | undefined
  to?: HexString | null | undefined
  amount?: string | null | undefined
  block?: number | null | undefined
  txHash?: HexString | null | undefined
  logIndex?: number | null | undefined
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

const what = "The provider's answer"

/** Reads `GET /transactions/{txHash}/synced/v1`. @throws {ParseError} */
export const parseSynced = (input: unknown): boolean =>
  parse(object({ synced: v.boolean('must be true or false') }), input, what).synced

/** Reads `GET /transfers/bulk/v1`. @throws {ParseError} */
export const parseTransfers = (input: unknown): readonly Transfer[] =>
  parse(object({ transfers: maybe(list(transfer, 10_000)) }), input, what).transfers ?? []
