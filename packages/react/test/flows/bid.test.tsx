import { createClient, memoryStorage, type Wallet } from '@sluice/core'
import { mainnet } from '@sluice/core/chains'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type BidForm, useBid } from '../../src/flows/useBid.ts'
import { SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { openPage, type Page, until } from '../support/page.ts'

const held: { page?: Page } = {}
beforeAll(async () => {
  held.page = await openPage()
})
afterAll(() => held.page?.close())

const ether = (raw: bigint, contract: string, symbol: string) => ({
  currency: { contract, name: symbol, symbol, decimals: 18 },
  amount: { raw: String(raw), decimal: Number(raw) / 1e18, usd: null, native: Number(raw) / 1e18 },
})
const collection = `0x${'c0'.repeat(20)}`
const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

test('who offers as much as a listing asks is told that it can be bought at once', async () => {
  const fetch = async () =>
    Response.json({
      collections: [
        {
          id: collection,
          floorAsk: { price: ether(2n * 10n ** 17n, `0x${'0'.repeat(40)}`, 'ETH') },
          topBid: { price: ether(10n ** 17n, weth, 'WETH') },
        },
      ],
      continuation: null,
    })
  const chains = [{ ...mainnet, baseApiUrl: 'https://provider.example' }]
  const client = createClient({ chains, fetch, storage: memoryStorage() })
  const address = async () => `0x${'a1'.repeat(20)}` as const
  const wallet = { address, chainId: async () => 1 } as unknown as Wallet
  const seen: BidForm[] = []
  const Offer = () => {
    const flow = useBid({ target: { collection } })
    if (flow.status === 'invalid' || flow.status === 'ready') seen.push(flow)
    return null
  }
  held.page?.mount(
    <SluiceProvider client={client} wallet={wallet}>
      <Offer />
    </SluiceProvider>,
  )
  await until(() => seen.at(-1)?.lowestAsk !== undefined, 'the lowest listing')
  expect(seen.at(-1)?.bestOffer).toMatchObject({ amount: 10n ** 17n, symbol: 'WETH' })
  expect(seen.at(-1)?.buysNow).toBe(false)
  const offer = (price: string) => seen.at(-1)?.setPrice(price)
  // The wrapped coin is worth the coin that the listing asks for.
  for (const [price, buysNow] of [
    ['0.199', false],
    ['0.2', true],
    ['', false],
  ] as const) {
    offer(price)
    await until(() => seen.at(-1)?.price === price, 'what was typed')
    expect(seen.at(-1)?.buysNow, price).toBe(buysNow)
  }
})
