import { type Address, erc20Abi, maxUint256, parseAbi, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { offerFor } from '../support/listing.ts'
import { buyToken, cardOf, confirmAll, connect, openListing, trade } from '../support/market.ts'
import {
  account,
  chainAt,
  collectionPath,
  freshToken,
  freshTokens,
  openPath,
  ownerOf,
  screenshot,
  tokenPath,
  visit,
  writer,
} from '../support/scene.ts'
import { checkPage } from '../support/states.ts'

const unitsAbi = parseAbi(['function balanceOf(address owner, uint256 id) view returns (uint256)'])

const browser = await sharedBrowser()

test('a falling price is listed, shown as it falls, and bought at the price of the moment', async () => {
  const chain = chainAt(0)
  const { contract, tokenId } = await freshToken(chain, 'Ada')
  const path = tokenPath({ contract, tokenId }, chain)
  const seller = await visit(browser, 'Ada', chain, path)
  await connect(seller.page)
  const listing = await openListing(seller.page, '3')
  await listing.getByLabel('Sale type').selectOption('Falling price')
  expect(await listing.getByLabel('Starting price').inputValue()).toBe('3')
  const end = listing.getByLabel('Final price')
  await end.fill('4')
  await listing.getByText('below the starting price').waitFor()
  await end.fill('2')
  await listing.getByLabel('Duration').selectOption('1 hour')
  await listing
    .getByText(/at least 2\sETH/)
    .first()
    .waitFor()
  await screenshot(seller.page, 'list-falling-ready')
  await listing.getByRole('button', { name: 'List for sale' }).click()
  await listing
    .getByText(/^Falls from 3\sETH to 2\sETH by /)
    .first()
    .waitFor({ timeout: 30_000 })
  await screenshot(seller.page, 'list-falling-review')
  await confirmAll(listing, 'Listed')
  expect(seller.pageErrors).toEqual([])
  await seller.leave()

  const buyer = await visit(browser, 'Ben', chain, `${collectionPath(chain)}?sort=price-desc`)
  await connect(buyer.page)
  const card = cardOf(buyer.page, { contract, tokenId }, chain)
  await card.getByText(/falls to 2\sETH in/).waitFor()
  await checkPage(buyer.page, 'page-collection-falling')
  await card.click()
  const main = trade(buyer.page).locator('.trade-main')
  await main.getByText(/falls to 2\sETH in (59|60) minutes|falls to 2\sETH in 1 hour/).waitFor()
  const shown = async () => Number((await main.locator('.sluice-price-amount').first().innerText()).trim())
  const first = await shown()
  expect(first).toBeLessThan(3)
  expect(first).toBeGreaterThan(2.9)
  await expect.poll(shown).toBeLessThan(first)
  await screenshot(buyer.page, 'token-falling')
  const { reads, account: ben } = writer(chain, 'Ben')
  const before = await reads.getBalance(ben)
  await buyToken(buyer.page)
  expect(await ownerOf(chain, contract, tokenId)).toBe(account('Ben').address)
  // The receipt says what left the wallet, not the most that could have.
  const receipt = await buyer.page.locator('.sluice-receipt').innerText()
  const [, paid = ''] = /Paid\s+([\d.]+)\sETH/.exec(receipt) ?? []
  const spent = before - (await reads.getBalance(ben))
  const fee = spent - parseEther(paid)
  expect(fee).toBeGreaterThan(0n)
  expect(fee).toBeLessThan(parseEther('0.001'))
  await screenshot(buyer.page, 'token-falling-receipt')
  expect(buyer.pageErrors).toEqual([])
  await buyer.leave()
})

test('a private listing is shown to its owner as private, stays private when it is changed, and sells to its buyer', async () => {
  const chain = chainAt(0)
  const { contract, tokenId } = await freshToken(chain, 'Chloe')
  const path = tokenPath({ contract, tokenId }, chain)
  const { page, pageErrors, leave } = await visit(browser, 'Chloe', chain, path)
  await connect(page)
  const listing = await openListing(page, '0.63')
  await listing.getByText('Sell to one account only').first().click()
  await listing.getByRole('textbox', { name: /one account/ }).fill(account('Ben').address)
  await listing.getByRole('button', { name: 'List for sale' }).click()
  await confirmAll(listing, 'Listed')
  // The receipt links to another page, but not to the page that is shown already.
  expect(await listing.getByRole('button', { name: 'View token' }).count()).toBe(0)
  await listing.getByRole('button', { name: 'See your listings and offers' }).click()
  const row = page.getByRole('row').filter({ hasText: `#${tokenId}` })
  await row.getByText(/^Only 0x.* can buy it$/).waitFor()
  expect(page.url()).toContain('/account?view=listings')

  await page.goBack()
  const main = trade(page).locator('.trade-main')
  await main.getByText('0.63').waitFor()
  expect(await main.getByRole('button').allInnerTexts()).toEqual(['Change listing'])
  await trade(page)
    .getByText(/^Only 0x.* can buy it$/)
    .waitFor()
  await trade(page).getByRole('button', { name: 'Cancel listing' }).waitFor()
  const ours = page.getByRole('region', { name: 'Listings' }).getByRole('row').filter({ hasText: '0.63' })
  await ours.getByText(/^Only 0x.* can buy it$/).waitFor()
  await openPath(page, `/${chain.slug}/account?view=listings`)
  await row.getByRole('button', { name: 'Change', exact: true }).click()
  const edit = page.getByRole('dialog', { name: /^Change / })
  await edit.getByLabel('New price').fill('0.85')
  await edit.getByRole('button', { name: /^Change (listing|offer)$/ }).click()
  await confirmAll(edit, 'Changed')
  const asked = `${chain.baseApiUrl}/users/${account('Chloe').address}/asks/v1?sortBy=createdAt`
  const body = (await (await fetch(asked)).json()) as {
    orders: { taker: string; price: { amount: { decimal: number } } }[]
  }
  const changed = body.orders.find(({ price }) => price.amount.decimal === 0.85)
  expect(changed?.taker).toBe(account('Ben').address)
  expect(pageErrors).toEqual([])
  await leave()

  const other = await visit(browser, 'Elif', chain, path)
  await connect(other.page)
  await trade(other.page).getByText('Not for sale').waitFor()
  await other.leave()
  const buyer = await visit(browser, 'Ben', chain, path)
  await connect(buyer.page)
  const offered = trade(buyer.page)
  await offered.locator('.trade-main').getByText('0.85').waitFor()
  await offered.getByText('Only you can buy it', { exact: true }).waitFor()
  const listed = buyer.page.getByRole('region', { name: 'Listings' }).getByRole('row')
  await listed.filter({ hasText: '0.85' }).getByRole('button', { name: 'Buy now' }).waitFor()
  // The cart buys what anyone can.
  expect(await offered.getByRole('button', { name: /cart/i }).count()).toBe(0)
  await buyToken(buyer.page)
  expect(await ownerOf(chain, contract, tokenId)).toBe(account('Ben').address)
  expect(buyer.pageErrors).toEqual([])
  await buyer.leave()
})

test("an account's own offer is not listed as received, and of offers that take one token each one is accepted", async () => {
  const chain = chainAt(0)
  const [own, other] = await freshTokens(chain, 'Chloe', 2)
  if (own === undefined || other === undefined) throw new Error('Nothing was minted.')
  await offerFor(chain, 'Chloe', own, '0.94')
  await offerFor(chain, 'Grace', own, '0.31')
  await offerFor(chain, 'Grace', other, '0.32')
  const path = (rest: string) => `/${chain.slug}/${rest}`
  const { page, pageErrors, leave } = await visit(
    browser,
    'Chloe',
    chain,
    path(`${own.contract}/${own.tokenId}`),
  )
  await connect(page)
  await trade(page).getByRole('button', { name: 'Accept best offer' }).waitFor()
  await trade(page)
    .getByText(/Best offer: 0\.31/)
    .waitFor()

  await openPath(page, path('account?view=offersReceived'))
  const received = page.getByRole('region', { name: 'Offers received' })
  const card = received.getByRole('listitem').filter({ hasText: `#${own.tokenId}` })
  await card.getByText(/0\.31/).waitFor()
  expect(await received.getByText(/0\.94/).count()).toBe(0)
  // Collection offers are shown for several tokens, and each takes one.
  await received.getByRole('button', { name: /^Accept the best / }).click()
  const accept = page.getByRole('dialog', { name: /^Sell \d+ tokens$/ })
  await accept.getByText('You receive', { exact: true }).waitFor({ timeout: 30_000 })
  await accept.getByRole('button', { name: /^Sell \d+ tokens$/ }).waitFor()
  await screenshot(page, 'accept-the-best')
  expect(pageErrors).toEqual([])
  await leave()
})

test('an open offer whose funds another offer also needs says so to its maker, with what to do', async () => {
  const chain = chainAt(0)
  const [first, second] = await freshTokens(chain, 'Chloe', 2)
  if (first === undefined || second === undefined) throw new Error('Nothing was minted.')
  await offerFor(chain, 'Grace', first, '0.33')
  await offerFor(chain, 'Grace', second, '0.33')
  const { weth, conduit } = chain.contracts
  const allow = (amount: bigint) =>
    writer(chain, 'Grace').write({
      address: weth,
      abi: erc20Abi,
      functionName: 'approve',
      args: [conduit, amount],
    })
  await allow(parseEther('0.4'))
  const { page, pageErrors, leave } = await visit(
    browser,
    'Grace',
    chain,
    `/${chain.slug}/account?view=offersMade`,
  )
  await connect(page)
  const row = page.getByRole('row').filter({ hasText: `#${second.tokenId}` })
  const uncovered = row.getByText('Open, but not covered').filter({ visible: true })
  await uncovered.waitFor()
  await row.getByText(/make another offer to raise the allowance for all of them/).waitFor()
  await row.getByRole('button', { name: 'Change', exact: true }).waitFor()
  await screenshot(page, 'account-offers-not-covered')
  await allow(maxUint256)
  expect(pageErrors).toEqual([])
  await leave()
})

test('after a sale into an offer for three units, two are still wanted', async () => {
  const chain = chainAt(0)
  const prints = chain.contracts.collections.find(({ kind }) => kind === 'erc1155')?.address as Address
  const [id, path] = [2n, `/${chain.slug}/${prints}/2`]
  const held = (name: string) =>
    writer(chain, name).reads.readContract({
      address: prints,
      abi: unitsAbi,
      functionName: 'balanceOf',
      args: [account(name).address, id],
    })
  const [offered, owned] = [await held('Grace'), await held('Chloe')]

  const bidder = await visit(browser, 'Grace', chain, path)
  await connect(bidder.page)
  await trade(bidder.page).getByRole('button', { name: 'Make offer' }).click()
  const offer = bidder.page.getByRole('dialog', { name: /^Make an offer / })
  await offer.getByLabel('Price', { exact: true }).fill('0.4')
  await offer.getByLabel('Quantity').fill('3')
  await offer.getByText('Owners can accept them one by one.').waitFor()
  await offer.getByText('1.2').first().waitFor()
  const sure = offer.getByRole('checkbox', { name: /far above the lowest listing/ })
  if (await sure.isVisible()) await sure.check()
  await offer.getByRole('button', { name: 'Make offer' }).click()
  await confirmAll(offer, 'Offer placed')
  expect(bidder.pageErrors).toEqual([])
  await bidder.leave()

  const owner = await visit(browser, 'Chloe', chain, path)
  await connect(owner.page)
  const ours = owner.page
    .getByRole('region', { name: 'Offers' })
    .getByRole('row')
    .filter({ hasText: /0\.4\b/ })
  await trade(owner.page).getByRole('button', { name: 'Accept best offer' }).click()
  const accept = owner.page.getByRole('dialog', { name: /^Sell / })
  await accept.getByRole('button', { name: 'Accept offer' }).click()
  await confirmAll(accept, 'Sold')
  await accept.getByRole('button', { name: 'Done' }).click()
  await ours.getByRole('cell', { name: '2', exact: true }).waitFor()
  expect(await held('Grace')).toBe(offered + 1n)
  expect(await held('Chloe')).toBe(owned - 1n)
  expect(owner.pageErrors).toEqual([])
  await owner.leave()
})
