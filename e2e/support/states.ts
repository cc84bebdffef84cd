import { appendFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { shoot, until } from './scene.ts'

/** The guidelines a dialog has to meet in each of its states. */
const guidelines = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Every look a person may see a state in. */
const looks = [
  { name: 'light', scheme: 'light', width: 1280, height: 860 },
  { name: 'dark', scheme: 'dark', width: 1280, height: 860 },
  { name: 'tablet', scheme: 'light', width: 820, height: 1180 },
  { name: 'phone', scheme: 'light', width: 390, height: 844 },
] as const

/**
 * What has to hold in each state of each dialog: axe finds nothing.
 * With `SLUICE_LOOKS` set, the state is photographed in light, dark, on a tablet and on a phone.
 */
export async function inState(page: Page, name: string): Promise<void> {
  await page.locator('[role="dialog"], dialog[open]').first().waitFor()
  await dialogMeetsGuidelines(page, name)
  await photograph(page, name)
}

/** The same without a picture: axe finds nothing in the open dialog, in whose tree ever it stands. */
export async function dialogMeetsGuidelines(page: Page, name: string): Promise<void> {
  const inShadow = (await page.locator('[data-sluice-floor] [role="dialog"]').count()) > 0
  const floor: [string, string] = ['[data-sluice-floor]', '[role="dialog"]']
  await meetsGuidelines(
    new AxeBuilder({ page }).include(inShadow ? { fromShadowDom: floor } : '[role="dialog"], dialog[open]'),
    name,
  )
}

/** What has to hold on each page: axe finds nothing, and on a phone nothing is wider than the screen. */
export async function inPage(page: Page, name: string): Promise<void> {
  await meetsGuidelines(new AxeBuilder({ page }), name)
  await fitsPhone(page, name)
}

/** Nothing is wider than the screen of a phone. It is photographed as a dialog's states are. */
export async function fitsPhone(page: Page, name: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await until(
    () => page.evaluate(() => document.documentElement.scrollWidth === document.documentElement.clientWidth),
    `${name} is wider than a phone`,
  )
  await page.setViewportSize({ width: 1280, height: 860 })
  await photograph(page, name)
}

async function meetsGuidelines(axe: AxeBuilder, name: string): Promise<void> {
  // What passed is counted by nobody; naming it costs more than looking.
  const { violations } = await axe
    // There are no frames of others, for which each look would open a page of its own.
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .withTags(guidelines)
    .analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    name,
  ).toEqual([])
  appendFileSync(inject('states'), `${name}\n`)
}

/** Writes what a person would see in each look, when pictures are asked for. */
export async function photograph(page: Page, name: string): Promise<void> {
  if (process.env.SLUICE_LOOKS === undefined) return
  for (const { name: look, scheme, width, height } of looks) {
    await page.setViewportSize({ width, height })
    await dress(page, scheme)
    await shoot(page, `${name}-${look}`)
  }
  await page.setViewportSize({ width: 1280, height: 860 })
  await dress(page, 'light')
}

/** Shows the page and the kit in a scheme, without a click that could change the state. */
const dress = (page: Page, scheme: 'light' | 'dark'): Promise<void> =>
  page.evaluate((next) => {
    document.documentElement.dataset.scheme = next
    const paint = (tree: Document | ShadowRoot) => {
      for (const element of tree.querySelectorAll<HTMLElement>('*')) {
        if (element.dataset.sluiceScheme !== undefined) element.dataset.sluiceScheme = next
        if (element.shadowRoot !== null) paint(element.shadowRoot)
      }
    }
    paint(document)
  }, scheme)
