import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeContext, sharedBrowser } from '../support/browser.ts'
import { listToken } from '../support/listing.ts'
import { connect } from '../support/market.ts'
import {
  account,
  chainAt,
  collectionPath,
  freshToken,
  freshTokens,
  openPath,
  type Visitor,
  visit,
} from '../support/scene.ts'
import { checkPage, checkState } from '../support/states.ts'

const browser = await sharedBrowser()

const screen = { width: 390, height: 844 }
const chain = () => chainAt(0)
const contract = () => chain().contracts.collections[0]?.address
const onPhone = (name: string, path: string): Promise<Visitor> =>
  visit(browser, name, chain(), `/${chain().slug}${path}`, { viewport: screen })

test('the first items of a collection are visible without scrolling', async () => {
  const { page, leave } = await onPhone('Ben', `/${contract()}`)
  const first = page.locator('.card').first()
  await first.getByRole('link').waitFor()
  const { y } = (await first.boundingBox())!
  expect(y).toBeLessThan(screen.height - 100)
  await leave()
})

test('filters open in a sheet, say how many are active, and return the focus when the sheet closes', async () => {
  const { page, pageErrors, leave } = await onPhone('Ben', `/${contract()}`)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.waitFor()
  const box = (await sheet.boundingBox())!
  // From the bottom of the screen, and as wide as it.
  expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, screen.width, screen.height])
  await sheet.locator('summary').first().click()
  const value = sheet.getByRole('listitem').first().getByRole('button')
  await value.click()
  await sheet.locator('button[aria-pressed="true"]').waitFor()
  // On a wider screen the filters are beside the tokens.
  await checkState(page, 'filters-sheet', 860)
  await sheet.getByRole('button', { name: 'Show tokens' }).click()
  await sheet.waitFor({ state: 'detached' })
  const opener = page.getByRole('button', { name: 'Filters, 1 active' })
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  await page.getByRole('button', { name: /^Remove / }).waitFor()
  await opener.press('Enter')
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(await opener.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(pageErrors).toEqual([])
  await leave()
})

test('in text of twice the size no figure of a collection covers another, and none is beyond the screen', async () => {
  const { page, leave } = await onPhone('Ben', `/${contract()}`)
  const facts = page.locator('.collection-head .facts')
  await facts.getByText('ETH').first().waitFor()
  await page.evaluate(() => {
    const sizes = [...document.querySelectorAll<HTMLElement>('body *')].map(
      (element) => [element, Number.parseFloat(getComputedStyle(element).fontSize)] as const,
    )
    for (const [element, size] of sizes) element.style.fontSize = `${2 * size}px`
  })
  const covered = await facts.locator('.fact').evaluateAll((all) => {
    const texts = all.map((fact) => {
      const range = document.createRange()
      range.selectNodeContents(fact)
      return range.getBoundingClientRect()
    })
    const isBeside = (a: DOMRect, b: DOMRect) => a.top < b.bottom && b.top < a.bottom
    return texts.flatMap((a, index) =>
      a.right > innerWidth ||
      texts.slice(index + 1).some((b) => isBeside(a, b) && a.left < b.right && b.left < a.right)
        ? [all[index]?.textContent]
        : [],
    )
  })
  expect(covered).toEqual([])
  await leave()
})

test('after the phone was turned and turned back, the filters open again', async () => {
  const { page, pageErrors, leave } = await onPhone('Ben', `/${contract()}`)
  const opener = page.getByRole('button', { name: 'Filters', exact: true })
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await opener.click()
  await sheet.waitFor()
  await page.setViewportSize({ width: screen.height + 100, height: screen.width })
  await page.getByRole('complementary', { name: 'Filters' }).waitFor()
  await page.setViewportSize(screen)
  await page.getByRole('complementary', { name: 'Filters' }).waitFor({ state: 'detached' })
  await opener.click()
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
  await leave()
})

test('tabs that do not fit show on which side there are more', async () => {
  const { page, leave } = await onPhone('Ben', `/account/${account('Ada').address}`)
  const tabs = page.getByRole('navigation', { name: 'View' })
  /** Whether the arrow at the start, and the one at the end, is visible. */
  const arrows = () =>
    tabs.evaluate((frame) =>
      ['::before', '::after'].map((side) => getComputedStyle(frame, side).opacity === '1'),
    )
  await expect.poll(arrows).toEqual([false, true])
  const last = tabs.getByRole('button').last()
  await last.focus()
  await expect.poll(arrows).toEqual([true, false])
  const { x, width } = (await last.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(screen.width)
  await page.setViewportSize({ width: 1280, height: 860 })
  await expect.poll(arrows).toEqual([false, false])
  await leave()
})

test('the button that opens a larger picture is as large as the picture, and covers nothing below it', async () => {
  const token = await freshToken(chain(), 'Chloe')
  const { page, pageErrors, leave } = await onPhone('Ben', `/${token.contract}/${token.tokenId}`)
  const zoom = page.getByRole('button', { name: 'View larger' })
  await zoom.waitFor()
  expect(await zoom.boundingBox()).toEqual(await page.locator('.work-art .sluice-media').boundingBox())
  await page.locator('.work-collection').click()
  await page.waitForURL((url) => url.pathname === `/${chain().slug}/${token.contract}`)
  expect(pageErrors).toEqual([])
  await leave()
})

test('rows of a table become cards: each figure beside its name, nothing beyond the edge', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.62')
  const { page, pageErrors, leave } = await onPhone('Ben', `/${token.contract}/${token.tokenId}`)
  const table = page.getByRole('region', { name: 'Listings' }).getByRole('table')
  const row = table.getByRole('row').nth(1)
  await row.waitFor()
  const seen = await row.evaluate((element) => ({
    names: [...element.querySelectorAll('td[data-label]')].map(
      (cell) => getComputedStyle(cell, '::before').content,
    ),
    edges: [...element.querySelectorAll('td')]
      .map((cell) => cell.getBoundingClientRect())
      .every(({ left, right }) => left >= 0 && right <= innerWidth),
  }))
  expect(seen.edges).toBe(true)
  expect(seen.names.map((name) => name.replace(/ \/ .*$/, ''))).toEqual(['"Price"', '"Account"', '"Ends"'])
  const { height = 0 } = (await row.getByRole('button').boundingBox()) ?? {}
  expect(height).toBeGreaterThanOrEqual(44)
  await checkPage(page, 'page-token-cards')
  expect(pageErrors).toEqual([])
  await leave()
})

test('several items are added to the cart from the grid, by touch and by keyboard, and are in it together', async () => {
  const { page, pageErrors, leave } = await onPhone('Ben', `/${contract()}`)
  const toggle = (index: number) => page.locator('.card .cart-toggle').nth(index)
  await toggle(0).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 200)
  await expect.poll(async () => (await toggle(0).boundingBox())!.y).toBeLessThan(screen.height - 100)
  // The touch target is higher than what is drawn.
  const { x, y, height } = (await toggle(0).boundingBox())!
  expect(height).toBeGreaterThanOrEqual(24)
  await page.mouse.click(x + 10, y + height + 8)
  await page.locator('.cart-toggle[aria-pressed="true"]').waitFor()
  await toggle(1).press('Enter')
  await toggle(2).press('Space')
  const cart = page.getByRole('banner').getByRole('button', { name: 'Cart, 3 items' })
  await cart.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Cart' })
  await dialog
    .getByRole('button', { name: /^Remove / })
    .nth(2)
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await toggle(1).press('Enter')
  await page.getByRole('banner').getByRole('button', { name: 'Cart, 2 items' }).waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})

test('a name that is too long for a card keeps its number, and in the cart it is whole', async () => {
  const far = chainAt(1)
  const viewport = { width: 320, height: 720 }
  const { page, pageErrors, leave } = await visit(browser, 'Ben', far, collectionPath(far), { viewport })
  const card = page
    .locator('.card')
    .filter({ has: page.locator('.cart-toggle') })
    .first()
  const name = card.locator('.card-name')
  await name.waitFor()
  const isCut = (part: Locator) => part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  expect(await isCut(name.locator('span').first())).toBe(true)
  expect(await isCut(name)).toBe(false)
  expect(await name.locator('.card-name-end').innerText()).toMatch(/^ #\d+$/)
  await card.locator('.cart-toggle').click()
  await page.getByRole('banner').getByRole('button', { name: 'Cart, 1 item' }).click()
  const held = page.getByRole('dialog', { name: 'Cart' }).locator('.sluice-cart-name strong')
  await held.waitFor()
  await expect.poll(() => held.textContent()).toBe(await name.textContent())
  expect(await isCut(held)).toBe(false)
  expect(pageErrors).toEqual([])
  await leave()
})

test('the header shows the whole name of the connected account', async () => {
  const { page, pageErrors, leave } = await onPhone('Chloe', '')
  await connect(page)
  const { address } = account('Chloe')
  const named = page.getByRole('banner').getByText(`${address.slice(0, 6)}…${address.slice(-4)}`)
  await named.waitFor()
  expect(await named.evaluate((text) => text.scrollWidth <= text.clientWidth + 1)).toBe(true)
  const { x, width } = (await named.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(screen.width)
  expect(pageErrors).toEqual([])
  await leave()
})

test('on the narrowest phone the name of the market, the chain, the cart and the account share a row', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Chloe', chain(), '', {
    viewport: { width: 320, height: 720 },
    isMobile: true,
  })
  const banner = page.getByRole('banner')
  const middle = (part: Locator) =>
    part.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect()
      return Math.round((top + bottom) / 2)
    })
  const name = banner.getByRole('link', { name: 'Sluice' })
  const shares = (part: Locator) =>
    expect.poll(async () => (await middle(part)) - (await middle(name))).toBe(0)
  await shares(banner.getByRole('button', { name: 'Connect wallet' }))
  await connect(page)
  await shares(banner.locator('.account-link'))
  await shares(banner.getByRole('button', { name: /^Cart/ }))
  expect(pageErrors).toEqual([])
  await leave()
})

test('on the narrowest phone what can be done with chosen tokens is within the screen', async () => {
  await freshTokens(chain(), 'Chloe', 2)
  const { page, pageErrors, leave } = await onPhone('Chloe', '')
  await page.setViewportSize({ width: 320, height: 720 })
  await connect(page)
  await page.getByRole('banner').locator('.account-link').click()
  await page.getByRole('checkbox').nth(0).check()
  await page.getByRole('checkbox').nth(1).check()
  const bar = page.getByRole('toolbar', { name: 'Selected tokens' })
  for (const button of await bar.getByRole('button').all()) {
    const { x, width } = (await button.boundingBox())!
    expect(x).toBeGreaterThanOrEqual(0)
    expect(x + width).toBeLessThanOrEqual(320)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(pageErrors).toEqual([])
  await leave()
})

test('without a wallet in the browser, apps that can open this page are offered', async () => {
  const context = await browser.newContext({ viewport: screen, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await openPath(page, `/${chain().slug}/${contract()}?sort=number`)
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Connect wallet' })
  const links = dialog.getByRole('region', { name: 'Open in a wallet' }).getByRole('link')
  await links.first().waitFor()
  const found = await links.evaluateAll((all) =>
    all.map((link) => [link.textContent, (link as HTMLAnchorElement).href] as const),
  )
  const here = new URL(page.url())
  expect(found.map(([name]) => name)).toEqual(['MetaMask', 'Coinbase Wallet', 'Trust Wallet', 'OKX Wallet'])
  expect(found[0]?.[1]).toBe(`https://metamask.app.link/dapp/${here.host}${here.pathname}${here.search}`)
  // The others carry the address in a parameter, however deep.
  for (const [name, href] of found.slice(1))
    expect(decodeURIComponent(decodeURIComponent(href)), name ?? '').toContain(here.href)
  // The dialog grows to its size while it opens.
  await dialog.evaluate((element) =>
    Promise.all((element.getRootNode() as Document | ShadowRoot).getAnimations().map((one) => one.finished)),
  )
  for (const link of await links.all()) {
    const { x, width, height } = (await link.boundingBox())!
    expect(height).toBeGreaterThanOrEqual(44)
    expect(x + width).toBeLessThanOrEqual(screen.width)
  }
  await checkState(page, 'connect-apps')
  await closeContext(context)
})
