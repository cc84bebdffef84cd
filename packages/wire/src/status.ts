import {
  addressOf,
  bytes32Of,
  countOf,
  listOf,
  maybe,
  numberOf,
  objectOf,
  or,
  type ReadBy,
  readWhole,
  textOf,
  yesOrNo,
} from './reader.ts'

const transfer = /* @__PURE__ */ objectOf({
  id: maybe(textOf()),
  token: maybe(objectOf({ contract: maybe(addressOf), tokenId: maybe(textOf()) })),
  from: maybe(addressOf),
  to: maybe(addressOf),
  amount: maybe(textOf()),
  block: maybe(numberOf),
  txHash: maybe(bytes32Of),
  logIndex: maybe(countOf()),
  batchIndex: maybe(countOf()),
  timestamp: maybe(numberOf),
})
/** A transfer of tokens as `GET /transfers/bulk/v1` shows it. */
export type Transfer = ReadBy<typeof transfer>

const synced = /* @__PURE__ */ objectOf({ synced: yesOrNo })
const transfers = /* @__PURE__ */ objectOf({
  transfers: or(maybe(listOf(transfer, 10_000)), []),
  continuation: maybe(textOf()),
})

/** Reads `GET /transactions/{txHash}/synced/v1`. */
export const parseSynced = (input: unknown): boolean =>
  readWhole(synced, input, "The provider's answer").synced

/** Reads `GET /transfers/bulk/v1`. */
export const parseTransfers = (input: unknown): readonly Transfer[] =>
  readWhole(transfers, input, "The provider's answer").transfers ?? []
