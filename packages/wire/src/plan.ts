import * as v from 'valibot'
import { address, amount, bytes, bytes32, count, type HexString, maybe, parse, quantity } from './parse.ts'

/** `{to, data, value}` of a transaction, plus the fields the specification lists. Base units are bigint. */
const transactionData = v.object({
  from: maybe(address),
  to: address,
  data: v.optional(bytes(131_072), '0x'),
  value: v.optional(v.nullable(quantity), '0'),
  gas: maybe(quantity),
  maxFeePerGas: maybe(quantity),
  maxPriorityFeePerGas: maybe(quantity),
  chainId: maybe(count()),
})

const eip191 = v.object({
  signatureKind: v.literal('eip191'),
  message: v.pipe(v.string('must be text'), v.maxLength(4096, 'must be at most 4096 characters')),
})

/** `domain`, `types` and `value` stay `unknown`: only the guards read them, and nobody signs them. */
const eip712 = v.object({
  signatureKind: v.literal('eip712'),
  domain: v.unknown(),
  types: v.unknown(),
  primaryType: v.string('must be text'),
  value: v.unknown(),
})

const signatureData = v.object({
  sign: maybe(v.variant('signatureKind', [eip191, eip712], 'must be eip191 or eip712')),
  post: maybe(
    v.object({
      endpoint: v.pipe(v.string('must be a path'), v.maxLength(256, 'must be at most 256 characters')),
      method: v.optional(v.literal('POST', 'must be POST'), 'POST'),
      body: v.unknown(),
    }),
  ),
})

const status = v.picklist(['complete', 'incomplete'] as const, 'must be complete or incomplete')

/** A finished item's `data` is often `{}`; nobody uses it, so it is dropped unread. */
const itemOf = <const TData extends v.GenericSchema>(data: TData) =>
  v.variant(
    'status',
    [
      v.object({
        status: v.literal('complete'),
        orderIds: maybe(v.array(bytes32)),
        orderIndexes: maybe(v.array(count())),
      }),
      v.object({
        status: v.literal('incomplete'),
        data: maybe(data),
        orderIds: maybe(v.array(bytes32)),
        orderIndexes: maybe(v.array(count())),
      }),
    ],
    'must be complete or incomplete',
  )

const stepHead = {
  id: v.pipe(v.string('must be text'), v.maxLength(64, 'must be at most 64 characters')),
  action: v.optional(v.string('must be text'), ''),
  description: v.optional(v.string('must be text'), ''),
}
const items = <const TItem extends v.GenericSchema>(item: TItem) =>
  v.optional(v.nullable(v.pipe(v.array(item), v.maxLength(1000, 'must hold at most 1000 items'))), [])

const step = v.variant(
  'kind',
  [
    v.object({ ...stepHead, kind: v.literal('transaction'), items: items(itemOf(transactionData)) }),
    v.object({ ...stepHead, kind: v.literal('signature'), items: items(itemOf(signatureData)) }),
  ],
  'must be a transaction or a signature',
)

const fee = v.object({
  kind: maybe(v.string()),
  recipient: maybe(address),
  bps: maybe(v.number()),
  amount: maybe(v.number()),
  rawAmount: maybe(amount),
})

/** One filled order of a quote. `quote`, `rawQuote`, `totalRawPrice`, `buyIn…` are per unit. */
const pathEntry = v.object({
  orderId: maybe(v.string()),
  contract: maybe(address),
  tokenId: maybe(v.string()),
  quantity: maybe(count()),
  source: maybe(v.string()),
  currency: maybe(address),
  currencySymbol: maybe(v.string()),
  currencyDecimals: maybe(count(255)),
  quote: maybe(v.number()),
  rawQuote: maybe(amount),
  totalPrice: maybe(v.number()),
  totalRawPrice: maybe(amount),
  buyInCurrency: maybe(address),
  buyInCurrencySymbol: maybe(v.string()),
  buyInCurrencyDecimals: maybe(count(255)),
  buyInQuote: maybe(v.number()),
  buyInRawQuote: maybe(amount),
  sellOutCurrency: maybe(address),
  sellOutCurrencyDecimals: maybe(count(255)),
  sellOutRawQuote: maybe(amount),
  builtInFees: maybe(v.array(fee)),
  feesOnTop: maybe(v.array(fee)),
})

const planError = v.object({
  message: maybe(v.string()),
  orderId: maybe(v.string()),
  orderIndex: maybe(v.number()),
})

const plan = v.object({
  requestId: maybe(v.pipe(v.string(), v.maxLength(128, 'must be at most 128 characters'))),
  steps: v.pipe(v.array(step, 'must be a list of steps'), v.maxLength(32, 'must hold at most 32 steps')),
  path: maybe(v.pipe(v.array(pathEntry), v.maxLength(1000, 'must hold at most 1000 entries'))),
  errors: maybe(v.array(planError)),
  maxQuantities: maybe(v.array(v.object({ itemIndex: count(), maxQuantity: maybe(v.string()) }))),
})

/** A quote without steps: what `onlyPath` answers. */
const quoteAnswer = v.object({ ...plan.entries, steps: v.optional(plan.entries.steps, []) })

export type Plan = v.InferOutput<typeof plan>
export type Step = v.InferOutput<typeof step>
export type StepItem = Step['items'] extends infer TItems
  ? NonNullable<TItems> extends readonly (infer I)[]
    ? I
    : never
  : never
export type TransactionData = v.InferOutput<typeof transactionData>
export type SignatureData = v.InferOutput<typeof signatureData>
export type PathEntry = v.InferOutput<typeof pathEntry>
export type PathFee = v.InferOutput<typeof fee>
export type { HexString }

/**
 * Reads what `POST /execute/*` answered.
 * @throws {ParseError} on an unknown step kind, a bad amount or any field that is not as agreed.
 */
export const parsePlan = (input: unknown): Plan => parse(plan, input, "The provider's answer")

/** Reads a quote (`onlyPath`), whose answer carries no steps. */
export const parseQuote = (input: unknown): Plan => parse(quoteAnswer, input, "The provider's answer")

export { status as itemStatus }
