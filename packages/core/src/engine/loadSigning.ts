import { loaded } from '../errors.ts'

/**
 * Loads the code that signs and posts, which a purchase does without.
 * @throws {TradeError} `not_loaded`
 */
export const loadSigning = () => loaded(import('../signatures/signOrder.ts'))
