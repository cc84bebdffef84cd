import type { HexString } from './parse.ts'
import {
  addressOf,
  amountOf,
  anything,
  byKey,
  bytes32Of,
  bytesOf,
  countOf,
  listOf,
  maybe,
  numberOf,
  objectOf,
  oneOf,
  or,
  quantityOf,
  type ReadBy,
  type Reader,
  readWhole,
  textOf,
} from './reader.ts'

/** `{to, data, value}` of a transaction, plus the fields the specification lists. Base units are bigint. */
const transactionData = /* @__PURE__ */ objectOf({
  from: maybe(addressOf),
  to: addressOf,
  data: or(bytesOf(131_072), '0x'),
  value: or(maybe(quantityOf), 0n),
  gas: maybe(quantityOf),
  maxFeePerGas: maybe(quantityOf),
  maxPriorityFeePerGas: maybe(quantityOf),
  chainId: maybe(countOf()),
})

/** `domain`, `types` and `value` stay `unknown`: only the guards read them, and nobody signs them. */
const signatureData = /* @__PURE__ */ objectOf({
  sign: maybe(
    byKey('signatureKind', {
      eip191: objectOf({ signatureKind: oneOf('eip191'), message: textOf(4096) }),
      eip712: objectOf({
        signatureKind: oneOf('eip712'),
        domain: anything,
        types: anything,
        primaryType: textOf(),
        value: anything,
      }),
    }),
  ),
  post: maybe(objectOf({ endpoint: textOf(256), method: or(oneOf('POST'), 'POST'), body: anything })),
})

/** A finished item's `data` is often `{}`; nobody uses it, so it is dropped unread. */
const itemOf = <TData>(data: Reader<TData>) => {
  const ids = { orderIds: maybe(listOf(bytes32Of, 1000)), orderIndexes: maybe(listOf(countOf(), 1000)) }
  return byKey('status', {
    complete: objectOf({ status: oneOf('complete'), ...ids }),
    incomplete: objectOf({ status: oneOf('incomplete'), data: maybe(data), ...ids }),
  })
}

const stepOf = <const TKind extends string, TData>(kind: TKind, data: Reader<TData>) =>
  objectOf({
    id: textOf(64),
    action: or(textOf(), ''),
    description: or(textOf(), ''),
    kind: oneOf(kind),
    items: or(maybe(listOf(itemOf(data), 1000)), []),
  })
const step = /* @__PURE__ */ byKey('kind', {
  transaction: stepOf('transaction', transactionData),
  signature: stepOf('signature', signatureData),
})

const fee = /* @__PURE__ */ objectOf({
  kind: maybe(textOf()),
  recipient: maybe(addressOf),
  bps: maybe(numberOf),
  amount: maybe(numberOf),
  rawAmount: maybe(amountOf),
})

/** One filled order of a quote. `quote`, `rawQuote`, `totalRawPrice`, `buyIn…` are per unit. */
const pathEntry = /* @__PURE__ */ objectOf({
  orderId: maybe(textOf()),
  contract: maybe(addressOf),
  tokenId: maybe(textOf()),
  quantity: maybe(countOf()),
  source: maybe(textOf()),
  currency: maybe(addressOf),
  currencySymbol: maybe(textOf()),
  currencyDecimals: maybe(countOf(255)),
  quote: maybe(numberOf),
  rawQuote: maybe(amountOf),
  totalPrice: maybe(numberOf),
  totalRawPrice: maybe(amountOf),
  buyInCurrency: maybe(addressOf),
  buyInCurrencySymbol: maybe(textOf()),
  buyInCurrencyDecimals: maybe(countOf(255)),
  buyInQuote: maybe(numberOf),
  buyInRawQuote: maybe(amountOf),
  sellOutCurrency: maybe(addressOf),
  sellOutCurrencyDecimals: maybe(countOf(255)),
  sellOutRawQuote: maybe(amountOf),
  builtInFees: maybe(listOf(fee, 1000)),
  feesOnTop: maybe(listOf(fee, 1000)),
})

const planError = /* @__PURE__ */ objectOf({
  message: maybe(textOf()),
  orderId: maybe(textOf()),
  orderIndex: maybe(numberOf),
})

const planFields = {
  requestId: maybe(textOf(128)),
  path: maybe(listOf(pathEntry, 1000)),
  errors: maybe(listOf(planError, 1000)),
  maxQuantities: maybe(listOf(objectOf({ itemIndex: countOf(), maxQuantity: maybe(textOf()) }), 1000)),
}
const steps = /* @__PURE__ */ listOf(step, 32)
const planOf = <T>(steps: Reader<T>) => objectOf({ ...planFields, steps })
const plan = /* @__PURE__ */ planOf(steps)
/** A quote without steps: what `onlyPath` answers. */
const quoteAnswer = /* @__PURE__ */ planOf(/* @__PURE__ */ or(steps, []))

export type Plan = ReadBy<typeof plan>
export type Step = ReadBy<typeof step>
export type StepItem = Step['items'] extends infer TItems
  ? NonNullable<TItems> extends readonly (infer I)[]
    ? I
    : never
  : never
export type TransactionData = ReadBy<typeof transactionData>
export type SignatureData = ReadBy<typeof signatureData>
/** One fill that makes up a quote (specification 3, path entry). `rawQuote` is per unit, in base units. */
export type PathEntry = ReadBy<typeof pathEntry>
/** A fee within a quote: `bps` of the price, or `rawAmount` in base units. */
export type PathFee = ReadBy<typeof fee>
export type { HexString }

/**
 * Reads what `POST /execute/*` answered.
 * @throws {ParseError} on an unknown step kind, a bad amount or any field that is not as agreed.
 */
export const parsePlan = (input: unknown): Plan => readWhole(plan, input, "The provider's answer")

/** Reads a quote (`onlyPath`), whose answer carries no steps. */
export const parseQuote = (input: unknown): Plan => readWhole(quoteAnswer, input, "The provider's answer")
