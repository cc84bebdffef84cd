import { progressOf, transferTokens } from '@sluice/core'
import { client, wallet } from './wallet.ts'

const collection = '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d'
const items = [{ token: `${collection}:42` }, { token: `${collection}:43` }]
const execution = await transferTokens(client, {
  wallet,
  to: '0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
  items,
}).done
// Which of the tokens arrived, also where the run failed half way.
const progress = progressOf(execution)
console.log(`${progress.done} of ${progress.total} are there`)
export const left = progress.items.filter(({ state }) => state === 'open').map(({ index }) => items[index])
