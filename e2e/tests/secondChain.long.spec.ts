import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { bestOfferFor, floorOf } from '../support/listing.ts'
import { confirmAll, connect, openListing, trade } from '../support/market.ts'
import { account, chainAt, freshToken, openPath, ownerOf, tokenPath, visit } from '../support/scene.ts'

const browser = await sharedBrowser()

const button = (place: Page | Locator, name: string) => place.getByRole('button', { name }).first()

/** Listing and buying on this chain is in `trade.spec.ts`; the other four actions are here. */
test('on the second chain an offer is made and accepted, a listing cancelled, and a token transferred', async () => {
  const chain = chainAt(1)
  const [sold, given] = [await freshToken(chain, 'Chloe'), await freshToken(chain, 'Chloe')]
  const bidder = await visit(browser, 'Elif', chain, tokenPath(sold, chain))
  await connect(bidder.page)
  await button(trade(bidder.page), 'Make offer').click()
  const offer = bidder.page.getByRole('dialog', { name: /^Make an offer / })
  await offer.getByLabel('Price', { exact: true }).fill('0.06')
  await button(offer, 'Make offer').click()
  await confirmAll(offer, 'Offer placed')
  expect(bidder.pageErrors).toEqual([])
  await bidder.leave()

  const owner = await visit(browser, 'Chloe', chain, tokenPath(sold, chain))
  const { page } = owner
  await connect(page)
  await button(trade(page), 'Accept best offer').click()
  const accept = page.getByRole('dialog', { name: /^Sell / })
  await button(accept, 'Accept offer').waitFor()
  // Other tests move the floor and make offers. The owner has to confirm an offer of less than half of the floor.
  const [best, floor] = await Promise.all([bestOfferFor(chain, sold), floorOf(chain, sold.contract)])
  const sure = accept.getByRole('checkbox')
  if (best * 2n < floor) await sure.check()
  else expect(await sure.count()).toBe(0)
  await button(accept, 'Accept offer').click()
  await confirmAll(accept, 'Sold')
  // To the highest bidder.
  expect(await ownerOf(chain, sold.contract, sold.tokenId)).not.toBe(account('Chloe').address)

  await openPath(page, tokenPath(given, chain))
  const listing = await openListing(page, '0.6')
  await button(listing, 'List for sale').click()
  await confirmAll(listing, 'Listed')
  await button(listing, 'Done').click()
  // The owner has an offer of their own on the page, which can be canceled as well.
  await button(page, 'Cancel listing').click()
  const cancel = page.getByRole('dialog', { name: /^Cancel / })
  await button(cancel, 'Cancel listing').click()
  await confirmAll(cancel, 'Canceled')
  await button(cancel, 'Done').click()

  await button(trade(page), 'Transfer').click()
  const transfer = page.getByRole('dialog', { name: /^Transfer / })
  await transfer.getByLabel('Recipient').fill(account('Ben').address)
  await button(transfer, 'Transfer').click()
  await confirmAll(transfer, 'Transferred')
  expect(await ownerOf(chain, given.contract, given.tokenId)).toBe(account('Ben').address)
  expect(owner.pageErrors).toEqual([])
  await owner.leave()
})
