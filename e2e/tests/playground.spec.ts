import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { serveFolder } from '../support/host.ts'
import { stack } from '../support/scene.ts'

const root = resolve(import.meta.dirname, '../..')
const browser = await sharedBrowser()

/** Counts the files that a page loads from a site, and their megabytes as sent. */
function countFiles(page: Page, site: string) {
  const sizes: Promise<number>[] = []
  page.on('requestfinished', (request) => {
    if (request.url().startsWith(site)) sizes.push(request.sizes().then((size) => size.responseBodySize))
  })
  return async () => ({
    requests: sizes.length,
    megabytes: (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0) / 1e6,
  })
}

/** Opens the playground on the stack of this run, which is found once `found` resolves. Resolves to the stage of dialogs. */
async function openPlayground(page: Page, url: string, found: Promise<void> = Promise.resolve()) {
  await page.route('**/stack.json', async (route) => {
    await found
    await route.fulfill({ json: stack() })
  })
  await page.goto(url)
  return page.getByRole('region', { name: 'Dialogs' })
}

test('the playground says what it waits for, is light, and shows each dialog beside its code', async () => {
  // As `npm run docs build` writes it.
  const host = await serveFolder(resolve(root, 'apps/docs/.vitepress/dist'))
  const page = await (await browser.newContext()).newPage()
  const files = countFiles(page, host.url)
  let answer = (): void => {}
  const found = new Promise<void>((done) => {
    answer = done
  })
  const stage = await openPlayground(page, `${host.url}/playground/index.html`, found)
  await page.getByText('Looking for the local stack').waitFor()
  answer()
  await stage.getByRole('button', { name: 'Buy', exact: true }).waitFor()
  const { requests, megabytes } = await files()
  expect(requests).toBeLessThanOrEqual(60)
  expect(megabytes).toBeLessThanOrEqual(3)
  for (const [title, component] of [
    ['Buy', 'BuyDialog'],
    ['Sweep', 'SweepDialog'],
  ] as const) {
    await stage.getByRole('radio', { name: title, exact: true }).check()
    await stage
      .getByRole('figure', { name: `Code of ${title}` })
      .getByText(`<${component}`)
      .waitFor()
    await stage.getByRole('button', { name: title, exact: true }).click()
    await page.getByRole('dialog').getByText('You pay').waitFor()
    await page.keyboard.press('Escape')
  }
  await host.close()
})

test('while the docs are written, the kit comes as a few bundles, and no stack trace is printed', async () => {
  const site = spawn(
    process.execPath,
    ['--conditions=@sluice/source', '--import', 'tsx', 'scripts/docs.ts', 'dev', '--port', '0'],
    { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], detached: process.platform !== 'win32' },
  )
  let printed = ''
  for (const stream of [site.stdout, site.stderr])
    stream.on('data', (text) => {
      printed += text
    })
  const stop = () => {
    if (site.pid !== undefined) process.kill(process.platform === 'win32' ? site.pid : -site.pid)
  }
  try {
    const url = await new Promise<string>((done, fail) => {
      site.once('exit', (code) => fail(new Error(`The docs stopped at their start (${code}).\n${printed}`)))
      createInterface({ input: site.stdout }).on('line', (line) => {
        const [found] = /http:\S+\/playground\//.exec(line) ?? []
        if (found !== undefined) done(found)
      })
    })
    const page = await (await browser.newContext()).newPage()
    const files = countFiles(page, new URL(url).origin)
    const stage = await openPlayground(page, url)
    await stage.getByRole('button', { name: 'Buy', exact: true }).waitFor({ timeout: 170_000 })
    const { requests, megabytes } = await files()
    expect(requests).toBeLessThanOrEqual(350)
    expect(megabytes).toBeLessThanOrEqual(8)
    expect(printed).not.toMatch(/^\s+at \S/m)
  } finally {
    site.removeAllListeners('exit')
    stop()
  }
})
