import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { press } from '../support/keyboard.ts'
import { connectDevelopment } from '../support/market.ts'
import { chain, collectionPath, openPath, visit } from '../support/scene.ts'
import { checkPage, checkState } from '../support/states.ts'

const browser = await sharedBrowser()

test('works in rows, a picture over the whole screen and other works of it are reached by keyboard', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), collectionPath())
  await page.locator('.card').first().waitFor()
  await press(page.getByRole('button', { name: 'Table', exact: true }))
  const rows = page.getByRole('table', { name: 'Tokens' }).getByRole('row')
  const first = rows.filter({ hasText: 'Add to cart' }).first()
  await first.waitFor()
  expect(await first.innerText()).toMatch(/\d\sETH/)
  expect(new URL(page.url()).searchParams.get('layout')).toBe('table')
  await checkPage(page, 'works-table')

  await press(first.getByRole('link').first())
  const opener = page.getByRole('button', { name: 'View larger' })
  await press(opener)
  const picture = page.getByRole('dialog')
  const frame = picture.locator('.zoom-frame')
  const hidden = () => frame.evaluate((element) => element.scrollWidth - element.clientWidth)
  await picture.waitFor()
  expect(await hidden()).toBe(0)
  await page.keyboard.press('+')
  await expect.poll(hidden).toBeGreaterThan(0)
  await checkState(page, 'picture')
  await page.keyboard.press('Escape')
  await picture.waitFor({ state: 'detached' })
  expect(await opener.evaluate((element) => element.matches(':focus'))).toBe(true)

  const others = page.getByRole('region', { name: 'More from this collection' })
  const links = others.getByRole('listitem').getByRole('link')
  // Each part is loaded when it comes near the view, and then the page is longer.
  const atEnd = async () => {
    await page.keyboard.press('End')
    return links.count()
  }
  await expect.poll(atEnd).toBe(4)
  const own = new URL(page.url()).pathname
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).not.toContain(own)
  expect(pageErrors).toEqual([])
  await leave()
})

/** Where the cards of the first row begin, and how wide they are. */
const firstRow = (cards: Locator) =>
  cards.evaluateAll((all) => {
    const boxes = all.map((card) => card.getBoundingClientRect())
    return boxes
      .filter(({ top }) => top === boxes[0]?.top)
      .map(({ left, width }) => [left, width].map(Math.round))
  })

test.each([390, 820, 1440])(
  'skeletons stand where the cards will, on a screen of %i pixels',
  async (width) => {
    const { page, leave } = await visit(browser, 'Ben', chain(), '')
    await page.setViewportSize({ width, height: 900 })
    let read = () => {}
    const isRead = new Promise<void>((done) => {
      read = done
    })
    await page.route(/\/tokens\/v7/, async (route) => {
      await isRead
      await route.continue()
    })
    await openPath(page, collectionPath())
    await page.locator('.card-waiting').first().waitFor()
    const waiting = await firstRow(page.locator('.works .card-waiting'))
    expect(waiting.length).toBeGreaterThan(1)
    read()
    await page.locator('.virtual-row').first().waitFor()
    expect(await firstRow(page.locator('.virtual-row .card'))).toEqual(waiting)
    await leave()
  },
)

test('a button that can do nothing yet looks so', async () => {
  const { page, leave } = await visit(browser, 'Ada', chain(), `/${chain().slug}/account?view=listings`)
  await connectDevelopment(page, 'Ada')
  const listings = page.getByRole('region', { name: 'Listings' })
  const looks = () =>
    listings
      .getByRole('button', { name: /selected$/ })
      .evaluate((button) => [button.matches(':disabled'), getComputedStyle(button).color] as const)
  await listings.getByRole('checkbox').first().waitFor()
  const [isIdle, idle] = await looks()
  await listings.getByRole('checkbox').first().check()
  const [isStillIdle, ready] = await looks()
  expect([isIdle, isStillIdle]).toEqual([true, false])
  expect(idle).not.toBe(ready)
  await leave()
})
