import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** More tab stops than any page has. */
const stops = 200

/**
 * Presses Tab until the target has the focus, and checks that the focus can be seen. A row of a long list is not drawn while
 * the focus is far from it.
 */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page()
  const one = target.first()
  await one.waitFor()
  for (let tabs = 0; tabs < stops; tabs += 1) {
    const [found] = await one.evaluateAll((elements) =>
      elements.map((element) => {
        if (!element.matches(':focus')) return undefined
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element)
        return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
      }),
    )
    if (found !== undefined) {
      expect(found, `the focus on ${target} cannot be seen`).toBe(true)
      return
    }
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${target}.`)
}

/** Presses a button by keyboard alone. */
export async function press(target: Locator): Promise<void> {
  await expect.poll(() => target.first().isEnabled(), { timeout: 15_000 }).toBe(true)
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}

/** Fills a field by keyboard alone. */
export async function type(target: Locator, text: string): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('ControlOrMeta+a')
  await target.page().keyboard.type(text)
}

/** Whether the target has the focus. */
const hasFocus = (target: Locator): Promise<boolean> =>
  target.first().evaluate((element) => element.matches(':focus'))

/** Closes a dialog with one of its buttons, by keyboard alone. The focus returns to the element that opened it. */
export async function closeByKeyboard(dialog: Locator, name: string, opener: Locator): Promise<void> {
  await press(dialog.getByRole('button', { name, exact: true }))
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(opener)).toBe(true)
}

/**
 * Opens a dialog by keyboard, closes it with Escape, which returns the focus to the element that opened it, and opens
 * it again. Nothing outside it can be reached while it is open.
 */
export async function openByKeyboard(page: Page, opener: Locator, dialog: Locator): Promise<void> {
  await press(opener)
  await dialog.waitFor()
  for (let tabs = 0; tabs < 8; tabs += 1) {
    await page.keyboard.press('Tab')
    expect(await dialog.evaluate((element) => element.matches(':focus-within'))).toBe(true)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => hasFocus(opener)).toBe(true)
  await page.keyboard.press('Enter')
  await dialog.waitFor()
}
