import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { press } from '../support/keyboard.ts'
import { connect, connectDevelopment } from '../support/market.ts'
import { chain, collectionPath, freshTokens, openPath, visit } from '../support/scene.ts'
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

test('the rest of a description is offered only while the line has no room for it', async () => {
  const { page, leave } = await visit(browser, 'Ben', chain(), collectionPath())
  const text = page.locator('.collection-description > span')
  const more = page.locator('.collection-description').getByRole('button', { name: 'Show more' })
  await text.waitFor()
  const needed = await text.evaluate(({ scrollWidth }) => scrollWidth)
  await page.setViewportSize({ width: 320, height: 860 })
  await more.waitFor()
  // The line has room for the text, and not for the button beside it.
  await page.setViewportSize({ width: needed + 56, height: 860 })
  await more.waitFor({ state: 'detached' })
  await leave()
})

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

test('a price filter is asked for as it was typed, and what is no price is marked and filters nothing', async () => {
  const { page, pageErrors, leave } = await visit(
    browser,
    'Ben',
    chain(),
    `${collectionPath()}?low=0.0000001`,
  )
  await page.locator('.card-link').first().waitFor()
  const low = page.getByRole('textbox', { name: 'Lowest price in ETH' })
  const isMarked = () => low.getAttribute('aria-invalid')
  expect([await low.inputValue(), await isMarked()]).toEqual(['0.0000001', 'false'])
  const asked = page.waitForRequest(
    (request) => request.url().includes('/tokens/v7') && request.url().includes('minFloorAskPrice=0.5'),
  )
  await low.fill('0,5')
  await asked
  expect(await isMarked()).toBe('false')
  await low.fill('a half')
  await expect.poll(isMarked).toBe('true')
  await page.locator('.card-link').first().waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})

test('no more tokens can be chosen than are transferred at once, and the page says so', async () => {
  const tokens = await freshTokens(chain(), 'Hugo', 51)
  // All of them are in view, so that all of them are drawn.
  const { page, pageErrors, leave } = await visit(browser, 'Hugo', chain(), `/${chain().slug}/account`, {
    viewport: { width: 1280, height: 9_000 },
  })
  await connect(page)
  const works = page.getByRole('region', { name: 'Tokens' })
  const boxes = works.getByRole('checkbox')
  await expect.poll(() => boxes.count()).toBeGreaterThanOrEqual(tokens.length)
  for (let index = 0; index < 50; index += 1) await boxes.nth(index).check()
  const bar = page.getByRole('toolbar', { name: 'Selected tokens' })
  await bar.getByText('50 tokens').waitFor()
  await bar.getByText('50 at most at once').waitFor()
  expect(await boxes.nth(50).isDisabled()).toBe(true)
  await bar.getByRole('button', { name: 'Transfer' }).click()
  const dialog = page.getByRole('dialog', { name: /^Transfer / })
  await dialog.getByRole('textbox').first().waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await boxes.first().uncheck()
  expect(await boxes.nth(50).isEnabled()).toBe(true)
  expect(pageErrors).toEqual([])
  await leave()
})

test('several values of one trait are chosen by keyboard, each is counted, and each is taken back by itself', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), collectionPath())
  await page.getByText('Floor in ETH', { exact: true }).waitFor()
  const group = page.locator('.filters details').first()
  await press(group.locator('summary'))
  const values = group.getByRole('button')
  const nameOf = (place: number) => values.nth(place).locator('span').innerText()
  const names = [await nameOf(0), await nameOf(1)]
  await press(values.nth(0))
  const asked = page.waitForRequest((request) => {
    const { pathname, searchParams: query } = new URL(request.url())
    const key = [...query.keys()].find((name) => name.startsWith('attributes['))
    return pathname.endsWith('/tokens/v7') && key !== undefined && query.getAll(key).length === 2
  })
  await press(values.nth(1))
  await asked
  await group.getByText('2 chosen').waitFor({ state: 'attached' })
  const works = page.getByRole('region', { name: 'Tokens' })
  const [first, second] = names.map((name) =>
    works.getByRole('button', { name: new RegExp(`^Remove .*: ${name}$`) }),
  )
  await checkPage(page, 'several-values')
  await press(first!)
  await first!.waitFor({ state: 'detached' })
  expect(await second!.evaluate((chip) => chip.matches(':focus'))).toBe(true)
  await page.keyboard.press('Enter')
  await second!.waitFor({ state: 'detached' })
  expect(await page.locator('#works').evaluate((element) => element.matches(':focus'))).toBe(true)
  expect(new URL(page.url()).search).toBe('')
  expect(pageErrors).toEqual([])
  await leave()
})
