import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { press, tabTo } from '../support/keyboard.ts'
import { listToken } from '../support/listing.ts'
import { account, chainAt, freshToken, openPath, ownerOf, tokenPath, visit } from '../support/scene.ts'
import { checkPage, checkState } from '../support/states.ts'

const browser = await sharedBrowser()

const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click()
const byKeyboard = (page: Page, name: string) => press(page.getByRole('button', { name, exact: true }).last())

/** How the card is read: with a mouse, or with everything that makes reading hard at once. */
const readers = [
  { name: 'plain', locale: 'en-GB', direction: 'ltr', width: 1280, height: 860, act: click },
  // Twice the size in the same window leaves half the space.
  { name: 'hard', locale: 'he-IL', direction: 'rtl', width: 640, height: 430, act: byKeyboard },
] as const

test('F94: the review card reads the same by keyboard, right to left, at 200 % zoom and in another locale', async () => {
  const chain = chainAt(0)
  const token = await freshToken(chain, 'Chloe')
  await listToken(chain, 'Chloe', token, '0.137')
  const cards: string[] = []
  for (const { name, locale, direction, width, height, act } of readers) {
    const visitor = await visit(browser, 'Ben', chain, tokenPath(token, chain), {
      locale,
      viewport: { width, height },
      deviceScaleFactor: 1280 / width,
    })
    const { page } = visitor
    await page.evaluate((dir) => {
      document.documentElement.dir = dir
    }, direction)
    await act(page, 'Connect wallet')
    await act(page, 'Scripted Wallet')
    await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor({ state: 'detached' })
    await act(page, 'Buy now')
    const dialog = page.getByRole('dialog', { name: /^Buy / })
    await dialog.getByRole('button', { name: 'Buy now' }).waitFor()
    await act(page, 'Buy now')
    await dialog.getByRole('button', { name: 'Confirm in wallet' }).waitFor({ timeout: 30_000 })
    await checkState(page, `access-${name}`)
    // In the order of a screen reader, with the names that it reads.
    cards.push(await dialog.ariaSnapshot())
    // What is given and what is received are seen without scrolling.
    const card = dialog.getByRole('region', { name: 'What your wallet will ask you to approve' })
    const received = await card.getByText(token.contract.slice(0, 6)).first().boundingBox()
    const buttons = await dialog.getByRole('button', { name: 'Confirm in wallet' }).boundingBox()
    expect((received?.y ?? height) + (received?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0)
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide, 'wider than the screen').toBeLessThanOrEqual(0)
    const buys = name === 'hard'
    if (buys) {
      await act(page, 'Confirm in wallet')
      await dialog.getByText('It is yours', { exact: true }).waitFor({ timeout: 30_000 })
    }
    expect(visitor.wallet.prompts).toHaveLength(buys ? 1 : 0)
    expect(visitor.pageErrors).toEqual([])
    await visitor.leave()
  }
  expect(cards[0]).toMatch(/0\.137/)
  expect(cards[1]).toBe(cards[0])
  expect(await ownerOf(chain, token.contract, token.tokenId)).toBe(account('Ben').address)
})

test('a long name without spaces widens neither a page nor a dialog on a phone', async () => {
  const chain = chainAt(0)
  const token = await freshToken(chain, 'Chloe')
  await listToken(chain, 'Chloe', token, '0.138')
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain, '/', {
    viewport: { width: 390, height: 844 },
  })
  const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'
  await page.route(/\/tokens\/v7/, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('"Tidelines', `"${long}`)
    await route.fulfill({ response, body })
  })
  await openPath(page, tokenPath(token, chain))
  await page.getByRole('heading', { name: long }).waitFor()
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(await wide(), 'the page').toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Buy now' }).first().click()
  const shown = page.getByRole('dialog').locator('strong', { hasText: long })
  await shown.waitFor()
  // A dialog cuts off what is wider than itself.
  expect(await shown.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
  const { x, width } = (await shown.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(390)
  expect(pageErrors).toEqual([])
  await leave()
})

test('in Arabic the collection and a purchase are laid out from right to left, and a phone has room for all of it', async () => {
  const chain = chainAt(0)
  const token = await freshToken(chain, 'Chloe')
  await listToken(chain, 'Chloe', token, '0.139')
  const visitor = await visit(browser, 'Ben', chain, `/${chain.slug}/${token.contract}`, { locale: 'ar-EG' })
  const { page } = visitor
  const dialog = page.getByRole('dialog', { name: /^شراء / })
  /** Axe finds nothing in the dialog, and on a phone neither it nor what it holds is cut off at a side. */
  const isWhole = async (name: string) => {
    await checkState(page, name)
    await page.setViewportSize({ width: 390, height: 844 })
    const cut = await dialog.evaluate((shown) =>
      [shown, ...shown.querySelectorAll('*')]
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth)
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    )
    expect(cut, name).toEqual([])
    expect((await dialog.boundingBox())!.width).toBeLessThanOrEqual(390)
  }
  await page.getByRole('button', { name: 'أضف إلى السلة' }).first().waitFor()
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl')
  await checkPage(page, 'page-collection-arabic')

  await openPath(page, `/${chain.slug}/${token.contract}/${token.tokenId}`)
  await page.getByRole('button', { name: 'اشترِ الآن' }).first().waitFor()
  await checkPage(page, 'page-token-arabic')
  await page.getByRole('banner').getByRole('button', { name: 'ربط المحفظة' }).click()
  await page.getByRole('button', { name: 'Scripted Wallet' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'اشترِ الآن' }).first().click()
  const buy = dialog.getByRole('button', { name: 'اشترِ الآن' })
  await buy.waitFor()
  expect(await dialog.evaluate((shown) => getComputedStyle(shown).direction)).toBe('rtl')
  await isWhole('buy-arabic-ready')
  await buy.click()
  const confirm = dialog.getByRole('button', { name: 'التأكيد في المحفظة' })
  await confirm.waitFor({ timeout: 30_000 })
  // An amount is read from left to right: its number comes before its symbol.
  const price = dialog.locator('.sluice-price', { hasText: '0.139' }).first()
  const [amount, symbol] = await Promise.all(
    ['amount', 'symbol'].map((part) => price.locator(`.sluice-price-${part}`).boundingBox()),
  )
  expect(amount!.x).toBeLessThan(symbol!.x)
  await isWhole('buy-arabic-review')
  await confirm.click()
  await dialog.getByText('أصبح ملكك', { exact: true }).waitFor({ timeout: 30_000 })
  await isWhole('buy-arabic-complete')
  expect(visitor.pageErrors).toEqual([])
  await visitor.leave()
})

test('the skip link leads to the items of a collection in a few keys, with a visible focus', async () => {
  const chain = chainAt(0)
  const path = `/${chain.slug}/${chain.contracts.collections[0]?.address}`
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain, path)
  await page.locator('.card').first().waitFor()
  // The browser follows a link within the page a moment after the key.
  for (const target of ['content', 'works']) {
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe(target)
  }
  await page.keyboard.press('Tab')
  // Whichever item is first: the others trade in the meantime.
  const item = page.locator('#works a:focus')
  expect(await item.count()).toBe(1)
  await tabTo(item)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Trade' }).waitFor()
  // The whole page has the focus now: a ring around it would say nothing.
  const ring = () =>
    page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('content')
  expect(await ring()).toBe('none')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Escape')
  await tabTo(page.getByRole('combobox', { name: /^Search/ }))
  expect(pageErrors).toEqual([])
  await leave()
})

test('in forced colors, selected controls can be told from others', async () => {
  const chain = chainAt(0)
  const path = `/${chain.slug}/${chain.contracts.collections[0]?.address}`
  const { page, leave } = await visit(browser, 'Ben', chain, path, { forcedColors: 'active' })
  await page.locator('.card .cart-toggle').nth(1).waitFor()
  const colors = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { color, backgroundColor, borderBottomColor } = getComputedStyle(element)
        return [color, backgroundColor, borderBottomColor].join(' ')
      })
  const views = '.views button'
  expect(await colors(`${views}[aria-pressed="true"]`)).not.toBe(
    await colors(`${views}[aria-pressed="false"]`),
  )
  await page.locator('.card .cart-toggle').first().click()
  const toggle = '.card .cart-toggle'
  expect(await colors(`${toggle}[aria-pressed="true"]`)).not.toBe(
    await colors(`${toggle}[aria-pressed="false"]`),
  )
  await openPath(page, `/${chain.slug}`)
  await page.getByRole('group', { name: 'Period' }).waitFor()
  expect(await colors('.segments [aria-pressed="true"]')).not.toBe(
    await colors('.segments [aria-pressed="false"]'),
  )
  await leave()
})

test('in forced colors the areas of a chart stay thin, so that what is behind them is seen', async () => {
  const chain = chainAt(0)
  const path = `/${chain.slug}/${chain.contracts.collections[0]?.address}?view=market`
  const { page, leave } = await visit(browser, 'Ben', chain, path, { forcedColors: 'active' })
  const canvas = page.locator('.chart').filter({ hasText: 'For sale' }).locator('canvas')
  await canvas.waitFor()
  const thin = () =>
    canvas.evaluate((element: HTMLCanvasElement) => {
      const pixels = element.getContext('2d')?.getImageData(0, 0, element.width, element.height).data ?? []
      return pixels.filter((alpha, index) => index % 4 === 3 && alpha > 20 && alpha < 60).length
    })
  await expect.poll(thin).toBeGreaterThan(1_000)
  await leave()
})

/** Elements of the page, and of the shadow trees in it, that would move. */
const moving = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const look = (tree: Document | ShadowRoot) => {
      for (const element of tree.querySelectorAll('*')) {
        for (const part of [undefined, '::before', '::after']) {
          const { animationName, transitionDuration } = getComputedStyle(element, part)
          if (animationName !== 'none' || /[1-9]/.test(transitionDuration))
            found.push(`${element.localName}.${element.getAttribute('class')}${part ?? ''}`)
        }
        if (element.shadowRoot !== null) look(element.shadowRoot)
      }
    }
    look(document)
    return found
  })

test('for those who want less motion nothing moves, on the page or in a dialog', async () => {
  const chain = chainAt(0)
  const path = `/${chain.slug}/${chain.contracts.collections[0]?.address}`
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain, path, { reducedMotion: 'reduce' })
  await page.locator('.card .cart-toggle').first().hover()
  expect(await moving(page)).toEqual([])
  await page.getByRole('button', { name: 'Buy several' }).click()
  await page.getByRole('dialog').getByRole('slider').waitFor()
  expect(await moving(page)).toEqual([])
  expect(pageErrors).toEqual([])
  await leave()
})

test('in each language every word of the card has room, on a phone, a tablet and a desktop', async () => {
  const chain = chainAt(0)
  const token = await freshToken(chain, 'Chloe')
  await listToken(chain, 'Chloe', token, '0.136')
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain, tokenPath(token, chain))
  await click(page, 'Connect wallet')
  await click(page, 'Scripted Wallet')
  await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor({ state: 'detached' })
  await click(page, 'Buy now')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Buy now' }).click()
  await dialog.getByRole('button', { name: 'Confirm in wallet' }).waitFor({ timeout: 30_000 })
  // An open dialog makes the page inert: the language is chosen behind it.
  const choice = page.locator('.language select')
  const languages = await choice.evaluate((select: HTMLSelectElement) =>
    [...select.options].map(({ value }) => value),
  )
  expect(languages.length).toBeGreaterThanOrEqual(9)
  for (const language of languages) {
    await choice.evaluate((select: HTMLSelectElement, value) => {
      select.value = value
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }, language)
    await page.locator(`html[lang^="${language}"]`).waitFor()
    for (const width of [390, 820, 1440]) {
      await page.setViewportSize({ width, height: 860 })
      const cut = await dialog.evaluate((shown) =>
        [...shown.querySelectorAll('dt, dd, button, h2')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ textContent }) => textContent),
      )
      expect(cut, `${language}, ${width} pixels wide`).toEqual([])
    }
  }
  expect(pageErrors).toEqual([])
  await leave()
})
