export { avalanche, berachain, bsc, hyperEvm, monad, ronin, sei } from './alternative.ts'
export { apeChain, arbitrum, arbitrumNova, arbitrumSepolia } from './arbitrum.ts'
export type { ChainConfig, Conduit, KnownChain, PaymentToken } from './chain.ts'
export { goerli, mainnet, sepolia } from './ethereum.ts'
export {
  ancient8Testnet,
  base,
  baseGoerli,
  baseSepolia,
  blast,
  optimism,
  optimismSepolia,
  unichain,
  zora,
  zoraSepolia,
  zoraTestnet,
} from './opStack.ts'
export { mumbai, polygon, polygonAmoy, polygonZkEvm } from './polygon.ts'
export { abstract, linea, scroll, scrollTestnet, zkSync } from './zeroKnowledge.ts'
