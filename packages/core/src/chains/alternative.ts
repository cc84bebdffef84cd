import { seaportAddress } from '@sluice/seaport/addresses'
import type { KnownChain } from './chain.ts'
import {
  multicall3,
  nativeToken,
  openseaChainConduit,
  openseaSecondConduit,
  royaltyEngine,
} from './deployments.ts'

// Chains with a coin and a design of their own. Wrapped coins: each chain's own documentation; the symbols and decimals
// are what the contracts answer (Binance-Peg USDC has 18).

export const avalanche: KnownChain = {
  id: 43_114,
  name: 'Avalanche',
  nativeSymbol: 'AVAX',
  paymentTokens: [
    nativeToken('AVAX'),
    { address: '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7', symbol: 'WAVAX', name: 'WAVAX', decimals: 18 },
    { address: '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', symbol: 'USDC', name: 'USDC', decimals: 6 },
  ],
  wrappedNative: '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
  explorerUrl: 'https://snowtrace.io',
  rpcUrls: ['https://api.avax.network/ext/bc/C/rpc'],
  blockTime: 1_700,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  royaltyEngine,
}

/** Its USDC has 18 decimals, unlike anywhere else. */
export const bsc: KnownChain = {
  id: 56,
  name: 'BNB Smart Chain',
  nativeSymbol: 'BNB',
  paymentTokens: [
    nativeToken('BNB'),
    { address: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c', symbol: 'WBNB', name: 'WBNB', decimals: 18 },
    { address: '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', symbol: 'USDC', name: 'USDC', decimals: 18 },
  ],
  wrappedNative: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
  explorerUrl: 'https://bscscan.com',
  rpcUrls: ['https://56.rpc.thirdweb.com'],
  blockTime: 750,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
  royaltyEngine,
}

export const berachain: KnownChain = {
  id: 80_094,
  name: 'Berachain',
  nativeSymbol: 'BERA',
  paymentTokens: [
    nativeToken('BERA'),
    { address: '0x6969696969696969696969696969696969696969', symbol: 'WBERA', name: 'WBERA', decimals: 18 },
  ],
  wrappedNative: '0x6969696969696969696969696969696969696969',
  explorerUrl: 'https://berascan.com',
  rpcUrls: ['https://rpc.berachain.com'],
  blockTime: 2_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
}

export const ronin: KnownChain = {
  id: 2_020,
  name: 'Ronin',
  nativeSymbol: 'RON',
  paymentTokens: [
    nativeToken('RON'),
    { address: '0xe514d9deb7966c8be0ca922de8a064264ea6bcd4', symbol: 'WRON', name: 'WRON', decimals: 18 },
  ],
  wrappedNative: '0xe514d9deb7966c8be0ca922de8a064264ea6bcd4',
  explorerUrl: 'https://app.roninchain.com',
  rpcUrls: ['https://api.roninchain.com/rpc'],
  blockTime: 3_000,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
}

export const sei: KnownChain = {
  id: 1_329,
  name: 'Sei',
  nativeSymbol: 'SEI',
  paymentTokens: [
    nativeToken('SEI'),
    { address: '0xe30fedd158a2e3b13e9badaeabafc5516e95e8c7', symbol: 'WSEI', name: 'WSEI', decimals: 18 },
  ],
  wrappedNative: '0xe30fedd158a2e3b13e9badaeabafc5516e95e8c7',
  explorerUrl: 'https://seiscan.io',
  rpcUrls: ['https://evm-rpc.sei-apis.com'],
  blockTime: 400,
  seaport: seaportAddress,
  conduits: [openseaChainConduit],
  multicall3,
}

export const hyperEvm: KnownChain = {
  id: 999,
  name: 'HyperEVM',
  nativeSymbol: 'HYPE',
  paymentTokens: [
    nativeToken('HYPE'),
    { address: '0x5555555555555555555555555555555555555555', symbol: 'WHYPE', name: 'WHYPE', decimals: 18 },
  ],
  wrappedNative: '0x5555555555555555555555555555555555555555',
  explorerUrl: 'https://hyperevmscan.io',
  rpcUrls: ['https://rpc.hyperliquid.xyz/evm'],
  blockTime: 1_000,
  seaport: { '1.6': seaportAddress['1.6'] },
  conduits: [openseaSecondConduit],
  multicall3,
}

export const monad: KnownChain = {
  id: 143,
  name: 'Monad',
  nativeSymbol: 'MON',
  paymentTokens: [
    nativeToken('MON'),
    { address: '0x3bd359c1119da7da1d913d1c4d2b7c461115433a', symbol: 'WMON', name: 'WMON', decimals: 18 },
  ],
  wrappedNative: '0x3bd359c1119da7da1d913d1c4d2b7c461115433a',
  explorerUrl: 'https://monadscan.com',
  rpcUrls: ['https://rpc.monad.xyz'],
  blockTime: 400,
  seaport: { '1.6': seaportAddress['1.6'] },
  conduits: [openseaSecondConduit],
  multicall3,
}
