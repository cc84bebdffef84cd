import { type Address, type Hex, zeroAddress } from 'viem'
import type { LocalChain } from './localChain.ts'

/** The configuration of a chain that `createClient` takes. */
export type ClientConfig = {
  readonly id: number
  readonly name: string
  readonly baseApiUrl: string
  readonly active: boolean
  readonly nativeSymbol: string
  readonly rpcUrls: readonly string[]
  readonly testnet: true
  /** Milliseconds. */
  readonly blockTime: number
  readonly wrappedNative: Address
  readonly paymentTokens: readonly {
    readonly address: Address
    readonly symbol: string
    readonly name: string
    readonly decimals: number
  }[]
  readonly seaport: Readonly<Record<'1.6' | '1.5', Address>>
  readonly conduits: readonly { readonly key: Hex; readonly address: Address }[]
  readonly zones: readonly Address[]
  readonly multicall3: Address
  readonly royaltyEngine: Address
}

/**
 * Returns the client's configuration of a local chain.
 *
 * @param active Whether it is the client's active chain; exactly one chain is.
 * @param otherZones Zones that authorize fills of other order books.
 */
export function clientConfig(
  { id, name, nativeSymbol, rpcUrl, contracts }: Omit<LocalChain, 'stop' | 'node'>,
  baseApiUrl: string,
  active: boolean,
  otherZones: readonly Address[] = [],
): ClientConfig {
  const { weth, usdc, seaport, seaport15, conduit, conduitKey, zone, multicall3, royaltyEngine } = contracts
  return {
    id,
    name,
    baseApiUrl,
    active,
    nativeSymbol,
    rpcUrls: [rpcUrl],
    testnet: true,
    blockTime: 1_000,
    wrappedNative: weth,
    paymentTokens: [
      { address: zeroAddress, symbol: nativeSymbol, name: 'Ether', decimals: 18 },
      { address: weth, symbol: `W${nativeSymbol}`, name: 'Wrapped Ether', decimals: 18 },
      { address: usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
    ],
    seaport: { '1.6': seaport, '1.5': seaport15 },
    conduits: [{ key: conduitKey, address: conduit }],
    zones: [zone, ...otherZones],
    multicall3,
    royaltyEngine,
  }
}
