import { withdrawAuction } from '@sluice/core'
import { client, wallet } from './wallet.ts'

await withdrawAuction(client, { wallet, token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42' }).result()
