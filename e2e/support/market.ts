import type { Locator, Page } from 'playwright-core'
import { dialogEntryRemoved, tokenPath } from './scene.ts'

/** What a visitor does in the market, by the names that a screen reader reads. */
export async function connect(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog', { name: 'Connect wallet' })
    .getByRole('button', { name: 'Scripted Wallet' })
    .click()
  await page.getByRole('dialog', { name: 'Connect wallet' }).waitFor({ state: 'detached' })
  await dialogEntryRemoved(page)
}

/** Connects the built-in development wallet of a named account. */
export async function connectDevelopment(page: Page, name: string): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog', { name: 'Connect wallet' })
    .getByRole('button', { name, exact: true })
    .click()
}

/** The card of a token in a list, which leads to its page. */
export const cardOf = (page: Page, ...token: Parameters<typeof tokenPath>): Locator =>
  page.locator(`.card a[href$="${tokenPath(...token)}"]`)

export const trade = (page: Page): Locator => page.getByRole('region', { name: 'Trade' })

/** Opens the dialog that lists the token of the page, and fills in the price. */
export async function openListing(page: Page, price: string): Promise<Locator> {
  await trade(page).getByRole('button', { name: 'List for sale' }).click()
  const dialog = page.getByRole('dialog', { name: /^List / })
  await dialog.getByLabel('Price', { exact: true }).fill(price)
  return dialog
}

/** Opens the dialog that buys the token of the page, in its ready state. */
export async function openPurchase(page: Page): Promise<Locator> {
  await trade(page).getByRole('button', { name: 'Buy now' }).click()
  const dialog = page.getByRole('dialog', { name: /^Buy / })
  await dialog.getByRole('button', { name: 'Buy now' }).waitFor()
  return dialog
}

/** Buys the token of the page, up to its receipt. */
export async function buyToken(page: Page): Promise<void> {
  const dialog = await openPurchase(page)
  await dialog.getByRole('button', { name: 'Buy now' }).click()
  await confirmAll(dialog, 'It is yours')
}

/** Confirms each review card until the flow is done. */
export async function confirmAll(dialog: Locator, done: string, word = 'Confirm in wallet'): Promise<void> {
  // The receipt below the heading may contain the same word.
  const finished = dialog.getByText(done, { exact: true }).first()
  const confirm = dialog.getByRole('button', { name: word })
  const failed = dialog.getByRole('alert')
  for (;;) {
    await finished.or(confirm).or(failed).first().waitFor({ timeout: 30_000 })
    if (await finished.isVisible()) return
    if (await failed.isVisible()) throw new Error(`The flow stopped: ${await failed.innerText()}`)
    await confirm.click()
    await confirm.waitFor({ state: 'hidden', timeout: 10_000 })
  }
}
