import { buyTokens, TradeError } from '@sluice/core'
import { parseEther, zeroAddress } from 'viem'
import { client, wallet } from './wallet.ts'

const run = buyTokens(client, {
  wallet,
  items: [{ token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42' }],
  expectedPrice: { [zeroAddress]: { raw: parseEther('0.5'), currencyDecimals: 18 } },
})
run.subscribe(({ status, steps }) => {
  const waiting = steps.flatMap(({ items }) => items).find(({ status }) => status === 'incomplete')
  console.log(status, waiting?.phase)
})
try {
  const { hashes } = await run.result()
  console.log('Yours since', hashes.at(-1))
} catch (error) {
  if (error instanceof TradeError) console.error(error.code, error.money)
}
