import type { ItemIndex } from '@sluice/guards/internal'
import type { TradeError } from '../errors.ts'

/** A {@link TradeError} with the item it happened at, for the snapshot. */
export class ItemError extends Error {
  override readonly name = 'ItemError'
  readonly error: TradeError
  readonly at: ItemIndex
  readonly errorData: unknown
  constructor(error: TradeError, at: ItemIndex, errorData?: unknown) {
    super(error.message, { cause: error })
    this.error = error
    this.at = at
    this.errorData = errorData
  }
}
