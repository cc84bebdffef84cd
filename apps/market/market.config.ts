import type { MarketConfig } from './src/config.ts'

/**
 * Where the market trades. `undefined` reads the local stack's description from `/stack.json`. For a provider
 * of your own:
 *
 * ```ts
 * import { base } from '@sluice/core/chains'
 * export const marketConfig: MarketConfig | undefined = {
 *   chains: [{ slug: 'base', chain: { ...base, baseApiUrl: 'https://provider.example/base', active: true } }],
 *   source: 'market.example',
 * }
 * ```
 */
export const marketConfig: MarketConfig | undefined = undefined
