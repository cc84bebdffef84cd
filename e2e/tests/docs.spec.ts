import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
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

test.each(['light', 'dark'] as const)(
  'axe finds nothing on any page of the docs (%s)',
  async (colorScheme) => {
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' })
    const page = await context.newPage()
    const found: string[] = []
    for (const file of pages) {
      await page.goto(`${host.url}/${file}`)
      await page.locator('#app > *').first().waitFor()
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode(true)
        .options({ resultTypes: ['violations'] })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze()
      for (const { id, nodes } of violations)
        found.push(`${join('/', file)}: ${id} (${nodes.length}): ${nodes[0]?.html.slice(0, 160)}`)
    }
    await context.close()
    expect(pages.length).toBeGreaterThan(100)
    expect(found).toEqual([])
  },
  900_000,
)
