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

/** Holds the wallet's prompt open until it is released, so that the running state can be looked at. */
export function holdWallet(visitor: Visitor): () => void {
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  visitor.wallet.whilePrompting(() => held)
  return () => {
    visitor.wallet.whilePrompting(undefined)
    letGo()
  }
}

/** Whether the page may compile WebAssembly: the result of each attempt from now on. */
export const compilations = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const { Module } = WebAssembly
    const tried: string[] = []
    WebAssembly.Module = new Proxy(Module, {
      construct(target, given) {
        try {
          const made = Reflect.construct(target, given)
          tried.push('made')
          return made
        } catch (cause) {
          tried.push(String(cause))
          throw cause
        }
      },
    })
    Object.assign(globalThis, { tried })
  })

/** Goes from the form to the end: review card, wallet prompt, done. */
export async function walk(visitor: Visitor, dialog: Locator, name: string, done: string): Promise<void> {
  const { page } = visitor
  await button(dialog, 'Confirm in wallet').waitFor({ timeout: 30_000 })
  await checkState(page, `${name}-review`)
  const letGo = holdWallet(visitor)
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
