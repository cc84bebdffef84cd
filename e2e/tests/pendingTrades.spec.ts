import { rpc } from '@sluice/devnet'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { listToken } from '../support/listing.ts'
import { confirmAll, connect, openPurchase } from '../support/market.ts'
import {
  account,
  chain,
  freshToken,
  ownerOf,
  providerToken,
  tokenPath,
  until,
  visit,
} from '../support/scene.ts'
import { checkDialog, checkPage, checkState, screenshotLooks } from '../support/states.ts'

const browser = await sharedBrowser()

const button = (place: Locator, name: string) => place.getByRole('button', { name, exact: true })
/** The button in the header that counts the trades in progress. */
const counter = (page: Page) => page.getByRole('banner').getByRole('button', { name: /in progress/ })
const list = (page: Page) => page.getByRole('dialog', { name: 'Trades in progress' })
const notices = (page: Page) => page.getByRole('status', { name: 'Trades that ended' })

test('a purchase whose dialog is closed stays in the header, can be opened again, and says how it ended', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.047')
  const { page, wallet, pageErrors, leave } = await visit(browser, 'Ben', chain(), tokenPath(token))
  await connect(page)
  expect(await counter(page).count()).toBe(0)
  const dialog = await openPurchase(page)
  await button(dialog, 'Buy now').click()
  const release = wallet.hold()
  await button(dialog, 'Confirm in wallet').click()
  await dialog.getByText('Waiting for your wallet').first().waitFor()
  // While its dialog is open, the trade is not shown twice.
  expect(await counter(page).count()).toBe(0)
  await button(dialog, 'Close').click()

  await page.getByRole('button', { name: '1 trade in progress · Waiting for you' }).waitFor()
  await checkPage(page, 'pending-header')
  await counter(page).focus()
  await page.keyboard.press('Enter')
  await list(page).getByText('Waiting for your wallet').waitFor()
  await list(page).getByText(chain().name).waitFor()
  await checkState(page, 'pending-list')
  await button(list(page), 'Continue').click()
  const again = page.getByRole('dialog', { name: /^Buy / })
  await again.getByText('Waiting for your wallet').first().waitFor()
  await list(page).waitFor({ state: 'detached' })
  await button(again, 'Close').click()
  // The button in the header is a new one: the focus is in front of it.
  await counter(page).waitFor()
  await page.keyboard.press('Tab')
  expect(await counter(page).evaluate((element) => element === document.activeElement)).toBe(true)
  release()
  const notice = notices(page)
  await notice.getByText(/^Bought .*\.$/).waitFor({ timeout: 30_000 })
  await notice.getByText('Confirmed on chain.').waitFor()
  expect(await ownerOf(chain(), token.contract, token.tokenId)).toBe(account('Ben').address)
  expect(await counter(page).count()).toBe(0)
  await screenshotLooks(page, 'pending-ended')
  await button(notice, 'View details').click()
  await again.getByText('It is yours', { exact: true }).waitFor()
  await button(again, 'Done').click()
  await notice.getByRole('list').waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
  await leave()
})

test('a change of a listing that a reload cut off is offered again, with the price that was chosen', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.63')
  const { page, wallet, pageErrors, leave } = await visit(browser, 'Chloe', chain(), tokenPath(token))
  await connect(page)
  const listings = page.getByRole('region', { name: 'Listings' })
  await button(listings, 'Change').click()
  const edit = page.getByRole('dialog', { name: /^Change / })
  await edit.getByLabel('New price').fill('0.87')
  await button(edit, 'Change listing').click()
  const card = edit.getByRole('region', { name: 'What your wallet will ask you to approve' })
  await card.getByText('Cancels').waitFor({ timeout: 30_000 })
  await button(edit, 'Confirm in wallet').click()
  await card.getByText('when someone buys it').first().waitFor({ timeout: 30_000 })
  await page.reload()

  await page.getByRole('button', { name: '1 trade in progress · Waiting for you' }).click()
  await list(page)
    .getByText(/The old listing is canceled\. The new one at 0\.87\sETH is not signed yet/)
    .waitFor()
  await checkState(page, 'pending-change')
  await button(list(page), 'Continue').click()
  await edit.getByText('The old listing is already canceled.').waitFor()
  expect(await edit.getByLabel('New price').inputValue()).toBe('0.87')
  await checkDialog(page, 'edit-cut-off')
  await button(edit, 'Change listing').click()
  await confirmAll(edit, 'Changed')
  const { market } = (await providerToken(chain(), token.contract, token.tokenId)) ?? {}
  expect(market?.floorAsk.price?.amount.raw).toBe('870000000000000000')
  await button(edit, 'Done').click()
  expect(await counter(page).count()).toBe(0)
  expect(wallet.prompts.map(({ method }) => method)).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4'])
  expect(pageErrors).toEqual([])
  await leave()
})

test('a change that its user gives up after a reload is not offered again', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.64')
  const { page, pageErrors, leave } = await visit(browser, 'Chloe', chain(), tokenPath(token))
  await connect(page)
  await button(page.getByRole('region', { name: 'Listings' }), 'Change').click()
  const edit = page.getByRole('dialog', { name: /^Change / })
  await edit.getByLabel('New price').fill('0.88')
  await button(edit, 'Change listing').click()
  await button(edit, 'Confirm in wallet').click({ timeout: 30_000 })
  await edit.getByText('when someone buys it').first().waitFor({ timeout: 30_000 })
  await page.reload()
  await counter(page).click()
  await button(list(page), 'Do not list it again').click()
  await list(page).waitFor({ state: 'detached' })
  await counter(page).waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('banner').getByRole('link', { name: /0x/ }).waitFor()
  expect(await counter(page).count()).toBe(0)
  expect(pageErrors).toEqual([])
  await leave()
})

test('a transaction that was sent before a reload is followed in the header until the chain shows it', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.048')
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), tokenPath(token))
  await connect(page)
  const dialog = await openPurchase(page)
  await button(dialog, 'Buy now').click()
  await rpc(chain().rpcUrl, 'evm_setAutomine', [false])
  try {
    await button(dialog, 'Confirm in wallet').click()
    await dialog.getByText('Waiting for the chain').first().waitFor({ timeout: 30_000 })
    await page.reload()
    await page.getByRole('button', { name: '1 trade in progress', exact: true }).click()
    await list(page).getByText('Sent, not on chain yet.').waitFor()
    await checkState(page, 'pending-sent')
    await button(list(page), 'Close').click()
  } finally {
    await rpc(chain().rpcUrl, 'evm_setAutomine', [true])
    await rpc(chain().rpcUrl, 'evm_mine', [])
  }
  const notice = notices(page)
  await notice.getByText(/^Bought .*\.$/).waitFor({ timeout: 30_000 })
  await counter(page).waitFor({ state: 'detached' })
  await button(notice, 'Close').click()
  await notice.getByRole('list').waitFor({ state: 'detached' })
  await until(
    async () => (await ownerOf(chain(), token.contract, token.tokenId)) === account('Ben').address,
    'the purchase was not mined',
  )
  expect(pageErrors).toEqual([])
  await leave()
})

test('a second tab says how a trade of the first one ended, once', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.0485')
  const { page, wallet, pageErrors, leave } = await visit(browser, 'Ben', chain(), tokenPath(token))
  await connect(page)
  const dialog = await openPurchase(page)
  await button(dialog, 'Buy now').click()
  const release = wallet.hold()
  await button(dialog, 'Confirm in wallet').click()
  await dialog.getByText('Waiting for your wallet').first().waitFor()
  const second = await page.context().newPage()
  await wallet.install(second)
  await second.goto(page.url())
  await counter(second).waitFor()
  release()
  await dialog.getByText('It is yours', { exact: true }).waitFor({ timeout: 30_000 })
  await notices(second)
    .getByText(/^Bought .*\.$/)
    .waitFor({ timeout: 30_000 })
  expect(await counter(second).count()).toBe(0)
  await button(notices(second), 'Close').click()
  await notices(second).getByRole('list').waitFor({ state: 'detached' })
  await button(dialog, 'Done').click()
  expect(await notices(page).getByRole('list').count()).toBe(0)
  expect(pageErrors).toEqual([])
  await leave()
})

test('on a phone the account stays named beside the counter, and the notice of an end leaves the bar below free', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.049')
  const { page, wallet, pageErrors, leave } = await visit(browser, 'Ben', chain(), tokenPath(token), {
    viewport: { width: 390, height: 844 },
  })
  await connect(page)
  const dialog = await openPurchase(page)
  await button(dialog, 'Buy now').click()
  const release = wallet.hold()
  await button(dialog, 'Confirm in wallet').click()
  await dialog.getByText('Waiting for your wallet').first().waitFor()
  await button(dialog, 'Close').click()
  await counter(page).waitFor()
  const { address } = account('Ben')
  const named = page.getByRole('banner').getByText(`${address.slice(0, 6)}…${address.slice(-4)}`)
  await named.waitFor()
  const { x, width } = (await named.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(390)
  release()
  await notices(page)
    .getByText(/^Bought .*\.$/)
    .waitFor({ timeout: 30_000 })
  const bar = page.locator('.trade-main')
  await button(bar, 'List for sale').waitFor()
  const edges = async () => {
    const [above, below] = [(await notices(page).boundingBox())!, (await bar.boundingBox())!]
    return below.y - (above.y + above.height)
  }
  await expect.poll(edges).toBeGreaterThan(0)
  await screenshotLooks(page, 'pending-ended-phone')
  expect(pageErrors).toEqual([])
  await leave()
})
