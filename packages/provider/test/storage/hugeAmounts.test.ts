import { fulfillAdvanced, type OrderComponents } from '@sluice/seaport'
import { parseActivities, parseTokens, parseUserTokens } from '@sluice/wire'
import { sql } from 'drizzle-orm'
import { type Address, concatHex, type Hex, maxUint256, toEventSelector } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'

/** Contracts that anybody may deploy, and whose amounts add up to more than any account can have. */

let market: Market
let ada: Trader
let ben: Trader
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben] = market.traders as [Trader, Trader]
})
afterAll(() => market?.stop())

/** Code that tells, at every call, of nine mints of as many units as a number can have of token 1 to its caller. */
const boast: Hex = concatHex([
  '0x6001600052600019602052',
  ...Array<Hex>(9).fill(
    concatHex([
      '0x336000337f',
      toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
      '0x60406000a4',
    ]),
  ),
])
/** Code that answers 1 to every call, as a token that moves nothing. */
const yes: Hex = '0x600160005260206000f3'

const editions = (): Address =>
  market.chain.contracts.collections.find(({ kind }) => kind === 'erc1155')?.address as Address

test('a contract that mints more units to one account than a number can have does not stop the chain', async () => {
  const honest = await market.rpc<Hex>('eth_getCode', [editions(), 'latest'])
  await market.rpc('anvil_setCode', [editions(), boast])
  await ben.send({ to: editions(), data: '0x' })
  await market.rpc('anvil_setCode', [editions(), honest])
  const [token = ''] = await market.tokens(ada)
  const units = (9n * maxUint256).toString()
  expect(
    await market.deps.db.rows(sql`select amount from ownerships where contract = ${editions()}`),
  ).toEqual([{ amount: units }])
  const { body: held } = await market.get(`/users/${ben.address}/tokens/v10?collection=${editions()}`)
  expect(held.tokens[0].ownership.tokenCount).toBe(units)
  expect(parseUserTokens(held)).toMatchObject({ tokens: [{ token: { tokenId: '1' } }], dropped: 0 })
  const { body: shown } = await market.get(`/tokens/v7?tokens=${editions()}:1&tokens=${token}`)
  expect(parseTokens(shown)).toMatchObject({ tokens: { length: 2 }, dropped: 0 })
})

test('a sale in a worthless coin for more than a number can have does not stop the chain, and is shown', async () => {
  const { conduitKey, seaport } = market.chain.contracts
  const coin: Address = `0x${'c0'.repeat(20)}`
  await market.rpc('anvil_setCode', [coin, yes])
  const [token = '', next = ''] = await market.tokens(ada, 2)
  await market.approve(ada)
  const listing = market.listing(ada, tokenIdOf(token))
  const payment = { itemType: 1, token: coin, identifierOrCriteria: 0n, recipient: ada.address } as const
  const components: OrderComponents = {
    ...listing,
    consideration: Array.from({ length: 10 }, () => ({
      ...{ ...payment, startAmount: maxUint256, endAmount: maxUint256 },
    })),
  }
  const signature = await market.sign(ada, components)
  const now = BigInt(Math.floor(Date.now() / 1000))
  await ben.send(fulfillAdvanced({ components, signature }, { seaport, conduitKey, now }))
  await market.sync()
  expect(await market.ownerOf(token)).toBe(ben.address)
  const { body } = await market.get(`/users/activity/v6?users=${ben.address}&types=sale`)
  expect(parseActivities(body)).toMatchObject({
    activities: [{ price: { amount: { raw: maxUint256 } } }],
    dropped: 0,
  })
  const { body: tokens } = await market.get(`/tokens/v7?tokens=${token}&tokens=${next}&includeLastSale=true`)
  expect(parseTokens(tokens)).toMatchObject({ tokens: { length: 2 }, dropped: 0 })
})
