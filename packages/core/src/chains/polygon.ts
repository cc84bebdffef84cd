import { seaportAddress } from '@sluice/seaport/addresses'
import type { KnownChain } from './chain.ts'
import { multicall3, nativeToken, openseaChainConduit, protocolConduit } from './deployments.ts'

// Polygon. Ether (WETH) and USDC.e are bridged, USDC is Circle's own; POL, which was MATIC until 2024, has its own
// wrapped form. Sources: docs.polygon.technology, and Circle's list of contract addresses.

export const polygon: KnownChain = {
  id: 137,
  name: 'Polygon',
  nativeSymbol: 'POL',
  paymentTokens: [
    nativeToken('POL'),
    { address: '0x7ceb23fd6bc0add59e62ac25578270cff1b9f619', symbol: 'WETH', name: 'WETH', decimals: 18 },
    { address: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', symbol: 'USDC', name: 'USDC', decimals: 6 },
    { address: '0x2791bca1f2de4661ed88a30c99a7a9449aa84174', symbol: 'USDC.e', name: 'USDC.e', decimals: 6 },
    { address: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270', symbol: 'WPOL', name: 'WPOL', decimals: 18 },
  ],
  wrappedNative: '0x0d500b1d8e8ef31e21c99d1db9a6444d3adf1270',
  explorerUrl: 'https://polygonscan.com',
  rpcUrls: ['https://polygon.drpc.org'],
  blockTime: 2_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  royaltyEngine: '0x28edfcf0be7e86b07493466e7631a213bde8eef2',
}

export const polygonAmoy: KnownChain = {
  id: 80_002,
  name: 'Polygon Amoy',
  nativeSymbol: 'POL',
  paymentTokens: [nativeToken('POL')],
  explorerUrl: 'https://amoy.polygonscan.com',
  rpcUrls: ['https://polygon-amoy.drpc.org'],
  blockTime: 2_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  testnet: true,
}

export const mumbai: KnownChain = {
  id: 80_001,
  name: 'Mumbai',
  nativeSymbol: 'MATIC',
  paymentTokens: [
    nativeToken('MATIC'),
    { address: '0x9c3c9283d3e44854697cd22d3faa240cfb032889', symbol: 'WMATIC', name: 'WMATIC', decimals: 18 },
    { address: '0x0fa8781a83e46826621b3bc094ea2a0212e71b23', symbol: 'USDC', name: 'USDC', decimals: 6 },
  ],
  wrappedNative: '0x9c3c9283d3e44854697cd22d3faa240cfb032889',
  explorerUrl: 'https://mumbai.polygonscan.com',
  blockTime: 2_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  testnet: true,
  sunset: true,
}

export const polygonZkEvm: KnownChain = {
  id: 1_101,
  name: 'Polygon zkEVM',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x4f9a0e7fd2bf6067db6994cf12e4495df938e6e9', symbol: 'WETH', name: 'WETH', decimals: 18 },
  ],
  wrappedNative: '0x4f9a0e7fd2bf6067db6994cf12e4495df938e6e9',
  explorerUrl: 'https://zkevm.polygonscan.com',
  rpcUrls: ['https://zkevm-rpc.com'],
  blockTime: 3_000,
  seaport: { '1.5': seaportAddress['1.5'] },
  conduits: [protocolConduit],
  multicall3,
}
