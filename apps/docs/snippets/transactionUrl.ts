import { chainOf, transactionUrl, transferTokens } from '@sluice/core'
import { client, wallet } from './wallet.ts'

const { hashes, execution } = await transferTokens(client, {
  wallet,
  to: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
  items: [{ token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42' }],
}).result()
for (const hash of hashes) console.log(transactionUrl(chainOf(client, execution.chainId), hash) ?? hash)
