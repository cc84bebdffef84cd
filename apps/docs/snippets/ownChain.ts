import { createClient } from '@sluice/core'

/** A chain is one object. What is absent holds on most chains: canonical Seaport, OpenSea's conduit. */
export const client = createClient({
  chains: [
    {
      id: 8453,
      name: 'Base',
      baseApiUrl: 'https://provider.example/base',
      wrappedNative: '0x4200000000000000000000000000000000000006',
      rpcUrls: ['https://node.example'],
      explorerUrl: 'https://basescan.org',
      active: true,
    },
  ],
})
