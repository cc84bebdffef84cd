import { rpc } from '@sluice/devnet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { type Market, openMarket } from '../support/market.ts'

/** Listings of another book, a stand-in for OpenSea's service, which the provider reads and the client fills. */
let market: Market
beforeAll(async () => {
  market = await openMarket({ books: true })
})
afterAll(() => market?.stop())

type Listing = {
  readonly id: string
  readonly maker: string
  readonly tokenSetId: string
  readonly price: { amount: { raw: string } }
}

/** Open listings that the provider read from the other book. */
async function listings(): Promise<readonly Listing[]> {
  const url = `${market.chain.baseApiUrl}/orders/asks/v5?source=opensea.io&status=active&limit=50`
  return ((await (await fetch(url)).json()) as { orders: Listing[] }).orders
}
const native = `0x${'0'.repeat(40)}`
const zone = () => market.chain.config.zones[1] as `0x${string}`
/** A buyer who made none of the listings, and the first of those that are left. */
async function offered() {
  await expect
    .poll(async () => (await listings()).length, { timeout: 30_000, interval: 200 })
    .toBeGreaterThan(1)
  const [listing] = await listings()
  if (listing === undefined) throw new Error('No listing of the other book is open.')
  return { listing, wallet: market.wallet(7) }
}
const buy = (
  client: ReturnType<Market['client']>,
  { listing, wallet }: Awaited<ReturnType<typeof offered>>,
) =>
  buyTokens(client, {
    wallet,
    items: [{ orderId: listing.id }],
    expectedPrice: { [native]: { raw: BigInt(listing.price.amount.raw) } },
  })
const ownerOf = async ({ tokenSetId }: Listing) => {
  const [, contract = '', tokenId = '0'] = tokenSetId.split(':')
  const data = `0x6352211e${BigInt(tokenId).toString(16).padStart(64, '0')}`
  const word = await rpc<string>(market.chain.rpcUrl, 'eth_call', [{ to: contract, data }, 'latest'])
  return `0x${word.slice(-40)}`
}

describe('a listing of another order book', () => {
  test('default: is bought by a client whose policy trusts the zone of the book', async () => {
    const one = await offered()
    const client = market.client({ policy: { zones: { counterparty: [zone()] } } })
    const execution = await buy(client, one).done
    expect([execution.status, execution.money]).toEqual(['complete', 'spent'])
    expect(await ownerOf(one.listing)).toBe(one.wallet.account)
  })

  test('is not bought by a client whose policy does not, and nothing is asked of the wallet', async () => {
    const one = await offered()
    const execution = await buy(market.client(), one).done
    expect(execution.status).toBe('failed')
    expect(execution.money).toBe('untouched')
    expect(one.wallet.prompts).toEqual([])
    expect(await ownerOf(one.listing)).toBe(one.listing.maker)
  })
})
