import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeContext, sharedBrowser } from '../support/browser.ts'
import { type Host, serveFolder } from '../support/host.ts'

/** The docs as `npm run docs build` writes them. */
const site = resolve(import.meta.dirname, '../../apps/docs/.vitepress/dist')
const pages = readdirSync(site, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.html') && file !== '404.html')
  .sort()

const browser = await sharedBrowser()
let host: Host
beforeAll(async () => {
  host = await serveFolder(site)
})
afterAll(async () => {
  await host?.close()
})

/** Of all that axe knows, only the contrast differs between the schemes. */
const runOnly: Readonly<Record<'light' | 'dark', { type: 'tag' | 'rule'; values: string[] }>> = {
  light: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  dark: { type: 'rule', values: ['color-contrast'] },
}

/** Looks at some pages one after another, each in both schemes. @returns what axe found. */
async function findingsOf(files: readonly string[]): Promise<readonly string[]> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  const page = await context.newPage()
  const found: string[] = []
  for (const file of files) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(`${host.url}/${file}`)
    await page.locator('#app > *').first().waitFor()
    // Components that a page shows are loaded after its text.
    await page.waitForFunction(() => document.querySelector('.react-loading') === null)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.waitForFunction(
        (isDark) => document.documentElement.classList.contains('dark') === isDark,
        colorScheme === 'dark',
      )
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode(true)
        .options({ resultTypes: ['violations'], runOnly: runOnly[colorScheme] })
        .analyze()
      for (const { id, nodes } of violations)
        found.push(
          `${join('/', file)} (${colorScheme}): ${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 160)}`,
        )
    }
  }
  await closeContext(context)
  return found
}

test('axe finds nothing on any page of the docs, in light and dark', async () => {
  expect(pages.length).toBeGreaterThan(100)
  const halves = [0, 1].map((half) => pages.filter((_, index) => index % 2 === half))
  expect((await Promise.all(halves.map(findingsOf))).flat()).toEqual([])
}, 1_800_000)
