import { type Stack, startStack } from '@sluice/devnet'
import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from '../../support/browser.ts'
import { listToken } from '../../support/listing.ts'
import { connect, trade } from '../../support/market.ts'
import {
  freshToken,
  isBrief,
  openPath,
  openVisitor,
  tokenPath,
  until,
  type Visitor,
} from '../../support/scene.ts'
import { checkPage, checkPhone, checkState } from '../../support/states.ts'

/** A stack of its own: no other file waits for the provider that is frozen here. */
const browser = await sharedBrowser()
const held: { stack?: Stack; visitor?: Visitor } = {}
beforeAll(async () => {
  held.stack = await startStack({ secondChain: false, size: 6 })
})
afterAll(() => held.stack?.stop())
afterEach(async () => {
  provider().thaw()
  await held.visitor?.leave()
})

function own(): Stack {
  if (held.stack === undefined) throw new Error('The stack did not start.')
  return held.stack
}
const provider = () => own().provider
const chain = () => {
  const [first] = own().description.chains
  if (first === undefined) throw new Error('The stack has no chain.')
  return first
}
const collection = () => chain().contracts.collections[0]?.address ?? ''
const sentence = 'The marketplace is taking longer than usual to respond.'
const said = (of: Page | Locator) => of.getByRole('status').filter({ hasText: sentence })
const again = (of: Page | Locator) => of.getByRole('button', { name: 'Try again' })

/** A visitor of the market of this stack. Nothing is open yet. */
async function enter(): Promise<Visitor> {
  const visitor = await openVisitor(browser, 'Ben', chain())
  held.visitor = visitor
  await visitor.page.route('**/stack.json', (route) => route.fulfill({ json: own().description }))
  return visitor
}

/** Presses a button, and waits for a request to the provider; not for that which the client repeats after ten seconds. */
async function asksAnew(page: Page, button: Locator): Promise<void> {
  const ofProvider = (request: Request) => request.url().startsWith(chain().baseApiUrl)
  const asked = page.waitForRequest(ofProvider, { timeout: 3_000 })
  await button.click()
  await asked
}

/** A brief run visits the two pages that most visits begin with. */
const pages = [
  { name: 'home', path: () => '', filled: (page: Page) => page.getByRole('rowheader').first() },
  {
    name: 'collection',
    path: () => `/${collection()}`,
    filled: (page: Page) => page.locator('#works .card a').first(),
  },
  {
    name: 'market of a collection',
    path: () => `/${collection()}?view=market`,
    filled: (page: Page) => page.getByRole('region', { name: 'Sales' }).locator('.chart:not(.chart-waiting)'),
  },
  {
    name: 'activity',
    path: () => `/${collection()}?view=activity`,
    filled: (page: Page) => page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first(),
  },
  { name: 'token', path: () => `/${collection()}/1`, filled: trade },
  {
    name: 'account',
    path: () => `/account/${own().accounts[0]?.address}`,
    filled: (page: Page) => page.locator('.card a').first(),
  },
  {
    name: 'listings of an account',
    path: () => `/account/${own().accounts[0]?.address}?view=listings`,
    filled: (page: Page) => page.getByRole('region', { name: 'Listings' }),
  },
].slice(0, isBrief ? 2 : undefined)

test.each(pages)(
  'a page that a frozen provider leaves empty says so, and fills when it is thawed: $name',
  async (of) => {
    const { page, pageErrors } = await enter()
    provider().freeze()
    await openPath(page, `/${chain().slug}${of.path()}`)
    await said(page).waitFor({ timeout: 15_000 })
    expect(await page.getByText(sentence).count()).toBe(1)
    expect(await of.filled(page).count()).toBe(0)
    await asksAnew(page, again(page))
    expect(await page.getByText(sentence).count()).toBe(1)
    await checkPage(page, `frozen-${of.name.replaceAll(' ', '-')}`)
    provider().thaw()
    await of.filled(page).waitFor()
    await said(page).waitFor({ state: 'detached' })
    expect(pageErrors).toEqual([])
  },
)

test('what is shown stays while a frozen provider is asked for something else, and so does a search', async () => {
  const { page, pageErrors } = await enter()
  await openPath(page, `/${chain().slug}`)
  const activity = page.getByRole('list', { name: 'Activity' }).getByRole('listitem')
  await activity.first().waitFor()
  const shown = await activity.count()
  provider().freeze()
  await page.getByRole('button', { name: '7 days', exact: true }).click()
  await said(page).waitFor({ timeout: 15_000 })
  expect(await activity.count()).toBe(shown)
  const search = page.getByRole('combobox', { name: /^Search/ })
  await search.fill('Tidelines')
  const results = page.getByRole('search')
  await results.getByText('Loading…').waitFor()
  await results.getByText(sentence).waitFor()
  await checkPhone(page, 'frozen-search')
  provider().thaw()
  await results.getByRole('option').first().waitFor()
  await page.locator('.ranking[aria-busy="false"]').waitFor()
  await said(page).waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
})

test('a dialog that opens while the provider is frozen says so over the page, and is filled in later', async () => {
  const { page, pageErrors } = await enter()
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.31')
  await openPath(page, tokenPath(token, chain()))
  await trade(page).getByRole('button', { name: 'Buy now' }).waitFor()
  await connect(page)
  provider().freeze()
  await trade(page).getByRole('button', { name: 'Buy now' }).click()
  const dialog = page.getByRole('dialog', { name: /^Buy / })
  await said(dialog).waitFor({ timeout: 20_000 })
  await asksAnew(page, again(dialog))
  await checkState(page, 'frozen-buy')
  provider().thaw()
  await until(
    () => dialog.getByRole('button', { name: 'Buy now' }).isEnabled(),
    'the dialog stayed empty',
    30_000,
  )
  await said(dialog).waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
})
