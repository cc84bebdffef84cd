import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { listToken } from '../support/listing.ts'
import { account, chainAt, freshToken, ownerOf, until, visit } from '../support/scene.ts'
import { inState } from '../support/states.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

/** Goes on with Tab until something of that name has the focus, and presses Enter on it. */
async function press(page: Page, name: string | RegExp): Promise<void> {
  const target = page.getByRole('button', { name, exact: true })
  await target.first().waitFor()
  for (let tabs = 0; tabs < 120; tabs += 1) {
    await page.keyboard.press('Tab')
    for (const one of await target.all())
      if (await one.evaluate((element) => element === document.activeElement)) {
        await page.keyboard.press('Enter')
        return
      }
  }
  throw new Error(`The keyboard does not reach ${name}.`)
}

/** What every reader has to get of the card, each in a way of their own. */
const readers = [
  { name: 'plain', locale: 'en-GB', direction: 'ltr', width: 1280, height: 860 },
  { name: 'rtl', locale: 'ar-EG', direction: 'rtl', width: 1280, height: 860 },
  // Twice the size in the same window leaves half the room.
  { name: 'zoomed', locale: 'en-US', direction: 'ltr', width: 640, height: 430 },
] as const

test('F94: by keyboard alone, from right to left, at twice the size and in any locale, the card says the same in the same order', async () => {
  const chain = chainAt(0)
  const token = await freshToken(chain, 'Chloe')
  await listToken(chain, 'Chloe', token, '0.137')
  const cards: string[] = []
  for (const { name, locale, direction, width, height } of readers) {
    const visitor = await visit(browser, 'Ben', chain, `/${chain.slug}/${token.contract}/${token.tokenId}`, {
      locale,
      viewport: { width, height },
      deviceScaleFactor: 1280 / width,
    })
    const { page } = visitor
    await page.evaluate((dir) => {
      document.documentElement.dir = dir
    }, direction)
    await press(page, 'Connect wallet')
    await press(page, 'Scripted Wallet')
    await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor({ state: 'detached' })
    await press(page, 'Buy now')
    const dialog = page.getByRole('dialog', { name: /^Buy / })
    await dialog.getByRole('button', { name: 'Buy now' }).waitFor()
    await press(page, 'Buy now')
    const confirm = dialog.getByRole('button', { name: 'Confirm in wallet' })
    await confirm.waitFor({ timeout: 30_000 })
    await inState(page, `access-${name}`)
    // In the order of a screen reader, with the names it says.
    cards.push(await dialog.ariaSnapshot())
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(wide, 'wider than the screen').toBeLessThanOrEqual(0)
    if (name === 'zoomed') {
      await press(page, 'Confirm in wallet')
      await dialog.getByText('It is yours', { exact: true }).waitFor({ timeout: 30_000 })
    } else {
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
    }
    expect(visitor.wallet.prompts).toHaveLength(name === 'zoomed' ? 1 : 0)
    expect(visitor.faults).toEqual([])
    await visitor.leave()
  }
  expect(cards[0]).toMatch(/0\.137/)
  expect(cards[1]).toBe(cards[0])
  expect(cards[2]).toBe(cards[0])
  await until(
    async () => (await ownerOf(chain, token.contract, token.tokenId)) === account('Ben').address,
    'the token was not bought',
  )
})
