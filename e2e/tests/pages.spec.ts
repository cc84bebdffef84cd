import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { press } from '../support/keyboard.ts'
import { confirmAll, connectDevelopment } from '../support/market.ts'
import { chain, collectionPath, openPath, stack, type Visitor, visit } from '../support/scene.ts'
import { checkPage, checkPhone, checkState } from '../support/states.ts'

const browser = await sharedBrowser()

const enter = (path: string): Promise<Visitor> => visit(browser, 'Elif', chain(), path)

test('Pages: home, collection, market, token, and a page that does not exist', async () => {
  const { page, pageErrors, leave } = await enter(`/${chain().slug}`)
  await page.getByRole('heading', { name: 'Most traded' }).waitFor()
  await page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
  // The document names its own files, before any script runs.
  expect(await page.locator('link[rel="modulepreload"][href*="HomePage"]').count()).toBe(1)
  await checkPage(page, 'page-home')

  await openPath(page, collectionPath())
  await page.getByRole('button', { name: 'Add to cart' }).first().waitFor()
  await checkPhone(page, 'page-collection')
  await page.getByRole('button', { name: 'Market', exact: true }).click()
  await page.getByRole('img', { name: /sales, from/ }).waitFor()
  await page.getByRole('img', { name: /^By price/ }).waitFor()
  // A heading above each list says what it contains.
  expect(await page.locator('.chart-legend').allInnerTexts()).toHaveLength(2)
  for (const name of ['Sale', 'For sale', 'Collection offers'])
    await page.locator('.chart-legend').getByText(name, { exact: true }).waitFor()
  await checkPage(page, 'page-collection-market')
  // The values of a chart are read by arrow keys, and by pointer.
  const sales = page.getByRole('img', { name: /sales, from/ })
  const reading = page.locator('.chart', { has: sales }).locator('.chart-reading')
  await sales.press('End')
  await reading
    .getByText(/^(Sale|Sold per day) [\d.,]+/)
    .first()
    .waitFor()
  const newest = await reading.innerText()
  await sales.press('Home')
  await expect.poll(() => reading.innerText()).not.toBe(newest)
  const oldest = await reading.innerText()
  const { width } = (await sales.boundingBox())!
  await sales.hover({ position: { x: width - 40, y: 100 } })
  await expect.poll(() => reading.innerText()).not.toBe(oldest)

  await openPath(page, `${collectionPath()}/1`)
  await page.getByRole('table').first().waitFor()
  await checkPage(page, 'page-token')

  await openPath(page, `/${chain().slug}/nothing/to/see`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await checkPage(page, 'page-lost')
  await page.getByRole('button', { name: /^See what is for sale/ }).click()
  await page.getByRole('heading', { name: 'Most traded' }).waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})

test('Pages: what is for sale is shown in every currency, with a word on the order and on what is counted', async () => {
  // No test mints tokens of this one. The window is high enough for all cards.
  const path = `/${chain().slug}/${chain().contracts.collections[1]?.address}`
  const { page, pageErrors, leave } = await enter(`${path}?for-sale`)
  await page.setViewportSize({ width: 1280, height: 4000 })
  const fact = page.locator('.facts .fact').filter({ hasText: /^For sale/ })
  await fact.getByText(/\d/).waitFor()
  const forSale = Number((await fact.innerText()).replace(/\D/g, ''))
  expect(forSale).toBeGreaterThan(0)
  await expect.poll(() => page.locator('.card').count()).toBe(forSale)
  await page.locator('.card').getByText('USDC').first().waitFor()
  const sort = page.getByRole('combobox', { name: 'Sort' }).locator('option:checked')
  expect(await sort.innerText()).toBe('Price: low to high, ETH first')
  await page.getByText('Numbers count the whole collection', { exact: false }).waitFor()
  await checkPhone(page, 'page-collection-for-sale')
  await page.getByRole('checkbox', { name: 'For sale' }).uncheck()
  await page.getByText('Numbers count the whole collection', { exact: false }).waitFor({ state: 'detached' })
  expect(pageErrors).toEqual([])
  await leave()
})

test('Pages: filters survive Back, and an attribute links to all tokens that have it', async () => {
  const { page, pageErrors, leave } = await enter(collectionPath())
  const forSale = page.getByRole('checkbox', { name: 'For sale' })
  await forSale.check()
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('number')
  await page.getByRole('button', { name: 'Add to cart' }).first().waitFor()
  // The previous choice is shown until the new one is read, and would take the focus along when it is removed.
  const numbers = () =>
    page
      .locator('.card a')
      .evaluateAll((links) => links.map(({ textContent }) => Number(/#(\d+)/.exec(textContent ?? '')?.[1])))
  await expect
    .poll(async () =>
      (await numbers()).every((number, index, all) => index === 0 || number > all[index - 1]!),
    )
    .toBe(true)
  await page.locator('.card a').last().focus()
  const scrolled = await page.evaluate(() => window.scrollY)
  await page.keyboard.press('Enter')
  await page.getByRole('region', { name: 'Trade' }).waitFor()
  // A new page starts at its top, sets the title of the tab, and takes the keyboard focus.
  expect(await page.evaluate(() => [window.scrollY, document.activeElement?.id])).toEqual([0, 'content'])
  await expect.poll(() => page.title()).toMatch(/ · Sluice Market$/)
  const [key = '', value = ''] = await page
    .locator('.attributes > div')
    .first()
    .locator('dt, a')
    .allInnerTexts()
  await page.goBack()
  await forSale.waitFor()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
  expect(await forSale.isChecked()).toBe(true)
  expect(await page.getByRole('combobox', { name: 'Sort' }).inputValue()).toBe('number')
  await page.goForward()
  await page.getByRole('link', { name: value, exact: true }).first().click()
  await page.getByRole('button', { name: `Remove ${key}: ${value}` }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: `Remove ${key}: ${value}` }).waitFor()
  expect(await forSale.isChecked()).toBe(false)
  expect(pageErrors).toEqual([])
  await leave()
})

test('Pages: an account with its tokens, offers and signed orders', async () => {
  const { page, pageErrors, leave } = await enter(`/${chain().slug}/account`)
  await page.getByRole('heading', { name: 'Your tokens' }).waitFor()
  await checkPhone(page, 'page-account-unconnected')
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Ada', exact: true }).waitFor()
  await checkState(page, 'connect')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await connectDevelopment(page, 'Ada')
  await page
    .getByRole('checkbox', { name: /^Select / })
    .first()
    .check()
  await page.getByRole('toolbar', { name: 'Selected tokens' }).waitFor()
  await checkPhone(page, 'page-account-works')
  const show = (view: string) => page.getByRole('button', { name: view, exact: true }).click()
  await show('Listings')
  await page.getByRole('region', { name: 'Listings' }).getByRole('table').waitFor()
  await checkPage(page, 'page-account-listings')
  await show('Offers made')
  await page.getByRole('region', { name: 'Offers made' }).getByRole('table').waitFor()
  await show('Offers received')
  await page.getByRole('region', { name: 'Offers received' }).getByRole('listitem').first().waitFor()
  await checkPhone(page, 'page-account-received')
  await show('Activity')
  await page.getByRole('list', { name: 'Activity' }).waitFor()
  await show('Signed')
  await page.getByText('Nothing signed yet').waitFor()
  await checkPage(page, 'page-account-signed')
  expect(pageErrors).toEqual([])
  await leave()
})

test('Pages: while loading, and when the provider does not answer', async () => {
  const { page, pageErrors, leave } = await enter(`/${chain().slug}/nothing/to/see`)
  let answer = () => {}
  const answered = new Promise<void>((done) => {
    answer = done
  })
  await page.route(/\/(tokens|collections)\/v7/, async (route) => {
    await answered
    await route.abort()
  })
  await openPath(page, collectionPath())
  await page.getByRole('list', { name: 'Loading…' }).waitFor()
  await checkPhone(page, 'page-waiting')
  answer()
  await page.getByRole('heading', { name: 'The market did not respond' }).first().waitFor({ timeout: 30_000 })
  await checkPage(page, 'page-unreachable')
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  await page.unroute(/\/(tokens|collections)\/v7/)
  // No click is needed: the request is repeated until it succeeds.
  await page.getByRole('button', { name: 'Add to cart' }).first().waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})

test('the chosen language is used and remembered', async () => {
  const { page, leave } = await enter(`/${chain().slug}`)
  // Content that still loads would push the footer, with the choice, out of view.
  await page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await page.getByRole('heading', { name: 'Am meisten gehandelt' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await page.reload()
  await page.getByRole('heading', { name: 'Am meisten gehandelt' }).waitFor()
  await page.getByRole('banner').getByRole('button', { name: 'Wallet verbinden' }).waitFor()
  await checkPhone(page, 'page-home-german')
  await leave()
})

test('right to left, every page is mirrored and nothing overflows', async () => {
  const arabic = { locale: 'ar-EG' }
  const { page, leave } = await visit(browser, 'Elif', chain(), `/${chain().slug}`, arabic)
  await page.getByRole('heading', { name: 'الأكثر تداولًا' }).waitFor()
  await checkPhone(page, 'page-home-mirrored')
  const middle = async (name: string) => {
    const box = await page.getByRole('link', { name }).boundingBox()
    return (box?.x ?? 0) + (box?.width ?? 0) / 2
  }
  expect(await middle('Sluice')).toBeGreaterThan(640)
  await page.getByRole('button', { name: /^السلة/ }).click()
  const cart = page.getByRole('dialog', { name: 'السلة' })
  await cart.waitFor()
  expect((await cart.boundingBox())?.x).toBe(0)
  await checkState(page, 'cart-mirrored')
  await leave()
})

/** Only the stack of a run that takes pictures has a collection to mint from, and one with falling prices. */
const withPictures = test.skipIf(process.env.SLUICE_LOOKS === undefined)

withPictures('Pages: one token is minted from a drop', async () => {
  const path = `/${chain().slug}/${chain().contracts.drop.address}`
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), path)
  await connectDevelopment(page, 'Ben')
  await page.getByRole('button', { name: 'Mint', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Mint from / })
  await dialog.getByText('1 new token will be minted for you.').waitFor()
  await checkState(page, 'mint-ready')
  await dialog.getByRole('button', { name: 'Mint', exact: true }).click()
  await dialog.getByText('The mint decides which number you get.').waitFor()
  await checkState(page, 'mint-review')
  await confirmAll(dialog, 'It is yours')
  // The minted token is shown there with name and picture, and links to its page.
  const made = dialog.getByRole('button', { name: / #\d+$/ })
  await made.locator('img').waitFor()
  await checkState(page, 'mint-complete')
  const name = await made.innerText()
  await press(made)
  await page.getByRole('heading', { level: 1, name: name.trim() }).waitFor()
  await page.getByText('You own this token').waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})

withPictures('Pages: a listing at a falling price is changed by the account that made it', async () => {
  const collection = chain().contracts.enforced?.address ?? ''
  const asks = new URL(`${chain().baseApiUrl}/orders/asks/v5`)
  asks.search = new URLSearchParams({ contracts: collection, includeDynamicPricing: 'true' }).toString()
  type Order = { maker: string; tokenSetId: string; dynamicPricing?: object | null }
  const { orders } = (await (await fetch(asks)).json()) as { orders: readonly Order[] }
  const order = orders.find(({ dynamicPricing }) => dynamicPricing != null)
  const maker = stack().accounts.find(({ address }) => address.toLowerCase() === order?.maker)
  const path = `/${chain().slug}/${collection}/${order?.tokenSetId.split(':').at(-1)}`
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chain(), path)
  await connectDevelopment(page, maker?.name ?? '')
  const offer = page.getByRole('region', { name: 'Trade' })
  await offer.getByText(/falls to/).waitFor()
  await checkPhone(page, 'page-token-falling')
  await offer.getByRole('button', { name: 'Change listing' }).click()
  await page.getByRole('dialog').getByText('Final price').waitFor()
  await checkState(page, 'edit-falling')
  expect(pageErrors).toEqual([])
  await leave()
})
