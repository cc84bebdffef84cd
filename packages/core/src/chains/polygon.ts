import { knownChain, protocolConduit, seaport15 } from './deployments.ts'

// Polygon. Ether (WETH) and USDC.e are bridged, USDC is Circle's own; POL, which was MATIC until 2024, has its own
// wrapped form. Sources: docs.polygon.technology, and Circle's list of contract addresses.

export const polygon = /* @__PURE__ */ knownChain({
  id: 137,
  name: 'Polygon',
  nativeSymbol: 'POL',
  wrappedNative: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
  tokens: [
    ['WETH', '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619', 18],
    ['USDC', '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', 6],
    ['USDC.e', '0x2791bca1f2de4661ed88a30c99a7a9449aa84174', 6],
    ['WPOL', '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', 18],
  ],
  explorerUrl: 'https://polygonscan.com',
  rpcUrls: ['https://polygon.drpc.org'],
  blockTime: 2_000,
  royaltyEngine: '0x28edfcf0be7e86b07493466e7631a213bde8eef2',
})

export const polygonAmoy = /* @__PURE__ */ knownChain({
  id: 80_002,
  name: 'Polygon Amoy',
  nativeSymbol: 'POL',
  explorerUrl: 'https://amoy.polygonscan.com',
  rpcUrls: ['https://polygon-amoy.drpc.org'],
  blockTime: 2_000,
  testnet: true,
})

export const mumbai = /* @__PURE__ */ knownChain({
  id: 80_001,
  name: 'Mumbai',
  nativeSymbol: 'MATIC',
  wrappedNative: '0x9c3c9283d3e44854697cd22d3faa240cfb032889',
  tokens: [['USDC', '0x0fa8781a83e46826621b3bc094ea2a0212e71b23', 6]],
  explorerUrl: 'https://mumbai.polygonscan.com',
  blockTime: 2_000,
  testnet: true,
  sunset: true,
})

export const polygonZkEvm = /* @__PURE__ */ knownChain({
  id: 1_101,
  name: 'Polygon zkEVM',
  wrappedNative: '0x4f9a0e7fd2bf6067db6994cf12e4495df938e6e9',
  explorerUrl: 'https://zkevm.polygonscan.com',
  rpcUrls: ['https://zkevm-rpc.com'],
  blockTime: 3_000,
  seaport: seaport15,
  conduits: [protocolConduit],
})
