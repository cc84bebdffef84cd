import { parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { type KitHost, startKitHost } from '../support/kitHost.ts'
import { type KitMarket, startKitMarket } from '../support/kitMarket.ts'
import { type LocalChain, ownerOf, screenshot } from '../support/scene.ts'
import { type FundedAccount, fundedAccount, mintFor } from '../support/trader.ts'

/** Base Goerli, for which this version has an icon; it has none for newer test chains. */
const knownChain = 84531

const browser = await sharedBrowser()
let host: KitHost
let market: KitMarket
let chain: LocalChain
let maker: FundedAccount
let taker: FundedAccount
let collectionId: `0x${string}`
let tokenId: string

beforeAll(async () => {
  ;[host, market] = await Promise.all([startKitHost(browser, 'kit-host-1.15'), startKitMarket(knownChain)])
  chain = market.chain
  maker = await fundedAccount(chain, 'maker')
  taker = await fundedAccount(chain, 'taker')
  const [token = ''] = await mintFor(chain, maker.address, 1)
  ;[collectionId, tokenId] = token.split(':') as [`0x${string}`, string]
})
afterAll(async () => {
  await host?.close()
  await market?.stop()
})

describe('the dialogs of the unmodified kit 1.15', () => {
  test('List: approves, signs, and the token is for sale', async () => {
    const visit = await host.open(chain, maker, 'ListModal', { collectionId, tokenId })
    await visit.dialog.getByPlaceholder('Amount').fill('1.5')
    await visit.dialog.getByRole('button', { name: 'List for Sale', exact: true }).click()
    await visit.dialog.getByText('Your item has been listed!').waitFor()
    await screenshot(visit.page, 'kit-1.15-ListModal')
    expect(visit.wallet.prompts.map(({ method }) => method)).toEqual([
      'eth_sendTransaction',
      'eth_signTypedData_v4',
    ])
    expect([visit.refusals, visit.pageErrors]).toEqual([[], []])
    const response = await fetch(`${chain.baseApiUrl}/users/${maker.address}/asks/v1?status=active`)
    const { orders } = (await response.json()) as { orders: { price: { amount: { raw: string } } }[] }
    expect(orders.map(({ price }) => price.amount.raw)).toEqual([parseEther('1.5').toString()])
    await visit.leave()
  })

  test('Buy: shows the price, and the buyer owns the token', async () => {
    const visit = await host.open(chain, taker, 'BuyModal', { collectionId, tokenId })
    await visit.dialog.getByText('You Pay').waitFor()
    expect(await visit.dialog.innerText()).toMatch(/You Pay\s+1\.5/)
    await visit.dialog.getByRole('button', { name: 'Checkout', exact: true }).click()
    await visit.dialog.getByText('Your transaction went through successfully').waitFor()
    await screenshot(visit.page, 'kit-1.15-BuyModal')
    expect([visit.refusals, visit.pageErrors]).toEqual([[], []])
    expect(await ownerOf(chain, collectionId, BigInt(tokenId))).toBe(taker.address)
    await visit.leave()
  })
})
