import * as v from 'valibot'
import {
  address,
  anyText,
  bytes,
  bytes32,
  count,
  type HexString,
  list,
  maybe,
  object,
  quantity,
  readAnswer,
} from './parse.ts'
import { type PathEntry, pathEntry } from './quote.ts'

/** A transaction to send. `value`, `gas` and the fees are base units. */
export interface TransactionData {
  from?: HexString | null | undefined
  to: HexString
  data: HexString
  value: bigint | null
  gas?: bigint | null | undefined
  maxFeePerGas?: bigint | null | undefined
  maxPriorityFeePerGas?: bigint | null | undefined
  chainId?: number | null | undefined
}

/** A message to sign, in text. */
export interface TextToSign {
  signatureKind: 'eip191'
  message: string
}

/**
 * Typed data to sign. Its content stays `unknown`: only the guards read it, and they rebuild it before it is signed.
 */
export interface TypedDataToSign {
  signatureKind: 'eip712'
  domain?: unknown
  types?: unknown
  primaryType: string
  value?: unknown
}

/** Where a signature is posted, and with what body. */
export interface PostRequest {
  endpoint: string
  method: 'POST'
  body?: unknown
}

/** Something to sign, something to post, or both. */
export interface SignatureData {
  sign?: TextToSign | TypedDataToSign | null | undefined
  post?: PostRequest | null | undefined
}

/** The orders that an item of a step is about. */
export interface ItemOrders {
  orderIds?: HexString[] | null | undefined
  /** Positions of the orders in the request. */
  orderIndexes?: number[] | null | undefined
}

/** An item with nothing left to do. */
export interface CompleteItem extends ItemOrders {
  status: 'complete'
}

/** An item to carry out. If `data` is missing, the plan must be requested again. */
export interface IncompleteItem<TData> extends ItemOrders {
  status: 'incomplete'
  data?: TData | null | undefined
}

interface StepOf<TKind extends string, TData> {
  id: string
  action: string
  description: string
  kind: TKind
  items: (CompleteItem | IncompleteItem<TData>)[] | null
}

/** A step that sends transactions. */
export interface TransactionStep extends StepOf<'transaction', TransactionData> {}
/** A step that signs and posts. */
export interface SignatureStep extends StepOf<'signature', SignatureData> {}
/** One step of a plan. */
export type Step = TransactionStep | SignatureStep
/** One item of a step. */
export type StepItem = NonNullable<Step['items']>[number]

/** Why a part of a request was left out of a plan. */
export interface PlanError {
  message?: string | null | undefined
  orderId?: string | null | undefined
  orderIndex?: number | null | undefined
}

/** How many units of an item of the request are available. */
export interface MaxQuantity {
  itemIndex: number
  maxQuantity?: string | null | undefined
}

/** The response of `POST /execute/*`: the cost, and the steps to execute. */
export interface Plan {
  requestId?: string | null | undefined
  path?: PathEntry[] | null | undefined
  errors?: PlanError[] | null | undefined
  maxQuantities?: MaxQuantity[] | null | undefined
  steps: Step[]
}

const transactionQuantity = v.union([
  v.pipe(
    v.literal('0x'),
    v.transform(() => 0n),
  ),
  quantity,
])

const transactionData = object({
  from: maybe(address),
  to: address,
  data: v.optional(bytes(131_072), '0x'),
  value: v.optional(v.nullable(transactionQuantity), '0x'),
  gas: maybe(transactionQuantity),
  maxFeePerGas: maybe(transactionQuantity),
  maxPriorityFeePerGas: maybe(transactionQuantity),
  chainId: maybe(count()),
})

const signatureData = object({
  sign: maybe(
    v.variant('signatureKind', [
      object({ signatureKind: v.literal('eip191'), message: anyText(4096) }),
      object({
        signatureKind: v.literal('eip712'),
        domain: v.optional(v.unknown()),
        types: v.optional(v.unknown()),
        primaryType: anyText(),
        value: v.optional(v.unknown()),
      }),
    ]),
  ),
  post: maybe(
    object({
      endpoint: anyText(256),
      method: v.optional(v.literal('POST', 'must be POST'), 'POST'),
      body: v.optional(v.unknown()),
    }),
  ),
})

/** The `data` of a complete item is often `{}`. It is not needed, so it is dropped unread. */
function itemOf<const TData extends v.GenericSchema>(data: TData) {
  const orders = { orderIds: maybe(list(bytes32, 1000)), orderIndexes: maybe(list(count(), 1000)) }
  return v.variant('status', [
    object({ status: v.literal('complete'), ...orders }),
    object({ status: v.literal('incomplete'), data: maybe(data), ...orders }),
  ])
}

const stepOf = <const TKind extends string, const TData extends v.GenericSchema>(kind: TKind, data: TData) =>
  object({
    id: anyText(64),
    action: v.optional(anyText(), ''),
    description: v.optional(anyText(), ''),
    kind: v.literal(kind),
    items: v.optional(v.nullable(list(itemOf(data), 1000)), []),
  })

const steps = list(
  v.variant('kind', [stepOf('transaction', transactionData), stepOf('signature', signatureData)]),
  32,
)

const planError = object({
  message: maybe(anyText()),
  orderId: maybe(anyText()),
  orderIndex: maybe(v.number('must be a number')),
})

/** The response of `POST /execute/*`. */
export const plan = object({
  requestId: maybe(anyText(128)),
  path: maybe(list(pathEntry, 1000)),
  errors: maybe(list(planError, 1000)),
  maxQuantities: maybe(list(object({ itemIndex: count(), maxQuantity: maybe(anyText()) }), 1000)),
  steps,
})
/** A quote (`onlyPath`), which has no steps. */
export const quote = object({ ...plan.entries, steps: v.optional(steps, []) })

/**
 * Reads the response of `POST /execute/*`.
 * @throws {ParseError} on an unknown step kind, an invalid amount, or any other invalid field.
 * @example
 * ```ts
 * const { steps } = parsePlan(await response.json())
 * ```
 */
export const parsePlan = (input: unknown): Plan => readAnswer(plan, input)

/**
 * Reads a quote (`onlyPath`), which has no steps.
 * @throws {ParseError}
 * @example
 * ```ts
 * const { path } = parseQuote(await response.json())
 * ```
 */
export const parseQuote = (input: unknown): Plan => readAnswer(quote, input)
