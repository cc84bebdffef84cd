import { chainOf, getBalance } from '@sluice/core'
import { formatUnits } from 'viem'
import { client, wallet } from './wallet.ts'

const account = await wallet.address()
for (const { address, symbol, decimals } of chainOf(client).paymentTokens) {
  const balance = await getBalance(client, { account, currency: address, wallet })
  console.log(formatUnits(balance, decimals), symbol)
}
