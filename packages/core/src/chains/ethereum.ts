import { seaportAddress } from '@sluice/seaport/addresses'
import type { KnownChain } from './chain.ts'
import { multicall3, nativeToken, openseaChainConduit } from './deployments.ts'

// Ethereum and its test networks. Wrapped ether as the explorers verify it; USDC: Circle's list of contract addresses.

export const mainnet: KnownChain = {
  id: 1,
  name: 'Ethereum',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', symbol: 'USDC', name: 'USDC', decimals: 6 },
    { address: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', symbol: 'WETH', name: 'WETH', decimals: 18 },
  ],
  wrappedNative: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  explorerUrl: 'https://etherscan.io',
  rpcUrls: ['https://ethereum.reth.rs/rpc'],
  blockTime: 12_000,
  confirmations: 2,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  royaltyEngine: '0x0385603ab55642cb4dd5de3ae9e306809991804f',
}

export const sepolia: KnownChain = {
  id: 11_155_111,
  name: 'Sepolia',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x7b79995e5f793a07bc00c21412e50ecae098e7f9', symbol: 'WETH', name: 'WETH', decimals: 18 },
  ],
  wrappedNative: '0x7b79995e5f793a07bc00c21412e50ecae098e7f9',
  explorerUrl: 'https://sepolia.etherscan.io',
  rpcUrls: ['https://11155111.rpc.thirdweb.com'],
  blockTime: 12_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  testnet: true,
}

export const goerli: KnownChain = {
  id: 5,
  name: 'Goerli',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0xb4fbf271143f4fbf7b91a5ded31805e42b2208d6', symbol: 'WETH', name: 'WETH', decimals: 18 },
    { address: '0x07865c6e87b9f70255377e024ace6630c1eaa37f', symbol: 'USDC', name: 'USDC', decimals: 6 },
  ],
  wrappedNative: '0xb4fbf271143f4fbf7b91a5ded31805e42b2208d6',
  explorerUrl: 'https://goerli.etherscan.io',
  blockTime: 12_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  testnet: true,
  sunset: true,
}
