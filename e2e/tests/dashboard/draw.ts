import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import sharp from 'sharp'
import { browserPath } from '../../support/browser.ts'
import type { Dashboard, Drawn, Range } from './dashboard.ts'
import { drawPanels, type PageData } from './page.ts'

const require = createRequire(import.meta.url)
const uplot = (file: string): string => readFileSync(require.resolve(`uplot/dist/${file}`), 'utf8')

/** Maximum size of a picture in bytes. */
const most = 150_000

/**
 * Draws the panels as their file lays them out, in a page of our own, into `dashboard-light.webp` and
 * `dashboard-dark.webp`.
 * @param when the day of the run, as the picture shows it.
 */
export async function drawDashboard(
  given: {
    readonly dashboard: Dashboard
    readonly drawn: readonly Drawn[]
    readonly range: Range
    readonly when: string
    readonly values: Readonly<Record<string, string>>
  },
  folder: string,
): Promise<void> {
  const { dashboard, drawn, range, when, values } = given
  const browser = await chromium.launch({
    executablePath: browserPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    for (const scheme of ['light', 'dark'] as const) {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
      await page.setContent(`<!doctype html><html lang="en" class="${scheme}"><body></body></html>`)
      await page.addStyleTag({ content: uplot('uPlot.min.css') })
      await page.addScriptTag({ content: uplot('uPlot.iife.min.js') })
      const data: PageData = {
        title: dashboard.title,
        note: `Drawn from ops/chart/monitoring/dashboard.json by our own page, not by Grafana. Local run of ${when}.`,
        variables: dashboard.templating.list.flatMap(({ name }) =>
          values[name] === undefined ? [] : [`${name}: ${values[name] === '.*' ? 'All' : values[name]}`],
        ),
        range,
        scheme,
        panels: drawn,
      }
      // The loader of this process names functions by a helper that pages do not have.
      await page.evaluate('globalThis.__name = (one) => one')
      await page.evaluate(drawPanels, data)
      const height = await page.evaluate('document.body.scrollHeight')
      await page.setViewportSize({ width: 1440, height: Number(height) })
      const file = join(folder, `dashboard-${scheme}.webp`)
      // Lines and letters: few colors, each kept as it is.
      const few = await sharp(await page.screenshot())
        .png({ palette: true, colours: 160, dither: 0 })
        .toBuffer()
      const { size } = await sharp(few).webp({ lossless: true, effort: 6 }).toFile(file)
      if (size > most) throw new Error(`${file} has ${size} bytes, more than ${most}.`)
      console.log(`${file}: ${size} bytes`)
      await page.close()
    }
  } finally {
    await browser.close()
  }
}
