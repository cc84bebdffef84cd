import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { cancelOnChain, listToken, repriceToken } from '../support/listing.ts'
import { connect, openPurchase, trade } from '../support/market.ts'
import {
  chain,
  chainAt,
  collectionOf,
  collectionPath,
  freshToken,
  openPath,
  openVisitor,
  stack,
  tokenPath,
  type Visitor,
  visit,
} from '../support/scene.ts'
import { checkPage, checkPhone } from '../support/states.ts'

const browser = await sharedBrowser()

const contract = () => collectionOf(chain())

/** Opens an address and collects the requests of the page to any provider. */
async function open(path: string): Promise<Visitor & { readonly asked: readonly string[] }> {
  const visitor = await openVisitor(browser, 'Elif', chain())
  const asked: string[] = []
  visitor.page.on('request', (request) => {
    if (stack().chains.some(({ baseApiUrl }) => request.url().startsWith(baseApiUrl)))
      asked.push(request.url())
  })
  await openPath(visitor.page, path)
  return { ...visitor, asked }
}

test('a URL with an unknown chain links to the known chains and requests nothing', async () => {
  const path = `/nowhere/${contract()}/1`
  const { page, asked, pageErrors, leave } = await open(path)
  await page.getByRole('heading', { name: 'This chain is not available here' }).waitFor()
  const names = stack().chains.map(({ name }) => name)
  expect(await page.getByRole('main').getByRole('link').allInnerTexts()).toEqual(names)
  expect(asked).toEqual([])
  expect(new URL(page.url()).pathname).toBe(path)
  await checkPage(page, 'page-no-chain')
  await page.getByRole('link', { name: names[1] ?? '' }).click()
  await page.getByRole('heading', { name: 'Most traded' }).waitFor()
  expect(new URL(page.url()).pathname).toBe(`/${chainAt(1).slug}`)
  expect(pageErrors).toEqual([])
  await leave()
})

test('a malformed URL says what is wrong, sends no request, and links back', async () => {
  const { page, asked, pageErrors, leave } = await open(`/${chain().slug}/${contract()?.slice(0, -1)}`)
  const told = async (sentence: RegExp) => {
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    await page.getByText(sentence).waitFor()
  }
  await told(/does not lead to a collection/)
  await openPath(page, `${collectionPath()}/first`)
  await told(/does not lead to a token/)
  await openPath(page, `${collectionPath()}/${1n << 256n}`)
  await told(/does not lead to a token/)
  await openPath(page, `/${chain().slug}/account/somebody`)
  await told(/does not lead to an account/)
  expect(asked).toEqual([])
  await checkPage(page, 'page-names-nothing')
  await page.getByRole('button', { name: /^See what is for sale/ }).click()
  await page.getByRole('heading', { name: 'Most traded' }).waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})

test('data that cannot be refreshed stays visible, is marked as old, and is requested until it arrives', async () => {
  const token = await freshToken(chain(), 'Chloe')
  const lot = await listToken(chain(), 'Chloe', token, '0.53')
  const path = tokenPath(token)
  const { page, pageErrors, leave } = await openVisitor(browser, 'Elif', chain())
  const line = page.waitForResponse((response) => response.url().startsWith(`${chain().baseApiUrl}/events`))
  await openPath(page, path)
  const priced = (price: RegExp) => trade(page).getByText(price).first()
  await priced(/0\.53/).waitFor()
  // The change arrives only over an open event stream.
  await line
  const provider = `${chain().baseApiUrl}/**`
  await page.route(provider, (route) => route.abort('connectionrefused'))
  await repriceToken(chain(), 'Chloe', lot, '0.57')
  const told = page.getByRole('status').filter({ hasText: 'The market did not respond' })
  await told.waitFor({ timeout: 60_000 })
  expect(await priced(/0\.53/).isVisible()).toBe(true)
  await checkPage(page, 'page-old')
  await page.getByRole('banner').getByRole('button', { name: 'Try again' }).click()
  // It is also requested again by itself until a response comes.
  await page.unroute(provider)
  await priced(/0\.57/).waitFor()
  await told.waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
  await leave()
})

test('a page shows an order that no longer exists as gone, and not as a failed request', async () => {
  const token = await freshToken(chain(), 'Chloe')
  const lot = await listToken(chain(), 'Chloe', token, '0.54')
  const path = tokenPath(token)
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), path)
  await connect(page)
  const dialog = await openPurchase(page)
  const quoted = page.waitForResponse(
    (response) => response.url().includes('/execute/buy/') && response.status() >= 400,
    { timeout: 60_000 },
  )
  await cancelOnChain(chain(), 'Chloe', lot)
  await quoted
  await dialog.getByText('This token is not for sale now.').waitFor({ timeout: 60_000 })
  expect(await page.getByText('The market did not respond').count()).toBe(0)
  expect(pageErrors).toEqual([])
  await leave()
})

/** Whether an element is in view and nothing covers it. */
const isSeen = (page: Page, text: string): Promise<boolean> =>
  page.evaluate((wanted) => {
    const cells = [...document.querySelectorAll<HTMLElement>('tbody td *, tbody td')]
    return cells.some((element) => {
      if (element.textContent?.trim() !== wanted || element.offsetParent === null) return false
      element.scrollIntoView({ block: 'center', inline: 'nearest' })
      for (const frame of document.querySelectorAll('.table-frame')) frame.scrollLeft = 0
      const { left, top, width, height } = element.getBoundingClientRect()
      const there = document.elementFromPoint(left + width / 2, top + height / 2)
      return left >= 0 && left + width <= innerWidth && element.contains(there)
    })
  }, text)

test('the status of your own listings is visible on a phone without scrolling the table', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.59')
  const phone = { viewport: { width: 390, height: 844 } }
  const path = `/${chain().slug}/account`
  const { page, pageErrors, leave } = await visit(browser, 'Chloe', chain(), path, phone)
  await connect(page)
  await page.getByRole('button', { name: 'Listings', exact: true }).click()
  await page.getByRole('region', { name: 'Listings' }).getByRole('table').waitFor()
  expect(await isSeen(page, 'Live')).toBe(true)
  await checkPhone(page, 'page-account-listings-state')
  expect(pageErrors).toEqual([])
  await leave()
})

test('the page of a token shows its contract, id, standard and chain, each to be copied in full', async () => {
  const { page, pageErrors, leave } = await visit(
    browser,
    'Elif',
    chain(),
    `/${chain().slug}/${contract()}/1`,
    {
      permissions: ['clipboard-read', 'clipboard-write'],
    },
  )
  const details = page.getByRole('region', { name: 'Details' })
  await details.waitFor()
  const named = await details.getByRole('term').allInnerTexts()
  expect(named).toEqual(['Contract', 'Token ID', 'Standard', 'Chain'])
  const values = await details.getByRole('definition').allInnerTexts()
  expect(values.slice(1).map((value) => value.trim())).toEqual(['1', 'ERC-721', chain().name])
  await details.getByRole('button', { name: 'Copy: Contract' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(contract())
  expect(pageErrors).toEqual([])
  await leave()
})

test('collections are sorted by the column that is clicked, and those without a floor price come last', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Elif', chain(), `/${chain().slug}`)
  const table = page.getByRole('table', { name: 'Most traded' })
  await table.getByRole('rowheader').first().waitFor()
  expect(await table.getByRole('columnheader').allInnerTexts()).toHaveLength(7)
  const head = (name: string) => page.getByRole('columnheader', { name })
  expect(await head('Volume').getAttribute('aria-sort')).toBe('descending')
  const period = (name: string) => page.getByRole('button', { name, exact: true })
  const asked = page.waitForRequest(/sortBy=7DayVolume/)
  await period('7 days').click()
  await asked
  expect(await period('7 days').getAttribute('aria-pressed')).toBe('true')
  await head('Change').waitFor()
  await period('All time').click()
  await head('For sale').waitFor()
  const floors = async () => {
    await page.locator('.ranking[aria-busy="false"]').waitFor()
    const cells = await page.locator('.ranking tbody td:nth-child(3) .sluice-price-amount').allInnerTexts()
    return cells.map((text) => Number(text.replaceAll(',', '')))
  }
  const sorted = (up: boolean) => async () => {
    const found = await floors()
    return found.every(
      (floor, index) => index === 0 || (up ? floor >= found[index - 1]! : floor <= found[index - 1]!),
    )
  }
  await head('Floor').getByRole('button').click()
  await expect.poll(() => head('Floor').getAttribute('aria-sort')).toBe('ascending')
  await expect.poll(sorted(true)).toBe(true)
  await page.getByRole('table', { name: 'Collections' }).waitFor()
  await head('Floor').getByRole('button').press('Enter')
  await expect.poll(() => head('Floor').getAttribute('aria-sort')).toBe('descending')
  await expect.poll(sorted(false)).toBe(true)
  await checkPage(page, 'page-home-by-floor')
  expect(pageErrors).toEqual([])
  await leave()
})

test('the activity of a collection stays still while it is read, and shows what is new when asked', async () => {
  const tokens = [await freshToken(chain(), 'Chloe'), await freshToken(chain(), 'Chloe')]
  const path = `/${chain().slug}/${contract()}?view=activity`
  const { page, pageErrors, leave } = await visit(browser, 'Elif', chain(), path)
  const rows = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await rows.first().waitFor()
  const first = await rows.first().innerText()
  const place = await rows.first().boundingBox()
  const arrived = page.getByRole('button', { name: /^Show \d+ new entr/ })
  for (const token of tokens) await listToken(chain(), 'Chloe', token, '0.58')
  await arrived.waitFor()
  expect(await rows.first().innerText()).toBe(first)
  expect(await rows.first().boundingBox()).toEqual(place)
  await checkPage(page, 'activity-waiting')
  await arrived.click()
  const newest = rows.filter({ hasText: `#${tokens[1]?.tokenId}` }).first()
  await newest.waitFor()
  expect(await newest.innerText()).toContain('Listed')
  // The accounts of the local stack have names.
  expect(await newest.getByRole('link', { name: 'Chloe' }).getAttribute('href')).toContain('/account/0x')
  await arrived.waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
  await leave()
})
