import { knownChain, openseaSecondConduit, protocolConduit, seaport15, seaport16 } from './deployments.ts'

// Rollups with validity proofs. Where CREATE2 differs, so do the addresses. Wrapped coins: each chain's own
// documentation; multicall3: the list of deployments at multicall3.com.

export const scroll = /* @__PURE__ */ knownChain({
  id: 534_352,
  name: 'Scroll',
  wrappedNative: '0x5300000000000000000000000000000000000004',
  explorerUrl: 'https://scrollscan.com',
  rpcUrls: ['https://rpc.scroll.io'],
  blockTime: 3_000,
  seaport: seaport15,
  conduits: [protocolConduit],
})

export const linea = /* @__PURE__ */ knownChain({
  id: 59_144,
  name: 'Linea',
  wrappedNative: '0xe5d7c2a44ffddf6b295a15c148167daaaf5cf34f',
  tokens: [['USDC', '0x176211869ca2b568f2a7d4ee941e073a821ee1ff', 6]],
  explorerUrl: 'https://lineascan.build',
  rpcUrls: ['https://rpc.linea.build'],
  blockTime: 2_000,
  seaport: seaport15,
  conduits: [protocolConduit],
})

/** No conduit is known here: Seaport itself moves tokens (conduit key zero). */
export const zkSync = /* @__PURE__ */ knownChain({
  id: 324,
  name: 'zkSync',
  wrappedNative: '0x5aea5775959fbc2557cc8789bc1bf90a239d9a91',
  explorerUrl: 'https://explorer.zksync.io',
  rpcUrls: ['https://mainnet.era.zksync.io'],
  blockTime: 1_000,
  seaport: { '1.5': '0xd756e8070b33a35e42f00140ac92c4b4e0bbfb82' },
  conduits: [],
  multicall3: '0xf9cda624fbc7e059355ce98a31693d299facd963',
})

export const abstract = /* @__PURE__ */ knownChain({
  id: 2_741,
  name: 'Abstract',
  wrappedNative: '0x3439153eb7af838ad19d56e1571fbd09333c2809',
  explorerUrl: 'https://abscan.org',
  rpcUrls: ['https://api.mainnet.abs.xyz'],
  blockTime: 1_000,
  seaport: seaport16,
  conduits: [openseaSecondConduit],
  multicall3: '0xaa4de41dba0ca5dcbb288b7cc6b708f3aac759e7',
})

export const scrollTestnet = /* @__PURE__ */ knownChain({
  id: 534_353,
  name: 'Scroll Testnet',
  wrappedNative: '0xa1ea0b2354f5a344110af2b6ad68e75545009a03',
  tokens: [['USDC', '0xa0d71b9877f44c744546d649147e3f1e70a93760', 6]],
  explorerUrl: 'https://blockscout.scroll.io',
  blockTime: 3_000,
  seaport: seaport15,
  conduits: [protocolConduit],
  testnet: true,
  sunset: true,
})
