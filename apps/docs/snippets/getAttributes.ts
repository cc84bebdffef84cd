import { getAttributes } from '@sluice/core'
import { client } from './wallet.ts'

const attributes = await getAttributes(client, { collection: '0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d' })
for (const { key, values } of attributes)
  for (const { value, count, floorAskPrice } of values ?? [])
    console.log(`${key}: ${value}, ${count ?? '?'} tokens`, floorAskPrice?.amount.raw)
