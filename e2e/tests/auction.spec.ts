import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { confirmAll, connect, trade } from '../support/market.ts'
import { account, chain, freshToken, ownerOf, tokenPath, visit } from '../support/scene.ts'
import { checkPage } from '../support/states.ts'

const browser = await sharedBrowser()

test('an announced auction is shown live, gets the next offer, and ends with the acceptance of the best', async () => {
  const token = await freshToken(chain(), 'Ada')
  const arrive = async (name: string) => {
    const visitor = await visit(browser, name, chain(), tokenPath(token))
    await connect(visitor.page)
    const { page } = visitor
    const auction = page.getByRole('region', { name: 'Auction', exact: true })
    return { ...visitor, auction, button: (name: string) => trade(page).getByRole('button', { name }) }
  }
  const [seller, bidder] = await Promise.all([arrive('Ada'), arrive('Ben')])

  await seller.button('Announce auction').click()
  const announce = seller.page.getByRole('dialog', { name: /^Announce an auction / })
  await announce.getByLabel('Duration').selectOption('1 day')
  await announce.getByLabel('Reserve').fill('3')
  await announce.getByRole('button', { name: 'Announce auction' }).click()
  await confirmAll(announce, 'Auction announced')
  await announce.getByRole('button', { name: 'Done' }).click()
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
