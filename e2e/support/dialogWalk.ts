import type { Browser, Locator, Page } from 'playwright-core'
import { press } from './keyboard.ts'
import { confirmAll, connect } from './market.ts'
import { chain, type Visitor, visit } from './scene.ts'
import { checkState } from './states.ts'

export const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name })

export async function connected(browser: Browser, name: string, path: string): Promise<Visitor> {
  const visitor = await visit(browser, name, chain(), path)
  await connect(visitor.page)
  return visitor
}

/** Goes from the form to the end: review card, wallet prompt, done. */
export async function walk(visitor: Visitor, dialog: Locator, name: string, done: string): Promise<void> {
  const { page } = visitor
  await button(dialog, 'Confirm in wallet').waitFor({ timeout: 30_000 })
  await checkState(page, `${name}-review`)
  const letGo = visitor.wallet.hold()
  await press(button(dialog, 'Confirm in wallet'))
  await dialog.getByRole('list', { name: 'Progress' }).waitFor()
  // The result is announced to those who do not see the list.
  await dialog
    .getByRole('status')
    .filter({ hasText: /\d of \d steps done/ })
    .waitFor()
  await checkState(page, `${name}-running`)
  letGo()
  await confirmAll(dialog, done)
  await checkState(page, `${name}-complete`)
}
