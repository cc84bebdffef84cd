import { knownChain } from './deployments.ts'

// Ethereum and its test networks. Wrapped ether as the explorers verify it; USDC: Circle's list of contract addresses.

export const mainnet = /* @__PURE__ */ knownChain({
  id: 1,
  name: 'Ethereum',
  wrappedNative: '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
  tokens: [
    ['USDC', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48', 6],
    ['WETH', '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2', 18],
  ],
  explorerUrl: 'https://etherscan.io',
  rpcUrls: ['https://ethereum.reth.rs/rpc'],
  blockTime: 12_000,
  confirmations: 2,
  royaltyEngine: '0x0385603ab55642cb4dd5de3ae9e306809991804f',
})

export const sepolia = /* @__PURE__ */ knownChain({
  id: 11_155_111,
  name: 'Sepolia',
  wrappedNative: '0x7b79995e5f793a07bc00c21412e50ecae098e7f9',
  explorerUrl: 'https://sepolia.etherscan.io',
  rpcUrls: ['https://11155111.rpc.thirdweb.com'],
  blockTime: 12_000,
  testnet: true,
})

export const goerli = /* @__PURE__ */ knownChain({
  id: 5,
  name: 'Goerli',
  wrappedNative: '0xb4fbf271143f4fbf7b91a5ded31805e42b2208d6',
  tokens: [['USDC', '0x07865c6e87b9f70255377e024ace6630c1eaa37f', 6]],
  explorerUrl: 'https://goerli.etherscan.io',
  blockTime: 12_000,
  testnet: true,
  sunset: true,
})
