import { type Chain, defineChain } from 'viem'
import { arbitrumNova, scroll } from 'viem/chains'
import { reservoirChains } from './chains.ts'

const { id, name } = reservoirChains.ancient8Testnet

/** The chains that reservoir-sdk described itself because its viem had none of them, for wallets and nodes. */
export const customChains: {
  readonly arbitrumNova: Chain
  readonly ancient8Testnet: Chain
  readonly scroll: Chain
} = {
  arbitrumNova,
  ancient8Testnet: defineChain({
    id,
    name,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    // As reservoir-sdk had it; the network has been shut down.
    rpcUrls: { default: { http: ['https://rpc-testnet.ancient8.gg'] } },
  }),
  scroll,
}
