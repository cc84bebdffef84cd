import * as chains from '@sluice/core/chains'

/**
 * reservoir-sdk's chains by its names. None brings a `baseApiUrl`, for reservoir-sdk's servers are gone: give that of
 * your provider, `{ ...reservoirChains.base, baseApiUrl: 'https://provider.example/base', active: true }`.
 */
export const reservoirChains = {
  mainnet: chains.mainnet,
  goerli: chains.goerli,
  polygon: chains.polygon,
  mumbai: chains.mumbai,
  polygonAmoy: chains.polygonAmoy,
  optimism: chains.optimism,
  arbitrum: chains.arbitrum,
  arbitrumNova: chains.arbitrumNova,
  avalanche: chains.avalanche,
  sepolia: chains.sepolia,
  base: chains.base,
  baseGoerli: chains.baseGoerli,
  baseSepolia: chains.baseSepolia,
  bsc: chains.bsc,
  scrollTestnet: chains.scrollTestnet,
  scroll: chains.scroll,
  linea: chains.linea,
  zora: chains.zora,
  zoraTestnet: chains.zoraTestnet,
  zkSync: chains.zkSync,
  polygonZkEvm: chains.polygonZkEvm,
  ancient8Testnet: chains.ancient8Testnet,
  abstract: chains.abstract,
  apechain: chains.apeChain,
  berachain: chains.berachain,
  blast: chains.blast,
  sei: chains.sei,
} as const
