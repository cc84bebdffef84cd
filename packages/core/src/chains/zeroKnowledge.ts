import { seaportAddress } from '@sluice/seaport/addresses'
import type { KnownChain } from './chain.ts'
import { multicall3, nativeToken, openseaSecondConduit, protocolConduit } from './deployments.ts'

// Rollups with validity proofs. Where CREATE2 differs, so do the addresses. Wrapped coins: each chain's own
// documentation; multicall3: the list of deployments at multicall3.com.

export const scroll: KnownChain = {
  id: 534_352,
  name: 'Scroll',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x5300000000000000000000000000000000000004', symbol: 'WETH', name: 'WETH', decimals: 18 },
  ],
  wrappedNative: '0x5300000000000000000000000000000000000004',
  explorerUrl: 'https://scrollscan.com',
  rpcUrls: ['https://rpc.scroll.io'],
  blockTime: 3_000,
  seaport: { '1.5': seaportAddress['1.5'] },
  conduits: [protocolConduit],
  multicall3,
}

export const linea: KnownChain = {
  id: 59_144,
  name: 'Linea',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f', symbol: 'WETH', name: 'WETH', decimals: 18 },
    { address: '0x176211869ca2b568f2a7d4ee941e073a821ee1ff', symbol: 'USDC', name: 'USDC', decimals: 6 },
  ],
  wrappedNative: '0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f',
  explorerUrl: 'https://lineascan.build',
  rpcUrls: ['https://rpc.linea.build'],
  blockTime: 2_000,
  seaport: { '1.5': seaportAddress['1.5'] },
  conduits: [protocolConduit],
  multicall3,
}

/** No conduit is known here: Seaport itself moves tokens (conduit key zero). */
export const zkSync: KnownChain = {
  id: 324,
  name: 'zkSync',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x5aea5775959fbc2557cc8789bc1bf90a239d9a91', symbol: 'WETH', name: 'WETH', decimals: 18 },
  ],
  wrappedNative: '0x5aea5775959fbc2557cc8789bc1bf90a239d9a91',
  explorerUrl: 'https://explorer.zksync.io',
  rpcUrls: ['https://mainnet.era.zksync.io'],
  blockTime: 1_000,
  seaport: { '1.5': '0xd756e8070b33a35e42f00140ac92c4b4e0bbfb82' },
  conduits: [],
  multicall3: '0xf9cda624fbc7e059355ce98a31693d299facd963',
}

export const abstract: KnownChain = {
  id: 2_741,
  name: 'Abstract',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x3439153eb7af838ad19d56e1571fbd09333c2809', symbol: 'WETH', name: 'WETH', decimals: 18 },
  ],
  wrappedNative: '0x3439153eb7af838ad19d56e1571fbd09333c2809',
  explorerUrl: 'https://abscan.org',
  rpcUrls: ['https://api.mainnet.abs.xyz'],
  blockTime: 1_000,
  seaport: { '1.6': seaportAddress['1.6'] },
  conduits: [openseaSecondConduit],
  multicall3: '0xaa4de41dba0ca5dcbb288b7cc6b708f3aac759e7',
}

export const scrollTestnet: KnownChain = {
  id: 534_353,
  name: 'Scroll Testnet',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0xa1ea0b2354f5a344110af2b6ad68e75545009a03', symbol: 'WETH', name: 'WETH', decimals: 18 },
    { address: '0xa0d71b9877f44c744546d649147e3f1e70a93760', symbol: 'USDC', name: 'USDC', decimals: 6 },
  ],
  wrappedNative: '0xa1ea0b2354f5a344110af2b6ad68e75545009a03',
  explorerUrl: 'https://blockscout.scroll.io',
  blockTime: 3_000,
  seaport: { '1.5': seaportAddress['1.5'] },
  conduits: [protocolConduit],
  multicall3,
  testnet: true,
  sunset: true,
}
