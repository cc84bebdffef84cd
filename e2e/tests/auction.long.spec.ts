import type { Locator, Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { offerFor } from '../support/listing.ts'
import { cardOf, confirmAll, connect, trade } from '../support/market.ts'
import {
  account,
  chain,
  collectionPath,
  freshToken,
  freshTokens,
  openPath,
  ownerOf,
  screenshot,
  tokenPath,
  visit,
} from '../support/scene.ts'
import { checkPage, checkState } from '../support/states.ts'

const browser = await sharedBrowser()

const auctionOn = (page: Page) => page.getByRole('region', { name: 'Auction', exact: true })

/** The owner announces an auction of one day on the page of the token. */
async function announce(page: Page, reserve: string): Promise<void> {
  await trade(page).getByRole('button', { name: 'Announce auction' }).click()
  const dialog = page.getByRole('dialog', { name: /^Announce an auction / })
  await dialog.getByLabel('Duration').selectOption('1 day')
  await dialog.getByLabel('Reserve').fill(reserve)
  await dialog.getByRole('button', { name: 'Announce auction' }).click()
  await confirmAll(dialog, 'Auction announced')
  await dialog.getByRole('button', { name: 'Done' }).click()
}

/** Scrolls to the last works until this card is drawn: each row is when it comes near the view. */
const scrollTo = (card: Locator) =>
  expect
    .poll(async () => {
      await card.page().keyboard.press('End')
      return card.count()
    })
    .toBe(1)

/** Opens the works of the collection, the newest of which are at its end. */
async function openLastWorks(page: Page): Promise<void> {
  await openPath(page, `${collectionPath()}?sort=number`)
  await page.locator('.card').first().waitFor()
}

test('an announced auction is shown live, gets the next offer, and ends with the acceptance of the best', async () => {
  const token = await freshToken(chain(), 'Ada')
  const arrive = async (name: string) => {
    const visitor = await visit(browser, name, chain(), tokenPath(token))
    await connect(visitor.page)
    const { page } = visitor
    return {
      ...visitor,
      auction: auctionOn(page),
      button: (name: string) => trade(page).getByRole('button', { name }),
    }
  }
  const [seller, bidder] = await Promise.all([arrive('Ada'), arrive('Ben')])

  await announce(seller.page, '3')
  expect(seller.wallet.prompts.map(({ method }) => method)).toEqual(['eth_signTypedData_v4'])

  await bidder.auction.getByText('Auction ends').waitFor()
  await bidder.auction.getByText(/Next offer from\s*3\sWETH/).waitFor()
  await bidder.button('Make offer').click()
  const offer = bidder.page.getByRole('dialog', { name: /^Make an offer / })
  await offer.getByRole('button', { name: 'Use next offer of the auction' }).click()
  await expect.poll(() => offer.getByLabel('Price', { exact: true }).inputValue()).toBe('3')
  await offer.getByRole('button', { name: 'Make offer' }).click()
  await confirmAll(offer, 'Offer placed')
  await offer.getByRole('button', { name: 'Done' }).click()
  await bidder.auction.getByText(/Next offer from\s*3\.15\sWETH/).waitFor()
  await checkPage(bidder.page, 'page-token-auction')

  await seller.auction.getByText(/Best offer\s*3\sWETH/).waitFor()
  await seller.auction.getByRole('button', { name: 'Withdraw auction' }).waitFor()
  await checkPage(seller.page, 'page-token-auction-seller')
  // After the end, by the clock of the device, what to do comes first.
  await seller.page.clock.setSystemTime(Date.now() + 25 * 3_600_000)
  await seller.auction.getByText('Auction ended').waitFor()
  const first = trade(seller.page).locator('.trade-main').getByRole('button')
  await expect.poll(() => first.allInnerTexts()).toEqual(['Accept best offer'])
  await seller.page.clock.setSystemTime(Date.now())
  await seller.auction.getByText('Auction ends').waitFor()
  await seller.button('Accept best offer').click()
  const accept = seller.page.getByRole('dialog', { name: /^Sell / })
  await accept.getByRole('button', { name: 'Accept offer' }).click()
  await confirmAll(accept, 'Sold')
  expect(await ownerOf(chain(), token.contract, token.tokenId)).toBe(account('Ben').address)
  await bidder.auction.waitFor({ state: 'detached' })
  expect([...seller.pageErrors, ...bidder.pageErrors]).toEqual([])
  await Promise.all([seller.leave(), bidder.leave()])
})

test('a card shows until when offers are welcome, the best one and the next, and nothing once the owner withdraws', async () => {
  const token = await freshToken(chain(), 'Ada')
  const seller = await visit(browser, 'Ada', chain(), tokenPath(token))
  await connect(seller.page)
  await announce(seller.page, '3')

  const visitor = await visit(browser, 'Ben', chain(), '/')
  const { page } = visitor
  const card = cardOf(page, token)
  await openLastWorks(page)
  await scrollTo(card)
  await card.getByText(/Auction ends\s+in (23|24) hours|Auction ends\s+in 1 day/).waitFor()
  await card.getByText(/Next offer from\s+3\sWETH/).waitFor()
  await offerFor(chain(), 'Chloe', token, '3.5')
  await card.getByText(/Next offer from\s+3\.67.*WETH/).waitFor()
  expect(await card.innerText()).toMatch(/Best offer\s+3\.5\sWETH/)
  await checkPage(page, 'page-collection-auction')

  await auctionOn(seller.page).getByRole('button', { name: 'Withdraw auction' }).click()
  const dialog = seller.page.getByRole('dialog', { name: /^Withdraw the auction of / })
  await dialog.getByText(/^Existing offers stay open/).waitFor()
  await checkState(seller.page, 'auction-withdrawal')
  await dialog.getByRole('button', { name: 'Withdraw auction' }).click()
  await confirmAll(dialog, 'Auction withdrawn')
  await dialog.getByRole('button', { name: 'Done' }).click()
  expect(seller.wallet.prompts.map(({ method }) => method)).toEqual([
    'eth_signTypedData_v4',
    'eth_signTypedData_v4',
  ])
  await auctionOn(seller.page).waitFor({ state: 'detached' })
  // The offer is its maker's: it stays, and so does what the owner can do with it.
  await trade(seller.page).getByRole('button', { name: 'Accept best offer' }).waitFor()
  await trade(seller.page).getByRole('button', { name: 'Announce auction' }).waitFor()

  await card.getByText('Not for sale').waitFor()
  expect(await card.innerText()).not.toMatch(/Auction|Next offer/)
  expect([...seller.pageErrors, ...visitor.pageErrors]).toEqual([])
  await Promise.all([seller.leave(), visitor.leave()])
})

test('in Arabic, a card names its auction in that language, from right to left', async () => {
  const token = await freshToken(chain(), 'Ada')
  const seller = await visit(browser, 'Ada', chain(), tokenPath(token))
  await connect(seller.page)
  await announce(seller.page, '2')
  await seller.leave()

  const arabic = { locale: 'ar-EG' }
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), '/', arabic)
  await openLastWorks(page)
  const card = cardOf(page, token)
  await scrollTo(card)
  const mark = card.locator('.card-auction')
  await mark.getByText('ينتهي المزاد').waitFor()
  const [picture, box] = await Promise.all([card.locator('.card-picture').boundingBox(), mark.boundingBox()])
  if (picture === null || box === null) throw new Error('The card is not drawn.')
  expect(Math.round(picture.x + picture.width - (box.x + box.width))).toBe(8)
  await checkPage(page, 'page-collection-auction-mirrored')
  expect(pageErrors).toEqual([])
  await leave()
})

/** The provider's honest answers, with another end of the auction of one token. */
const withOtherEnd =
  (tokenId: bigint) =>
  async (route: Route): Promise<void> => {
    const response = await route.fetch({ maxRetries: 5 })
    const answer = (await response.json()) as Answer
    for (const { token, market } of answer.tokens)
      if (token.tokenId === `${tokenId}` && market.auction != null) market.auction.endsAt += 1
    await route.fulfill({ response, json: answer })
  }
type Answer = {
  readonly tokens: readonly {
    readonly token: { readonly tokenId: string }
    readonly market: { readonly auction?: { endsAt: number } | null }
  }[]
}

test('an auction that its owner did not sign is shown nowhere, and the token as without it', async () => {
  const [real, altered] = await freshTokens(chain(), 'Ada', 2)
  if (real === undefined || altered === undefined) throw new Error('Nothing was minted.')
  const seller = await visit(browser, 'Ada', chain(), tokenPath(real))
  const { page: own } = seller
  await connect(own)
  await announce(own, '3')
  await openPath(own, tokenPath(altered))
  await announce(own, '3')
  await auctionOn(own).waitFor()

  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), '/')
  await page.route(/\/tokens\/v7/, withOtherEnd(altered.tokenId))
  // Who owns the token is read from the chain where an auction is verified.
  const verified = page.waitForResponse((said) => said.request().postData()?.includes('6352211e') === true)
  await openPath(page, tokenPath(altered))
  await (await verified).finished()
  await trade(page).getByText('Not for sale').waitFor()
  await trade(page).getByRole('button', { name: 'Make offer' }).waitFor()
  expect(await auctionOn(page).count()).toBe(0)
  await screenshot(page, 'auction-not-signed')

  await openLastWorks(page)
  await scrollTo(cardOf(page, real))
  await cardOf(page, real).getByText('Auction ends').waitFor()
  const card = cardOf(page, altered)
  await scrollTo(card)
  await card.getByText('Not for sale').waitFor()
  expect(await card.innerText()).not.toMatch(/Auction|Next offer/)
  expect([...seller.pageErrors, ...pageErrors]).toEqual([])
  await Promise.all([seller.leave(), leave()])
})
