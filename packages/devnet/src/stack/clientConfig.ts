import { type Address, type Hex, zeroAddress } from 'viem'
import type { LocalChain } from './localChain.ts'

/** A chain of the stack exactly as `createClient` takes it: hosts of the stack write none of it themselves. */
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

/** The client's configuration of a freshly deployed chain. Of several chains one is `active`; `otherZones` authorize orders of other books. */
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
