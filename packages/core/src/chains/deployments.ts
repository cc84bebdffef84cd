import {
  openseaConduit,
  openseaConduit2,
  openseaConduit2Key,
  openseaConduitKey,
  zeroAddress,
} from '@sluice/seaport/addresses'
import type { Address } from 'viem'
import type { Conduit, PaymentToken } from './chain.ts'

/** OpenSea's conduit, where it is deployed (the provider page, 6.3). */
export const openseaChainConduit: Conduit = { key: openseaConduitKey, address: openseaConduit }

/** OpenSea's second conduit: Abstract, HyperEVM, Monad. */
export const openseaSecondConduit: Conduit = { key: openseaConduit2Key, address: openseaConduit2 }

/** The conduit of the provider protocol's first server, on chains that OpenSea's never reached. */
export const protocolConduit: Conduit = {
  key: '0xf3d63166f0ca56c3c1a3508fce03ff0cf3fb691e000000000000000000000000',
  address: '0xfbf166299d3c012de9efec0240d12756c1f4c0fc',
}

/** Multicall3 at the address it has on most chains. */
export const multicall3: Address = '0xca11bde05977b3631167028862be2a173976ca11'

/** The native coin: 18 decimals on every chain here, at the all-zero address. */
export const nativeToken = (symbol: string): PaymentToken => ({
  address: zeroAddress,
  symbol,
  name: symbol,
  decimals: 18,
})

/** Manifold's RoyaltyEngineV1 where CREATE2 put it (the registry's own list of deployments). */
export const royaltyEngine: Address = '0xef770dfb6d5620977213f55f99bfd781d04bbe15'
