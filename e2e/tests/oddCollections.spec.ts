import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import {
  chain,
  collectionOf,
  collectionPath,
  freshToken,
  openPath,
  tokenPath,
  visit,
} from '../support/scene.ts'

const browser = await sharedBrowser()

const endless = 'W'.repeat(300)

type Named = { name: string | null; description: string | null }
type Answer = {
  readonly tokens?: readonly { readonly token: Named }[]
  readonly collections?: readonly (Named & { readonly id: string })[]
}

/** Gives the first collection and its tokens names and descriptions without a single space. */
async function renameAll(page: Page): Promise<void> {
  await page.route(/\/(tokens|collections)\/v7/, async (route) => {
    const response = await route.fetch()
    const answer: Answer = await response.json()
    const first = answer.collections?.filter(({ id }) => id === collectionOf(chain())) ?? []
    for (const one of [...first, ...(answer.tokens ?? []).map(({ token }) => token)]) {
      one.name = endless
      one.description = `https://example.com/${endless}`
    }
    await route.fulfill({ response, json: answer })
  })
}

const isWithin = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test.each([
  ['a phone', 390, 844],
  ['a tablet', 820, 1180],
  ['a desktop', 1280, 860],
])(
  'names and descriptions without spaces stay within the page of %s, and hide no price',
  async (_name, width, height) => {
    const token = await freshToken(chain(), 'Chloe')
    const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), '/', {
      viewport: { width, height },
    })
    await renameAll(page)
    await openPath(page, '/')
    const row = page.getByRole('row').filter({ hasText: 'WWW' })
    await row.waitFor()
    const { x, width: wide } = (await row.getByText(/ETH/).first().boundingBox())!
    expect(x + wide).toBeLessThanOrEqual(width)
    expect(await isWithin(page)).toBe(true)
    await openPath(page, collectionPath())
    await page.locator('.card-name').first().waitFor()
    expect(await isWithin(page)).toBe(true)
    const action = page.locator('.head-actions').getByRole('button').first()
    const lines = await action.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
    })
    expect(lines).toBe(1)
    await openPath(page, tokenPath(token))
    await page.locator('.work-description').waitFor()
    expect(await isWithin(page)).toBe(true)
    expect(pageErrors).toEqual([])
    await leave()
  },
)

test('a collection without tokens says so, and blames the filters only if there are any', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), '/')
  await page.route(/\/tokens\/v7/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), tokens: [], continuation: null } })
  })
  await openPath(page, collectionPath())
  const works = page.getByRole('region', { name: 'Tokens' })
  await works.getByRole('heading', { name: 'No tokens yet' }).waitFor()
  expect(await works.getByRole('button', { name: 'Clear filters' }).count()).toBe(0)
  await works.getByRole('checkbox').check()
  await works.getByText('No token in this collection matches the filters.').waitFor()
  await works.getByRole('button', { name: 'Clear filters' }).click()
  await works.getByRole('heading', { name: 'No tokens yet' }).waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})
