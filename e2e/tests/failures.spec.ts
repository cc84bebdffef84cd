import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { listToken } from '../support/listing.ts'
import { confirmAll, connect, trade } from '../support/market.ts'
import { openRelay } from '../support/relay.ts'
import {
  chain,
  collectionPath,
  freshToken,
  openPath,
  openVisitor,
  tokenPath,
  visit,
} from '../support/scene.ts'
import { checkPage, checkState } from '../support/states.ts'

const browser = await sharedBrowser()

const wordmark = (page: Page) => page.getByRole('link', { name: 'Sluice' })

test('offline, a link to a page that is not loaded yet says so, and the page loads once the network is back', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), `${collectionPath()}/1`)
  await trade(page).waitFor()
  await page.context().setOffline(true)
  await wordmark(page).click()
  await page.getByRole('heading', { name: 'This part could not be loaded' }).waitFor()
  await page.getByRole('banner').waitFor()
  await checkPage(page, 'page-not-loaded')
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Most traded' }).waitFor({ timeout: 30_000 })
  expect(pageErrors).toEqual([])
  await leave()
})

test('offline, a search says that its results are not loaded, and finds them once the network is back', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), `${collectionPath()}/1`)
  await trade(page).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('combobox', { name: 'Search' }).fill('tide')
  const found = page.getByRole('search')
  await found.getByText('This part could not be loaded').waitFor()
  await page.context().setOffline(false)
  await found.getByRole('option').first().waitFor({ timeout: 30_000 })
  expect(pageErrors).toEqual([])
  await leave()
})

test('when a new version of the market lacks a file, the page reloads itself once and then offers to reload', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), `${collectionPath()}/1`)
  await trade(page).waitFor()
  const file = /HomePage-.*\.js$/
  await page.route(file, (route) => route.fulfill({ status: 404, body: '' }))
  const reloaded = page.waitForEvent('load')
  await wordmark(page).click()
  await reloaded
  await page.getByRole('heading', { name: 'This page has a new version' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(new RegExp(`^/${chain().slug}/?$`))
  await checkPage(page, 'page-new-version')
  await page.unroute(file)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('heading', { name: 'Most traded' }).waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})

test('a dialog that cannot be loaded says so, can be closed, and opens when the network is back', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.61')
  const path = tokenPath(token)
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), path)
  const buy = trade(page).getByRole('button', { name: 'Buy now' })
  await buy.waitFor()
  await page.context().setOffline(true)
  await buy.click()
  const told = page.getByRole('alert').filter({ hasText: 'This part could not be loaded' })
  await told.waitFor()
  expect(await trade(page).isVisible()).toBe(true)
  await told.getByRole('button', { name: 'Close' }).click()
  await told.waitFor({ state: 'detached' })
  await buy.click()
  await told.waitFor()
  await page.context().setOffline(false)
  await page.getByRole('dialog', { name: /^Buy / }).waitFor({ timeout: 30_000 })
  expect(pageErrors).toEqual([])
  await leave()
})

test('a dialog whose run cannot be shown says so, asks the wallet for nothing, and shows the card at another try', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.62')
  const visitor = await visit(browser, 'Ben', chain(), tokenPath(token))
  const { page, pageErrors, wallet, leave } = visitor
  await connect(page)
  const file = /RunView-.*\.js$/
  await page.route(file, (route) => route.abort())
  await trade(page).getByRole('button', { name: 'Buy now' }).click()
  const dialog = page.getByRole('dialog', { name: /^Buy / })
  await dialog.getByRole('button', { name: 'Buy now' }).click()
  const told = dialog.getByRole('alert').filter({ hasText: 'Part of the page did not load' })
  await told.waitFor()
  await checkState(page, 'buy-not-loaded')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  // The run waits for its card, in the header, too.
  await page
    .getByRole('banner')
    .getByRole('button', { name: '1 trade in progress · Waiting for you' })
    .waitFor()
  await trade(page).getByRole('button', { name: 'Buy now' }).click()
  await told.waitFor()
  expect(wallet.prompts).toEqual([])
  await page.unroute(file)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await confirmAll(dialog, 'It is yours')
  expect(pageErrors).toEqual([])
  await leave()
})

test('an error while drawing a page keeps the header, and the next page is drawn', async () => {
  const { page, leave } = await openVisitor(browser, 'Ben', chain())
  await page.route('**/assets/TokenPage-*.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: "export function TokenPage() { throw new Error('The page cannot draw this.') }",
    }),
  )
  await openPath(page, `${collectionPath()}/1`)
  await page.getByRole('heading', { name: 'This part could not be shown' }).waitFor()
  await page.getByRole('button', { name: /^See what is for sale/ }).click()
  await page.getByRole('heading', { name: 'Most traded' }).waitFor()
  await leave()
})

test('an open page says when the provider stops answering, and when it answers again', async () => {
  const relay = await openRelay(new URL(chain().baseApiUrl).origin)
  const { page, pageErrors, leave } = await openVisitor(browser, 'Ben', chain())
  await page.route('**/stack.json', async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response, body: text.replaceAll(new URL(chain().baseApiUrl).origin, relay.url) })
  })
  const stream = page.waitForResponse((response) => response.url().includes('/events'))
  await openPath(page, `${collectionPath()}/1`)
  await trade(page).waitFor()
  await stream
  await relay.cut()
  const told = page.getByRole('status').filter({ hasText: 'The market did not respond' })
  await told.waitFor({ timeout: 60_000 })
  expect(await trade(page).isVisible()).toBe(true)
  await relay.mend()
  await told.waitFor({ state: 'detached', timeout: 60_000 })
  expect(pageErrors).toEqual([])
  await leave()
  await relay.close()
})

/** A page asks for it to learn whether the provider answers again, and then reads by itself what failed. */
const signOfLife = /\/collections\/v7\?(?:.*&)?limit=1(?:&|$)/

/** Lets the provider refuse every request that matches, until the returned function is called. */
async function refuse(page: Page, which: RegExp): Promise<() => Promise<void>> {
  for (const refused of [which, signOfLife])
    await page.route(refused, (route) =>
      route.fulfill({
        status: 400,
        contentType: 'application/json',
        headers: { 'access-control-allow-origin': '*' },
        body: '{"message":"Not now."}',
      }),
    )
  return () => page.unroute(which)
}

test.each([
  { what: 'the sales', which: /\/activity\/.*types=sale/, region: 'Sales' },
  { what: 'the depth', which: /\/orders\/asks\//, region: 'Depth' },
])('a market of which $what cannot be read says so, and shows it at another try', async (part) => {
  const { page, pageErrors, leave } = await openVisitor(browser, 'Ben', chain())
  const allow = await refuse(page, part.which)
  await openPath(page, `${collectionPath()}?view=market`)
  const region = page.getByRole('region', { name: part.region })
  const told = region.getByRole('heading', { name: 'The market did not respond' })
  await told.waitFor()
  await allow()
  await region.getByRole('button', { name: 'Try again' }).click()
  await told.waitFor({ state: 'detached' })
  await region
    .locator('.chart')
    .or(region.getByText(/appears (after|when)/))
    .first()
    .waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})

test('a token whose listings cannot be read does not seem to have none', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.61')
  const { page, pageErrors, leave } = await openVisitor(browser, 'Ben', chain())
  const allow = await refuse(page, /\/orders\/asks\//)
  await openPath(page, tokenPath(token))
  const listings = page.getByRole('region', { name: 'Listings' })
  await listings.getByRole('heading', { name: 'The market did not respond' }).waitFor()
  await allow()
  await listings.getByRole('button', { name: 'Try again' }).click()
  await listings.getByRole('table').waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})
