import { knownChain, royaltyEngine } from './deployments.ts'

// Arbitrum and chains of its Orbit stack. Wrapped coins: the gateways' list at docs.arbitrum.io, and ApeChain's at
// docs.apechain.com. USDC: Circle's list of contract addresses; USDC.e is the one that was bridged before Circle came.

export const arbitrum = /* @__PURE__ */ knownChain({
  id: 42_161,
  name: 'Arbitrum',
  wrappedNative: '0x82af49447d8a07e3bd95bd0d56f35241523fbab1',
  tokens: [
    ['USDC', '0xaf88d065e77c8cc2239327c5edb3a432268e5831', 6],
    ['USDC.e', '0xff970a61a04b1ca14834a43f5de4533ebddb5cc8', 6],
  ],
  explorerUrl: 'https://arbiscan.io',
  rpcUrls: ['https://arb1.arbitrum.io/rpc'],
  blockTime: 250,
  royaltyEngine,
})

export const arbitrumNova = /* @__PURE__ */ knownChain({
  id: 42_170,
  name: 'Arbitrum Nova',
  wrappedNative: '0x722e8bdd2ce80a4422e880164f2079488e115365',
  tokens: [['USDC', '0x750ba8b76187092b0d1e87e28daaf484d1b5273b', 6]],
  explorerUrl: 'https://nova.arbiscan.io',
  rpcUrls: ['https://nova.arbitrum.io/rpc'],
  blockTime: 250,
})

export const apeChain = /* @__PURE__ */ knownChain({
  id: 33_139,
  name: 'ApeChain',
  nativeSymbol: 'APE',
  wrappedNative: '0x48b62137edfa95a428d35c09e44256a739f6b557',
  explorerUrl: 'https://apescan.io',
  rpcUrls: ['https://rpc.apechain.com/http'],
  blockTime: 250,
})

export const arbitrumSepolia = /* @__PURE__ */ knownChain({
  id: 421_614,
  name: 'Arbitrum Sepolia',
  wrappedNative: '0x980b62da83eff3d4576c647993b0c1d7faf17c73',
  explorerUrl: 'https://sepolia.arbiscan.io',
  rpcUrls: ['https://sepolia-rollup.arbitrum.io/rpc'],
  blockTime: 250,
  testnet: true,
})
