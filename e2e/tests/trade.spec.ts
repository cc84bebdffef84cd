import { describe, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { listToken } from '../support/listing.ts'
import { confirmAll, connect, openListing, openPurchase, trade } from '../support/market.ts'
import {
  account,
  chainAt,
  freshToken,
  freshTokens,
  isBrief,
  openPath,
  ownerOf,
  providerToken,
  screenshot,
  tokenPath,
  until,
  visit,
} from '../support/scene.ts'

const browser = await sharedBrowser()

describe.each(isBrief ? [0] : [0, 1])('on local chain %i', (index) => {
  test('a token is listed by one account and bought by another: on chain, at the provider and on the page', async () => {
    const chain = chainAt(index)
    const { contract, tokenId } = await freshToken(chain, 'Ada')
    const path = tokenPath({ contract, tokenId }, chain)

    const seller = await visit(browser, 'Ada', chain, path)
    await connect(seller.page)
    const listing = await openListing(seller.page, '0.42')
    await screenshot(seller.page, `list-ready-${chain.slug}`)
    await listing.getByRole('button', { name: 'List for sale' }).click()
    await listing.getByRole('button', { name: 'Confirm in wallet' }).waitFor({ timeout: 20_000 })
    await screenshot(seller.page, `list-review-${chain.slug}`)
    await confirmAll(listing, 'Listed')
    await screenshot(seller.page, `list-complete-${chain.slug}`)
    // Another listing of the token would leave this price open.
    await seller.page.getByText('This token is already listed.').waitFor()
    await until(
      async () =>
        (await providerToken(chain, contract, tokenId))?.market.floorAsk.price?.amount.raw ===
        '420000000000000000',
      'the listing did not reach the provider',
    )
    expect(seller.wallet.prompts.at(-1)?.method).toBe('eth_signTypedData_v4')
    expect(seller.pageErrors).toEqual([])
    await seller.leave()

    const buyer = await visit(browser, 'Ben', chain, path)
    await connect(buyer.page)
    const purchase = await openPurchase(buyer.page)
    await screenshot(buyer.page, `buy-ready-${chain.slug}`)
    await purchase.getByRole('button', { name: 'Buy now' }).click()
    await purchase.getByRole('button', { name: 'Confirm in wallet' }).waitFor({ timeout: 20_000 })
    await screenshot(buyer.page, `buy-review-${chain.slug}`)
    await confirmAll(purchase, 'It is yours')
    await screenshot(buyer.page, `buy-complete-${chain.slug}`)

    expect(await ownerOf(chain, contract, tokenId)).toBe(account('Ben').address)
    expect((await providerToken(chain, contract, tokenId))?.token.owner).toBe(account('Ben').address)
    await purchase.getByRole('button', { name: 'Done' }).click()
    await buyer.page.getByText('Not for sale').waitFor()
    await buyer.page.getByRole('button', { name: 'List for sale' }).waitFor()
    expect(buyer.wallet.prompts.map(({ method, chainId }) => [method, chainId])).toEqual([
      ['eth_sendTransaction', chain.id],
    ])
    expect(buyer.pageErrors).toEqual([])
    await screenshot(buyer.page, `token-owned-${chain.slug}`)
    await buyer.leave()
  })
})

test('the card of a change by signature names the listing that ends, and its price', async () => {
  const chain = chainAt(0)
  const token = await freshToken(chain, 'Chloe')
  const { zone } = chain.contracts
  await listToken(chain, 'Chloe', token, '0.61', { zone })
  const path = tokenPath(token, chain)
  const { page, wallet, pageErrors, leave } = await visit(browser, 'Chloe', chain, path)
  await connect(page)
  // The dialog to list again shows the price that is asked already.
  await trade(page).getByRole('button', { name: 'List for sale' }).click()
  const again = page.getByRole('dialog', { name: /^List / })
  await again
    .getByText(/Current price.*0\.61/)
    .first()
    .waitFor()
  await again.getByRole('button', { name: 'Close' }).click()
  const listings = page.getByRole('region', { name: 'Listings' })
  await listings.getByRole('button', { name: 'Change', exact: true }).click()
  const edit = page.getByRole('dialog', { name: /^Change / })
  await edit.getByText('One signature replaces the old terms with the new ones.').waitFor()
  await edit.getByLabel('New price').fill('0.83')
  await edit.getByRole('button', { name: /^Change (listing|offer)$/ }).click()
  const card = edit.getByRole('region', { name: 'What your wallet will ask you to approve' })
  const old = new RegExp(`^Cancels.*#${token.tokenId} · 0\\.61\\sETH`)
  await card.getByText(old).first().waitFor({ timeout: 30_000 })
  await screenshot(page, 'edit-by-signature-review')
  await confirmAll(edit, 'Changed')
  const { market } = (await providerToken(chain, token.contract, token.tokenId)) ?? {}
  expect(market?.floorAsk.price?.amount.raw).toBe('830000000000000000')
  expect(wallet.prompts.map(({ method }) => method)).toEqual(['eth_signTypedData_v4'])
  expect(pageErrors).toEqual([])
  await leave()
})

test('a change that stops after its cancellation continues with the remaining signature', async () => {
  const chain = chainAt(0)
  const token = await freshToken(chain, 'Chloe')
  await listToken(chain, 'Chloe', token, '0.62')
  const path = tokenPath(token, chain)
  const { page, wallet, pageErrors, leave } = await visit(browser, 'Chloe', chain, path)
  await connect(page)
  const listings = page.getByRole('region', { name: 'Listings' })
  await listings.getByRole('button', { name: 'Change', exact: true }).click()
  const edit = page.getByRole('dialog', { name: /^Change / })
  const change = edit.getByRole('button', { name: /^Change (listing|offer)$/ })
  await edit.getByLabel('New price').fill('0.84')
  await change.click()
  const card = edit.getByRole('region', { name: 'What your wallet will ask you to approve' })
  await card.getByText('Cancels').waitFor({ timeout: 30_000 })
  await edit.getByRole('button', { name: 'Confirm in wallet' }).click()
  await card.getByText('when someone buys it').first().waitFor({ timeout: 30_000 })
  await edit.getByRole('button', { name: 'Back' }).click()
  await edit.getByText('The old listing is already canceled.').waitFor()
  expect(await edit.getByLabel('New price').inputValue()).toBe('0.84')
  await change.click()
  await confirmAll(edit, 'Changed')
  const { market } = (await providerToken(chain, token.contract, token.tokenId)) ?? {}
  expect(market?.floorAsk.price?.amount.raw).toBe('840000000000000000')
  const asked = wallet.prompts.map(({ method }) => method)
  expect(asked).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4'])
  expect(pageErrors).toEqual([])
  await leave()
})

test('after the review card is declined, the cart is shown again and can be emptied', async () => {
  const chain = chainAt(0)
  const lots = await freshTokens(chain, 'Chloe', 2)
  for (const [index, lot] of lots.entries()) await listToken(chain, 'Chloe', lot, `0.0${index + 6}`)
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain)
  await connect(page)
  for (const { contract, tokenId } of lots) {
    await openPath(page, tokenPath({ contract, tokenId }, chain))
    await trade(page).getByRole('button', { name: 'Add to cart' }).click()
    await trade(page).getByRole('button', { name: 'In cart' }).waitFor()
  }
  await page.getByRole('button', { name: 'Cart, 2 items' }).click()
  const cart = page.getByRole('dialog', { name: 'Cart' })
  await cart.getByRole('button', { name: 'Buy 2 now' }).click()
  await cart.getByRole('button', { name: 'Back' }).click({ timeout: 60_000 })
  await cart.getByRole('button', { name: 'Empty the cart' }).click()
  await cart.getByText('Your cart is empty').waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})
