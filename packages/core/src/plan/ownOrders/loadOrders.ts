import { loaded } from '../../errors.ts'

/**
 * Loads the code that reads whole orders, which a purchase or sale by token does without.
 * @throws {TradeError} `not_loaded`
 */
export const loadOrders = () => loaded(import('./orders.ts'))
