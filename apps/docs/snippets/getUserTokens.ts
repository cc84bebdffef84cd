import { getUserTokens } from '@sluice/core'
import { client, wallet } from './wallet.ts'

const user = await wallet.address()
for await (const { token, ownership } of await getUserTokens(client, { user, includeTopBid: true }))
  console.log(`${token.contract}:${token.tokenId}`, ownership?.tokenCount)
