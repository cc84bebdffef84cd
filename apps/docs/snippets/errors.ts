import { buyTokens, TradeError } from '@sluice/core'
import { client, wallet } from './wallet.ts'

try {
  await buyTokens(client, { wallet, items: [{ orderId: `0x${'00'.repeat(32)}` }] }).result()
} catch (error) {
  if (!(error instanceof TradeError)) throw error
  switch (error.code) {
    case 'wallet_refused':
      break
    case 'order_unavailable':
      console.log('Someone else was faster.')
      break
    default:
      // untouched, gas_only, signed, sent, spent or unknown
      console.error(error.message, error.money, error.data.explorerUrl)
  }
}
