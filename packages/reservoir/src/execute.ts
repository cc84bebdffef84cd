import {
  type Execution,
  type OrderResult,
  type PathEntry,
  type Preview,
  TradeError,
  type Transfer,
} from '@sluice/core'
import { APIError, toReservoirError } from './errors.ts'
import { type Json, jsonOf } from './json.ts'

/** An item as `onProgress` and the events show it. What goes to the wallet is not in it: ask by `confirm`. */
export type StepItem = {
  readonly status: 'complete' | 'incomplete'
  readonly orderIds?: readonly string[]
  readonly orderIndexes?: readonly number[]
  readonly txHash?: string
  /** Every transaction that was sent for the item: those that took the place of another come last. */
  readonly txHashes?: readonly { readonly txHash: string; readonly chainId: number }[]
  readonly orderData?: readonly Json<OrderResult>[]
  readonly transfersData?: readonly Json<Transfer>[]
  readonly error?: string
  readonly errorData?: unknown
}
export type Step = {
  readonly id: string
  readonly action: string
  readonly description: string
  readonly kind: 'transaction' | 'signature'
  readonly items: readonly StepItem[]
  readonly error?: string
  readonly errorData?: unknown
}

/** reservoir-sdk's answer of an action: steps, path, and what went wrong. Amounts are decimal text. */
export type Execute = {
  readonly requestId?: string
  readonly steps: readonly Step[]
  /** Empty where reservoir-sdk gave none: lists, bids, cancellations and transfers. */
  readonly path: readonly Json<PathEntry>[]
  readonly errors: readonly {
    readonly message: string
    readonly orderId?: string
    readonly orderIndex?: number
  }[]
  /** What the action rejects with. */
  readonly error?: unknown
}
export type BuyPath = Execute['path']
export type SellPath = Execute['path']

/** A snapshot of a run in reservoir-sdk's shape. Steps keep their places from one snapshot to the next. */
export function executeOf(execution: Execution, units?: bigint): Execute {
  const { requestId, chainId } = execution
  const error = execution.error === undefined ? undefined : toReservoirError(execution.error, units)
  // The sentence of the error that the action rejects with.
  const translated = (message: string) => (message === execution.error?.message ? messageOf(error) : message)
  return {
    ...(requestId === undefined ? {} : { requestId }),
    steps: execution.steps.map(({ id, action, description, kind, items, error: wrong, errorData }) => ({
      id,
      action,
      description,
      kind,
      items: items.map((item) => ({
        status: item.status,
        ...(item.orderIds.length === 0 ? {} : { orderIds: item.orderIds }),
        ...(item.orderIndexes.length === 0 ? {} : { orderIndexes: item.orderIndexes }),
        ...(item.txHash === undefined ? {} : { txHash: item.txHash }),
        ...(item.hashes.length === 0 ? {} : { txHashes: item.hashes.map((txHash) => ({ txHash, chainId })) }),
        ...(item.orderData === undefined ? {} : { orderData: jsonOf(item.orderData) }),
        ...(item.transfersData === undefined
          ? {}
          : { transfersData: jsonOf(item.transfersData.toSorted(inOrder)) }),
        // A price is wrong with a step alone.
        ...(item.error === undefined || errorData !== undefined
          ? {}
          : { error: translated(item.error), errorData: dataOf(error) }),
      })),
      ...(wrong === undefined ? {} : { error: translated(wrong) }),
      ...(errorData === undefined ? {} : { errorData: dataOf(error) }),
    })),
    path: jsonOf(execution.path),
    errors: execution.problems,
    ...(error === undefined ? {} : { error }),
  }
}

/** As the chain has them, which is how reservoir-sdk's source listed them. */
const inOrder = (left: Transfer, right: Transfer): number =>
  (left.logIndex ?? 0) - (right.logIndex ?? 0) || (left.batchIndex ?? 0) - (right.batchIndex ?? 0)

const messageOf = (error: unknown): string =>
  String(typeof error === 'object' && error !== null && 'message' in error ? error.message : error)

/** What went wrong, as a field of a step: an error of ours by its words alone, of which JSON can be made. */
function dataOf(error: unknown): unknown {
  if (!(error instanceof TradeError) || error instanceof APIError) return error
  const { message, code, type } = error
  return type === undefined ? { message, code } : { type, message }
}

/** A plan that was only asked for (`precheck`) in reservoir-sdk's shape. */
export const plannedOf = ({ requestId, steps, path, problems }: Preview): Execute => ({
  ...(requestId === undefined ? {} : { requestId }),
  steps: steps.map(({ id, action, description, kind, items }) => ({
    id,
    action,
    description,
    kind,
    items: (items ?? []).map(({ status, orderIds, orderIndexes }) => ({
      status,
      ...(orderIds == null || orderIds.length === 0 ? {} : { orderIds }),
      ...(orderIndexes == null || orderIndexes.length === 0 ? {} : { orderIndexes }),
    })),
  })),
  path: jsonOf(path),
  errors: problems,
})
