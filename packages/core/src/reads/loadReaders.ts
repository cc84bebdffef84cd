import { loaded } from '../errors.ts'

/**
 * Loads the code that reads: no part of a page that only trades.
 * @throws {TradeError} `not_loaded`
 */
export const loadReaders = () => loaded(import('./readers.ts'))
