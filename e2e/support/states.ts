import { appendFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { screenshot, until } from './scene.ts'

/** The guidelines that a dialog has to meet in each of its states. */
const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Every look in which a state is checked. */
const looks = [
  { name: 'light', scheme: 'light', width: 1440, height: 900 },
  { name: 'dark', scheme: 'dark', width: 1440, height: 900 },
  { name: 'tablet', scheme: 'light', width: 820, height: 1180 },
  { name: 'tablet-dark', scheme: 'dark', width: 820, height: 1180 },
  { name: 'phone', scheme: 'light', width: 390, height: 844 },
  { name: 'phone-dark', scheme: 'dark', width: 390, height: 844 },
] as const

/**
 * What has to hold in each state of each dialog: axe finds nothing.
 * With `SLUICE_LOOKS` set, a screenshot is taken in every look that is no wider than `widest` pixels.
 */
export async function checkState(page: Page, name: string, widest?: number): Promise<void> {
  await page.locator('[role="dialog"], dialog[open]').first().waitFor()
  await checkDialog(page, name)
  await screenshotLooks(page, name, widest)
}

/** The same without a screenshot: axe finds nothing in the open dialog, in whichever tree it is. */
export async function checkDialog(page: Page, name: string): Promise<void> {
  await meetsGuidelines(await dialogAxe(page), name)
}

/** Axe for the open dialog, in whichever tree it is; for the page where none is open. */
async function dialogAxe(page: Page): Promise<AxeBuilder> {
  const axe = new AxeBuilder({ page })
  const floor: [string, string] = ['[data-sluice-dialogs]', '[role="dialog"]']
  if ((await page.locator(floor.join(' ')).count()) > 0) return axe.include({ fromShadowDom: floor })
  const own = '[role="dialog"], dialog[open]'
  return (await page.locator(own).count()) > 0 ? axe.include(own) : axe
}

/** What has to hold on each page: axe finds nothing, and on a phone nothing is wider than the screen. */
export async function checkPage(page: Page, name: string): Promise<void> {
  await meetsGuidelines(new AxeBuilder({ page }), name)
  await checkPhone(page, name)
}

/** Nothing is wider than the screen of a phone. Takes a screenshot as for the states of a dialog. */
export async function checkPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await until(
    () => page.evaluate(() => document.documentElement.scrollWidth === document.documentElement.clientWidth),
    `${name} is wider than a phone`,
  )
  await page.setViewportSize({ width: 1280, height: 860 })
  await screenshotLooks(page, name)
}

async function meetsGuidelines(axe: AxeBuilder, name: string): Promise<void> {
  await findsNothing(axe, name, { type: 'tag', values: guidelines })
  appendFileSync(inject('states'), `${name}\n`)
}

/** What the page or its open dialog says can be read in the colors that it has now. */
const isLegible = async (page: Page, name: string): Promise<void> =>
  findsNothing(await dialogAxe(page), name, { type: 'rule', values: ['color-contrast'] })

async function findsNothing(
  axe: AxeBuilder,
  name: string,
  runOnly: { readonly type: 'tag' | 'rule'; values: string[] },
): Promise<void> {
  // Nobody reads the rules that passed, and collecting them takes longer than checking them.
  const { violations } = await axe
    // The page has no foreign frames; axe would open a page of its own for each look.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'], runOnly })
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    name,
  ).toEqual([])
}

/**
 * Takes a screenshot in each look that is no wider than `widest` pixels, if screenshots are asked for; in dark, the text
 * must be legible as well. Leaves the page as large as it was.
 */
export async function screenshotLooks(
  page: Page,
  name: string,
  widest = Number.POSITIVE_INFINITY,
): Promise<void> {
  if (process.env.SLUICE_LOOKS === undefined) return
  const size = page.viewportSize()
  for (const { name: look, scheme, width, height } of looks) {
    if (width > widest) continue
    await page.setViewportSize({ width, height })
    await dress(page, scheme)
    await screenshot(page, `${name}-${look}`)
    if (look === 'dark' || look === 'phone-dark') await isLegible(page, `${name}, ${look}`)
  }
  if (size !== null) await page.setViewportSize(size)
  await dress(page, 'light')
}

/** Switches the color scheme of the page and the kit without a click that could change the state. */
const dress = (page: Page, scheme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((next) => {
    document.documentElement.dataset.scheme = next
    // A host that says nothing about its scheme follows as well.
    document.documentElement.style.colorScheme = next
    // A dialog that was opened by a key has the focus as a whole: it is shown without a ring, as to those who clicked.
    const calm = new CSSStyleSheet()
    calm.replaceSync('.sluice-dialog:focus-visible::after { display: none }')
    const paint = (tree: Document | ShadowRoot) => {
      if (tree instanceof ShadowRoot) tree.adoptedStyleSheets.push(calm)
      for (const element of tree.querySelectorAll<HTMLElement>('*')) {
        if (element.dataset.sluiceScheme !== undefined) element.dataset.sluiceScheme = next
        if (element.shadowRoot !== null) paint(element.shadowRoot)
      }
    }
    paint(document)
  }, scheme)
