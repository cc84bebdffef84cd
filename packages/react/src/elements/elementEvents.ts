import type { Action, EventKind, TradeErrorCode, TradeEvent } from '@sluice/core'

/** What `sluice:done` and `sluice:failed` carry: how a trade ended, as plain data. */
export type TradeDetail = {
  readonly action: Action
  readonly kind: EventKind
  readonly chainId: number
  readonly status: 'complete' | 'failed' | 'aborted'
  /** Why it ended, if it did not succeed. */
  readonly code: TradeErrorCode | undefined
  /** Every transaction that was sent. */
  readonly hashes: readonly string[]
}

/** Tells a page on the element that a dialog opened or closed: `sluice:open`, `sluice:close`. */
export const dispatchOpening = (element: Element, open: boolean): void =>
  dispatch(element, open ? 'sluice:open' : 'sluice:close', undefined)

/** Tells a page on the kit's element how a trade of its client ended: `sluice:done` or `sluice:failed`. */
export function dispatchTrade(element: Element, { kind, chainId, execution }: TradeEvent): void {
  const { action, status, error, steps } = execution
  const ended = status === 'complete' || status === 'aborted' ? status : 'failed'
  const hashes = steps.flatMap(({ items }) => items.flatMap((item) => item.hashes))
  const detail: TradeDetail = { action, kind, chainId, status: ended, code: error?.code, hashes }
  dispatch(element, ended === 'complete' ? 'sluice:done' : 'sluice:failed', detail)
}

function dispatch(element: Element, name: string, detail: unknown): void {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))
}
