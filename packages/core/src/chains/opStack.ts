import { seaportAddress } from '@sluice/seaport/addresses'
import type { KnownChain } from './chain.ts'
import {
  multicall3,
  nativeToken,
  openseaChainConduit,
  protocolConduit,
  royaltyEngine,
} from './deployments.ts'

// Chains of the OP Stack: the wrapped coin sits at a predeploy (specs.optimism.io, Predeploys; Blast's is its own,
// docs.blast.io). USDC: Circle's list of contract addresses; USDC.e is the one that was bridged before Circle came.

export const optimism: KnownChain = {
  id: 10,
  name: 'Optimism',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', name: 'WETH', decimals: 18 },
    { address: '0x0b2c639c533813f4aa9d7837caf62653d097ff85', symbol: 'USDC', name: 'USDC', decimals: 6 },
    { address: '0x7f5c764cbc14f9669b88837ca1490cca17c31607', symbol: 'USDC.e', name: 'USDC.e', decimals: 6 },
  ],
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://optimistic.etherscan.io',
  rpcUrls: ['https://mainnet.optimism.io'],
  blockTime: 2_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  royaltyEngine,
}

export const base: KnownChain = {
  id: 8_453,
  name: 'Base',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', name: 'WETH', decimals: 18 },
    { address: '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', symbol: 'USDC', name: 'USDC', decimals: 6 },
  ],
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://basescan.org',
  rpcUrls: ['https://mainnet.base.org'],
  blockTime: 2_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
}

export const zora: KnownChain = {
  id: 7_777_777,
  name: 'Zora',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', name: 'WETH', decimals: 18 },
  ],
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://explorer.zora.energy',
  rpcUrls: ['https://rpc.zora.energy'],
  blockTime: 2_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
}

export const unichain: KnownChain = {
  id: 130,
  name: 'Unichain',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', name: 'WETH', decimals: 18 },
  ],
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://uniscan.xyz',
  rpcUrls: ['https://mainnet.unichain.org'],
  blockTime: 1_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
}

/** Its wrapped coin rebases: a balance may grow by itself. */
export const blast: KnownChain = {
  id: 81_457,
  name: 'Blast',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x4300000000000000000000000000000000000004', symbol: 'WETH', name: 'WETH', decimals: 18 },
  ],
  wrappedNative: '0x4300000000000000000000000000000000000004',
  explorerUrl: 'https://blastscan.io',
  rpcUrls: ['https://rpc.blast.io'],
  blockTime: 2_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit, protocolConduit],
  multicall3,
}

export const baseSepolia: KnownChain = {
  id: 84_532,
  name: 'Base Sepolia',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', name: 'WETH', decimals: 18 },
    { address: '0x036cbd53842c5426634e7929541ec2318f3dcf7e', symbol: 'USDC', name: 'USDC', decimals: 6 },
  ],
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://sepolia.basescan.org',
  rpcUrls: ['https://sepolia.base.org'],
  blockTime: 2_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  testnet: true,
}

export const optimismSepolia: KnownChain = {
  id: 11_155_420,
  name: 'OP Sepolia',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', name: 'WETH', decimals: 18 },
  ],
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://optimism-sepolia.blockscout.com',
  rpcUrls: ['https://sepolia.optimism.io'],
  blockTime: 2_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  testnet: true,
}

export const zoraSepolia: KnownChain = {
  id: 999_999_999,
  name: 'Zora Sepolia',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', name: 'WETH', decimals: 18 },
  ],
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://sepolia.explorer.zora.energy',
  rpcUrls: ['https://sepolia.rpc.zora.energy'],
  blockTime: 2_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  testnet: true,
}

export const baseGoerli: KnownChain = {
  id: 84_531,
  name: 'Base Goerli',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', name: 'WETH', decimals: 18 },
    { address: '0xf175520c52418dfe19c8098071a252da48cd1c19', symbol: 'USDC', name: 'USDC', decimals: 6 },
  ],
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://goerli.basescan.org',
  blockTime: 2_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  testnet: true,
  sunset: true,
}

/** Shares its id with HyperEVM, which is in use: a client can hold one of the two. */
export const zoraTestnet: KnownChain = {
  id: 999,
  name: 'Zora Testnet',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x8a5027ea12f45a13deb6cb96a07913c6e192be84', symbol: 'WETH', name: 'WETH', decimals: 18 },
  ],
  wrappedNative: '0x8a5027ea12f45a13deb6cb96a07913c6e192be84',
  explorerUrl: 'https://testnet.explorer.zora.energy',
  blockTime: 2_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  testnet: true,
  sunset: true,
}

export const ancient8Testnet: KnownChain = {
  id: 2_863_311_531,
  name: 'Ancient8 Testnet',
  nativeSymbol: 'ETH',
  paymentTokens: [
    nativeToken('ETH'),
    { address: '0x4200000000000000000000000000000000000006', symbol: 'WETH', name: 'WETH', decimals: 18 },
  ],
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://testnet.a8scan.io',
  blockTime: 2_000,
  seaport: { '1.5': seaportAddress['1.5'] },
  conduits: [protocolConduit],
  testnet: true,
  sunset: true,
}
