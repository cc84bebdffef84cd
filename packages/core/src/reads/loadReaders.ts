import { loaded } from '../errors.ts'

/**
 * Loads the code that reads lists and the event stream: no part of a page that only trades.
 * @throws {TradeError} `not_loaded`
 */
export const loadListReaders = () => loaded(import('./listReaders.ts'))

/**
 * Loads the code that reads the chain: no part of a page that only shows lists.
 * @throws {TradeError} `not_loaded`
 */
export const loadChainReaders = () => loaded(import('./chainReaders.ts'))

/**
 * Loads the code that verifies what an owner said about an auction.
 * @throws {TradeError} `not_loaded`
 */
export const loadAuctionReader = () => loaded(import('../chain/auctionSigned.ts'))
