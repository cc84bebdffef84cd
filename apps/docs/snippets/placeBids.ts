import { placeBids } from '@sluice/core'
import { parseEther } from 'viem'
import { client, wallet } from './wallet.ts'

const collection = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'

// For a token, for any token of a collection, or for any with a trait; wrapping is a step of its own.
await placeBids(client, {
  wallet,
  bids: [
    { token: `${collection}:42`, weiPrice: parseEther('0.3') },
    { collection, weiPrice: parseEther('0.2'), quantity: 2 },
    // With the tokens of the trait named, the offer is proven; without, the marketplace's list is asked about.
    {
      collection,
      attributeKey: 'Hat',
      attributeValue: 'Red',
      tokenIds: [3n, 9n, 27n],
      weiPrice: parseEther('0.25'),
    },
  ],
}).result()
