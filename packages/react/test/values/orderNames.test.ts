import { createClient, type MarketOrder } from '@sluice/core'
import { expect, test } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { orderNames } from '../../src/values/names.ts'

const client = createClient({
  chains: [{ id: 1, name: 'Chain', baseApiUrl: 'https://provider.example', rpcUrls: [] }],
})
const contract = `0x${'c0'.repeat(20)}`
const order = (token: object, collection: string | undefined) =>
  ({
    id: '0x01',
    contract,
    criteria: { data: { token: { tokenId: '1', ...token }, collection: { name: collection } } },
  }) as unknown as MarketOrder
const named = (one: MarketOrder) =>
  orderNames([one], { client, messages: en } as never, 1).get(`${contract}:1`)

test('an order names its token with the collection, unless the name of the token says it already', () => {
  expect(named(order({}, 'Sunsets'))).toBe('Sunsets #1')
  expect(named(order({ name: 'Red evening' }, 'Sunsets'))).toBe('Sunsets Red evening')
  expect(named(order({ name: 'Sunsets #1' }, 'Sunsets'))).toBe('Sunsets #1')
  expect(named(order({ name: 'Red evening' }, undefined))).toBe('Red evening')
})
