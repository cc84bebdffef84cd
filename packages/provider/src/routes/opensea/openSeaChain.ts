import { ParseError } from '@sluice/wire'
import type { RouteContext } from '../routeContexts.ts'

/** OpenSea's names of chains, by chain id. Source: `CHAIN_ID_MAP` of `@opensea/sdk` 12.9.1. */
const names: Readonly<Record<number, string>> = {
  1: 'ethereum',
  10: 'optimism',
  130: 'unichain',
  137: 'polygon',
  143: 'monad',
  360: 'shape',
  747: 'flow',
  988: 'stablechain',
  999: 'hyperevm',
  1329: 'sei',
  1868: 'soneium',
  2020: 'ronin',
  2741: 'abstract',
  4326: 'megaeth',
  4663: 'robinhood',
  5031: 'somnia',
  5042: 'arc',
  8333: 'b3',
  8453: 'base',
  33139: 'ape_chain',
  42161: 'arbitrum',
  43114: 'avalanche',
  43419: 'gunzilla',
  57073: 'ink',
  69000: 'animechain',
  80094: 'bera_chain',
  81457: 'blast',
  7777777: 'zora',
}

/** OpenSea's name of a chain. A chain that has none there is asked for by the SDK's default, `ethereum`. */
export const openSeaChain = (chainId: number): string => names[chainId] ?? 'ethereum'

/** @throws {ParseError} when a request is for another chain than the one that its address serves. */
export function checkChain({ chain: { config } }: RouteContext, name: string, field = 'chain'): void {
  const own = openSeaChain(config.id)
  if (name !== own) throw new ParseError('The request', field, `must be ${own} at this address`)
}
