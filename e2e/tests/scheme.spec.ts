import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { chainAt, visit } from '../support/scene.ts'

const browser = await sharedBrowser()

const white = 'rgb(255, 255, 255)'
const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const choice = (page: Page) => page.getByRole('combobox', { name: 'Theme' })

test('the page follows the system while it is open, until its visitor chooses a theme, and again once they choose the system', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chainAt(0), `/${chainAt(0).slug}`, {
    colorScheme: 'light',
  })
  // Content that still loads would push the footer, with the choice, out of view.
  await page.getByRole('list', { name: 'Activity' }).getByRole('listitem').first().waitFor()
  expect(await choice(page).inputValue()).toBe('system')
  expect(await ground(page)).toBe(white)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => ground(page)).not.toBe(white)
  await choice(page).selectOption('light')
  await expect.poll(() => ground(page)).toBe(white)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.reload()
  await choice(page).waitFor()
  expect(await choice(page).inputValue()).toBe('light')
  expect(await ground(page)).toBe(white)
  await choice(page).selectOption('dark')
  await expect.poll(() => ground(page)).not.toBe(white)
  await choice(page).selectOption('system')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => ground(page)).toBe(white)
  expect(pageErrors).toEqual([])
  await leave()
})

test('an open dialog follows the system with its page', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chainAt(0), `/${chainAt(0).slug}`, {
    colorScheme: 'light',
  })
  await page.getByRole('button', { name: /^Cart/ }).click()
  const cart = page.getByRole('dialog', { name: 'Cart' })
  await cart.waitFor()
  const surface = () => cart.evaluate((dialog) => getComputedStyle(dialog).backgroundColor)
  expect(await surface()).toBe(white)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(surface).not.toBe(white)
  expect(pageErrors).toEqual([])
  await leave()
})
