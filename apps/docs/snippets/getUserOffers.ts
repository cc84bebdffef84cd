import { getUserOffers } from '@sluice/core'
import { client, wallet } from './wallet.ts'

const user = await wallet.address()
const offers = await getUserOffers(client, { user, includeCriteriaMetadata: true })
for await (const { criteria, price } of offers) console.log(criteria?.kind, price?.amount.raw)
