import {
  openseaConduit,
  openseaConduit2,
  openseaConduit2Key,
  openseaConduitKey,
  reservoirConduit,
  reservoirConduitKey,
  seaportAddress,
  zeroAddress,
} from '@sluice/seaport/addresses'
import type { Address } from 'viem'
import type { Conduit, KnownChain, PaymentToken } from './chain.ts'

/** OpenSea's conduit, where it is deployed (the provider page, 6.3). */
export const openseaChainConduit: Conduit = { key: openseaConduitKey, address: openseaConduit }

/** OpenSea's second conduit: Abstract, HyperEVM, Monad. */
export const openseaSecondConduit: Conduit = { key: openseaConduit2Key, address: openseaConduit2 }

/** The conduit of the provider protocol's first server, on chains that OpenSea's never reached. */
export const protocolConduit: Conduit = { key: reservoirConduitKey, address: reservoirConduit }

/** Multicall3 at the address it has on most chains. */
const canonicalMulticall3: Address = '0xca11bde05977b3631167028862be2a173976ca11'

/** Manifold's RoyaltyEngineV1 where CREATE2 put it (the registry's own list of deployments). */
export const royaltyEngine: Address = '0xef770dfb6d5620977213f55f99bfd781d04bbe15'

/** Chains that have one of the two versions alone. */
export const seaport15: KnownChain['seaport'] = { '1.5': seaportAddress['1.5'] }
export const seaport16: KnownChain['seaport'] = { '1.6': seaportAddress['1.6'] }

/** How a chain is described: what it has in common with most chains is left out. */
type ChainDescription = Omit<
  KnownChain,
  'nativeSymbol' | 'paymentTokens' | 'seaport' | 'conduits' | 'multicall3'
> &
  Partial<Pick<KnownChain, 'nativeSymbol' | 'seaport' | 'conduits'>> & {
    /** `false` where it is not deployed. */
    readonly multicall3?: Address | false
    /** Symbol, address and decimals of further payment tokens; the wrapped coin comes before them unless it is here. */
    readonly tokens?: readonly (readonly [symbol: string, address: Address, decimals: number])[]
  }

const token = (symbol: string, address: Address, decimals = 18): PaymentToken => ({
  address,
  symbol,
  name: symbol,
  decimals,
})

/**
 * Returns a chain with what most chains have: ether, canonical Seaport, OpenSea's conduit, Multicall3, and as payment
 * tokens the native coin (the all-zero address), its wrapped form and `tokens`.
 */
export function knownChain(description: ChainDescription): KnownChain {
  const { tokens = [], nativeSymbol = 'ETH', multicall3 = canonicalMulticall3, ...settings } = description
  const { wrappedNative } = settings
  const isListed = tokens.some(([, address]) => address === wrappedNative)
  return {
    nativeSymbol,
    paymentTokens: [
      token(nativeSymbol, zeroAddress),
      ...(wrappedNative === undefined || isListed ? [] : [token(`W${nativeSymbol}`, wrappedNative)]),
      ...tokens.map((one) => token(...one)),
    ],
    seaport: seaportAddress,
    conduits: [openseaChainConduit],
    ...(multicall3 && { multicall3 }),
    ...settings,
  }
}
