import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { confirmAll, connect, openListing, openPurchase } from '../support/market.ts'
import {
  account,
  chainAt,
  freshToken,
  ownerOf,
  providerToken,
  shoot,
  until,
  visit,
} from '../support/scene.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

describe.each([0, 1])('on local chain %i', (index) => {
  test('a token is listed by one account and bought by another: on chain, at the provider and on the page', async () => {
    const chain = chainAt(index)
    const { contract, tokenId } = await freshToken(chain, 'Ada')
    const path = `/${chain.slug}/${contract}/${tokenId}`

    const seller = await visit(browser, 'Ada', chain, path)
    await connect(seller.page)
    const listing = await openListing(seller.page, '0.42')
    await shoot(seller.page, `list-ready-${chain.slug}`)
    await listing.getByRole('button', { name: 'List for sale' }).click()
    await listing.getByRole('button', { name: 'Confirm in wallet' }).waitFor({ timeout: 20_000 })
    await shoot(seller.page, `list-review-${chain.slug}`)
    await confirmAll(listing, 'Listed')
    await shoot(seller.page, `list-complete-${chain.slug}`)
    await until(
      async () =>
        (await providerToken(chain, contract, tokenId))?.market.floorAsk.price?.amount.raw ===
        '420000000000000000',
      'the listing did not reach the provider',
    )
    expect(seller.wallet.prompts.at(-1)?.method).toBe('eth_signTypedData_v4')
    expect(seller.faults).toEqual([])
    await seller.leave()

    const buyer = await visit(browser, 'Ben', chain, path)
    await connect(buyer.page)
    const purchase = await openPurchase(buyer.page)
    await shoot(buyer.page, `buy-ready-${chain.slug}`)
    await purchase.getByRole('button', { name: 'Buy now' }).click()
    await purchase.getByRole('button', { name: 'Confirm in wallet' }).waitFor({ timeout: 20_000 })
    await shoot(buyer.page, `buy-review-${chain.slug}`)
    await confirmAll(purchase, 'It is yours')
    await shoot(buyer.page, `buy-complete-${chain.slug}`)

    expect(await ownerOf(chain, contract, tokenId)).toBe(account('Ben').address)
    expect((await providerToken(chain, contract, tokenId))?.token.owner).toBe(account('Ben').address)
    await purchase.getByRole('button', { name: 'Done' }).click()
    await buyer.page.getByText('Not for sale').waitFor()
    await buyer.page.getByRole('button', { name: 'List for sale' }).waitFor()
    expect(buyer.wallet.prompts.map(({ method, chainId }) => [method, chainId])).toEqual([
      ['eth_sendTransaction', chain.id],
    ])
    expect(buyer.faults).toEqual([])
    await shoot(buyer.page, `token-owned-${chain.slug}`)
    await buyer.leave()
  })
})
