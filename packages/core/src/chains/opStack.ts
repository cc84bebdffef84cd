import { knownChain, openseaChainConduit, protocolConduit, royaltyEngine, seaport15 } from './deployments.ts'

// Chains of the OP Stack: the wrapped coin sits at a predeploy (specs.optimism.io, Predeploys; Blast's is its own,
// docs.blast.io). USDC: Circle's list of contract addresses; USDC.e is the one that was bridged before Circle came.

export const optimism = /* @__PURE__ */ knownChain({
  id: 10,
  name: 'Optimism',
  wrappedNative: '0x4200000000000000000000000000000000000006',
  tokens: [
    ['USDC', '0x0b2c639c533813f4aa9d7837caf62653d097ff85', 6],
    ['USDC.e', '0x7f5c764cbc14f9669b88837ca1490cca17c31607', 6],
  ],
  explorerUrl: 'https://optimistic.etherscan.io',
  rpcUrls: ['https://mainnet.optimism.io'],
  blockTime: 2_000,
  royaltyEngine,
})

export const base = /* @__PURE__ */ knownChain({
  id: 8_453,
  name: 'Base',
  wrappedNative: '0x4200000000000000000000000000000000000006',
  tokens: [['USDC', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913', 6]],
  explorerUrl: 'https://basescan.org',
  rpcUrls: ['https://mainnet.base.org'],
  blockTime: 2_000,
})

export const zora = /* @__PURE__ */ knownChain({
  id: 7_777_777,
  name: 'Zora',
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://explorer.zora.energy',
  rpcUrls: ['https://rpc.zora.energy'],
  blockTime: 2_000,
})

export const unichain = /* @__PURE__ */ knownChain({
  id: 130,
  name: 'Unichain',
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://uniscan.xyz',
  rpcUrls: ['https://mainnet.unichain.org'],
  blockTime: 1_000,
})

/** Its wrapped coin rebases: a balance may grow by itself. */
export const blast = /* @__PURE__ */ knownChain({
  id: 81_457,
  name: 'Blast',
  wrappedNative: '0x4300000000000000000000000000000000000004',
  explorerUrl: 'https://blastscan.io',
  rpcUrls: ['https://rpc.blast.io'],
  blockTime: 2_000,
  conduits: [openseaChainConduit, protocolConduit],
})

export const baseSepolia = /* @__PURE__ */ knownChain({
  id: 84_532,
  name: 'Base Sepolia',
  wrappedNative: '0x4200000000000000000000000000000000000006',
  tokens: [['USDC', '0x036cbd53842c5426634e7929541ec2318f3dcf7e', 6]],
  explorerUrl: 'https://sepolia.basescan.org',
  rpcUrls: ['https://sepolia.base.org'],
  blockTime: 2_000,
  testnet: true,
})

export const optimismSepolia = /* @__PURE__ */ knownChain({
  id: 11_155_420,
  name: 'OP Sepolia',
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://optimism-sepolia.blockscout.com',
  rpcUrls: ['https://sepolia.optimism.io'],
  blockTime: 2_000,
  testnet: true,
})

export const zoraSepolia = /* @__PURE__ */ knownChain({
  id: 999_999_999,
  name: 'Zora Sepolia',
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://sepolia.explorer.zora.energy',
  rpcUrls: ['https://sepolia.rpc.zora.energy'],
  blockTime: 2_000,
  testnet: true,
})

export const baseGoerli = /* @__PURE__ */ knownChain({
  id: 84_531,
  name: 'Base Goerli',
  wrappedNative: '0x4200000000000000000000000000000000000006',
  tokens: [['USDC', '0xf175520c52418dfe19c8098071a252da48cd1c19', 6]],
  explorerUrl: 'https://goerli.basescan.org',
  blockTime: 2_000,
  testnet: true,
  sunset: true,
})

/** Shares its id with HyperEVM, which is in use: a client can hold one of the two. */
export const zoraTestnet = /* @__PURE__ */ knownChain({
  id: 999,
  name: 'Zora Testnet',
  wrappedNative: '0x8a5027ea12f45a13deb6cb96a07913c6e192be84',
  explorerUrl: 'https://testnet.explorer.zora.energy',
  blockTime: 2_000,
  testnet: true,
  sunset: true,
})

export const ancient8Testnet = /* @__PURE__ */ knownChain({
  id: 2_863_311_531,
  name: 'Ancient8 Testnet',
  wrappedNative: '0x4200000000000000000000000000000000000006',
  explorerUrl: 'https://testnet.a8scan.io',
  blockTime: 2_000,
  seaport: seaport15,
  conduits: [protocolConduit],
  multicall3: false,
  testnet: true,
  sunset: true,
})
