import { buyTokens, reviewCard } from '@sluice/core'
import { client, wallet } from './wallet.ts'

// Without an expected price the card has to be confirmed: here in a terminal, in a page by the kit.
buyTokens(client, {
  wallet,
  items: [{ token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42' }],
  confirm: async ({ action, verdict }) => {
    console.log(reviewCard(action, verdict))
    return verdict.decision === 'allow'
  },
})
