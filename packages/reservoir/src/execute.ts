import type { Execution, OrderResult, PathEntry, Preview, Transfer } from '@sluice/core'

/** An item as `onProgress` and the events show it. What goes to the wallet is not in it: ask by `confirm`. */
export type StepItem = {
  readonly status: 'complete' | 'incomplete'
  readonly orderIds?: readonly string[]
  readonly orderIndexes?: readonly number[]
  readonly txHash?: string
  /** Every transaction that was sent for the item: those that took the place of another come last. */
  readonly txHashes?: readonly { readonly txHash: string; readonly chainId: number }[]
  readonly orderData?: readonly OrderResult[]
  readonly transfersData?: readonly Transfer[]
  readonly error?: string
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

/** The ancestor's answer of an action: steps, path, and what went wrong. */
export type Execute = {
  readonly requestId?: string
  readonly steps: readonly Step[]
  readonly path: readonly PathEntry[]
  readonly errors: readonly {
    readonly message: string
    readonly orderId?: string
    readonly orderIndex?: number
  }[]
  readonly error?: string
}
export type BuyPath = readonly PathEntry[]
export type SellPath = readonly PathEntry[]

/** A picture of a run in the ancestor's shape. Steps keep their places from one picture to the next. */
export function executeOf(execution: Execution): Execute {
  const { requestId, error, chainId } = execution
  return {
    ...(requestId === undefined ? {} : { requestId }),
    steps: execution.steps.map(({ id, action, description, kind, items, error: wrong, errorData }) => ({
      id,
      action,
      description,
      kind,
      items: items.map((item) => ({
        status: item.status,
        orderIds: item.orderIds,
        orderIndexes: item.orderIndexes,
        ...(item.txHash === undefined ? {} : { txHash: item.txHash }),
        ...(item.hashes.length === 0 ? {} : { txHashes: item.hashes.map((txHash) => ({ txHash, chainId })) }),
        ...(item.orderData === undefined ? {} : { orderData: item.orderData }),
        ...(item.transfersData === undefined ? {} : { transfersData: item.transfersData }),
        ...(item.error === undefined ? {} : { error: item.error }),
      })),
      ...(wrong === undefined ? {} : { error: wrong }),
      ...(errorData === undefined ? {} : { errorData }),
    })),
    path: execution.path,
    errors: execution.problems,
    ...(error === undefined ? {} : { error: error.message }),
  }
}

/** A plan that was only asked for (`precheck`) in the ancestor's shape. */
export const plannedOf = ({ requestId, steps, path, problems }: Preview): Execute => ({
  ...(requestId === undefined ? {} : { requestId }),
  steps: steps.map(({ id, action, description, kind, items }) => ({
    id,
    action,
    description,
    kind,
    items: (items ?? []).map(({ status }) => ({ status })),
  })),
  path,
  errors: problems,
})
