import { knownChain, openseaSecondConduit, royaltyEngine, seaport16 } from './deployments.ts'

// Chains with a coin and a design of their own. Wrapped coins: each chain's own documentation; the symbols and decimals
// are what the contracts answer (Binance-Peg USDC has 18).

export const avalanche = /* @__PURE__ */ knownChain({
  id: 43_114,
  name: 'Avalanche',
  nativeSymbol: 'AVAX',
  wrappedNative: '0xb31f66aa3c1e785363f0875a1b74e27b85fd66c7',
  tokens: [['USDC', '0xb97ef9ef8734c71904d8002f8b6bc66dd9c48a6e', 6]],
  explorerUrl: 'https://snowtrace.io',
  rpcUrls: ['https://api.avax.network/ext/bc/C/rpc'],
  blockTime: 1_700,
  royaltyEngine,
})

/** Its USDC has 18 decimals, unlike anywhere else. */
export const bsc = /* @__PURE__ */ knownChain({
  id: 56,
  name: 'BNB Smart Chain',
  nativeSymbol: 'BNB',
  wrappedNative: '0xbb4cdb9cbd36b01bd1cbaebf2de08d9173bc095c',
  tokens: [['USDC', '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', 18]],
  explorerUrl: 'https://bscscan.com',
  rpcUrls: ['https://56.rpc.thirdweb.com'],
  blockTime: 750,
  royaltyEngine,
})

export const berachain = /* @__PURE__ */ knownChain({
  id: 80_094,
  name: 'Berachain',
  nativeSymbol: 'BERA',
  wrappedNative: '0x6969696969696969696969696969696969696969',
  explorerUrl: 'https://berascan.com',
  rpcUrls: ['https://rpc.berachain.com'],
  blockTime: 2_000,
})

export const ronin = /* @__PURE__ */ knownChain({
  id: 2_020,
  name: 'Ronin',
  nativeSymbol: 'RON',
  wrappedNative: '0xe514d9deb7966c8be0ca922de8a064264ea6bcd4',
  explorerUrl: 'https://app.roninchain.com',
  rpcUrls: ['https://api.roninchain.com/rpc'],
  blockTime: 3_000,
})

export const sei = /* @__PURE__ */ knownChain({
  id: 1_329,
  name: 'Sei',
  nativeSymbol: 'SEI',
  wrappedNative: '0xe30fedd158a2e3b13e9badaeabafc5516e95e8c7',
  explorerUrl: 'https://seiscan.io',
  rpcUrls: ['https://evm-rpc.sei-apis.com'],
  blockTime: 400,
})

export const hyperEvm = /* @__PURE__ */ knownChain({
  id: 999,
  name: 'HyperEVM',
  nativeSymbol: 'HYPE',
  wrappedNative: '0x5555555555555555555555555555555555555555',
  explorerUrl: 'https://hyperevmscan.io',
  rpcUrls: ['https://rpc.hyperliquid.xyz/evm'],
  blockTime: 1_000,
  seaport: seaport16,
  conduits: [openseaSecondConduit],
})

export const monad = /* @__PURE__ */ knownChain({
  id: 143,
  name: 'Monad',
  nativeSymbol: 'MON',
  wrappedNative: '0x3bd359c1119da7da1d913d1c4d2b7c461115433a',
  explorerUrl: 'https://monadscan.com',
  rpcUrls: ['https://rpc.monad.xyz'],
  blockTime: 400,
  seaport: seaport16,
  conduits: [openseaSecondConduit],
})
