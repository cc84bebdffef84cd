import { beforeAll, expect, test } from 'vitest'
import { AcceptOfferDialog } from '../../src/dialogs/AcceptOfferDialog.tsx'
import { en } from '../../src/locales/en.ts'
import {
  account,
  collectionRow,
  eth,
  orderId,
  pathRow,
  price,
  refOf,
  tokenRow,
  userTokenRow,
} from '../support/answers.ts'
import { says, written } from '../support/dom.ts'
import { lists, withShop } from '../support/shop.tsx'

const shop = await withShop()
beforeAll(() => {
  const owned = [1, 2]
  shop.provider.on('/tokens/v7', lists.tokens(owned.map((id) => tokenRow(id, { owner: account }))))
  shop.provider.on(`/users/${account}/tokens/v10`, lists.tokens(owned.map((id) => userTokenRow(id))))
  shop.provider.on('/collections/v7', lists.collections([collectionRow({ floor: price(4n * eth) })]))
})

test('of several offers far below the floor, each is measured once: by what arrives', async () => {
  const offer = (tokenId: number, net: bigint) => ({
    ...pathRow(tokenId, net, { symbol: 'WETH' }),
    orderId: orderId(tokenId),
    totalRawPrice: String(eth),
    builtInFees: [{ kind: 'royalty', rawAmount: String(eth - net) }],
  })
  const path = [offer(1, (93n * eth) / 100n), offer(2, (89n * eth) / 100n)]
  shop.provider.on('/execute/sell/v7', { body: { steps: [], path, errors: [] } })
  shop.draw(<AcceptOfferDialog open items={[{ token: refOf(1) }, { token: refOf(2) }]} />, {
    wallet: shop.wallet(),
  })
  await says(en.list.confirmLow)
  expect(written().match(/\d+% below the floor price/g)).toEqual([
    '76% below the floor price',
    '77% below the floor price',
  ])
})
