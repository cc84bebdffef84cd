/**
 * The elements as one script for pages without a bundler: registers them, and gives what a page needs to make a
 * client and wallets of its own.
 */
export { browserStorage, createClient, eip1193Wallet, memoryStorage } from '@sluice/core'
export type { KitSettings, SluiceKitElement, TradeDetail } from './elements.ts'

import './elements.ts'
