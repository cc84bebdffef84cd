import { createClient } from '@sluice/core'
import { zeroAddress } from 'viem'

const wrapped = '0x4200000000000000000000000000000000000006'

/** A chain is one object. What is absent holds on most chains: canonical Seaport, OpenSea's conduit. */
export const client = createClient({
  chains: [
    {
      id: 424_242,
      name: 'Example Chain',
      baseApiUrl: 'https://provider.example/example-chain',
      active: true,
      rpcUrls: ['https://node.example'],
      explorerUrl: 'https://explorer.example',
      nativeSymbol: 'EXA',
      wrappedNative: wrapped,
      // Every currency that prices may be in. Orders in others are refused.
      paymentTokens: [
        { address: zeroAddress, symbol: 'EXA', name: 'Example', decimals: 18 },
        { address: wrapped, symbol: 'WEXA', name: 'Wrapped Example', decimals: 18 },
        { address: '0x5d4dc2e6f51f28c8b1f5b36d0f9a62a0f1c3e7a1', symbol: 'USDC', name: 'USDC', decimals: 6 },
      ],
      // Many reads of the chain become one request.
      multicall3: '0xca11bde05977b3631167028862be2a173976ca11',
      // What may be approved. Without it: OpenSea's conduit.
      conduits: [
        {
          key: '0x0000007b02230091a7ed01230072f7006a004d60a8d4e71d599b8104250f0000',
          address: '0x1e0049783f008a0085193e00003d00cd54003c71',
        },
      ],
      // Where Seaport has another address, or only one version is deployed.
      seaport: { '1.6': '0x0000000000000068f116a894984e2db1123eb395' },
      blockTime: 2_000,
      confirmations: 2,
    },
  ],
})
