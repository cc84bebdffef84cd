import { announceAuction } from '@sluice/core'
import { client, wallet } from './wallet.ts'

await announceAuction(client, {
  wallet,
  token: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d:42',
  weiReserve: 10n ** 18n,
  stepBps: 500,
  expirationTime: Math.floor(Date.now() / 1000) + 3 * 86_400,
}).result()
