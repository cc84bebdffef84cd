import { gzipSync } from 'node:zlib'
import { buildMarket, startMarket, startStack } from '@sluice/devnet'
import { type Browser, chromium } from 'playwright-core'
import { withClient } from '../server/withClient.ts'
import { type Interaction, interactions } from './interactions.ts'
import { largestPaint } from './largestPaint.ts'
import { seen, slowPage } from './slowPage.ts'

/** Tokens of the long collection. */
const tokens = 10_000
/** First visits of each page. */
const visits = 5

export type FirstPaint = {
  readonly name: string
  /** Largest contentful paint in milliseconds, visit by visit. */
  readonly largest: readonly number[]
  /** Bytes of script, gzip, before any interaction. */
  readonly script: number
  /** Sum of all layout shifts of a first visit over a slow network. */
  readonly shift: number
}

export type LongScroll = {
  readonly loaded: number
  /** Milliseconds from a key press to the next paint: the maximum, and the median. */
  readonly worst: number
  /** The same as browsers report it: the 98th percentile. */
  readonly inp: number
  readonly median: number
  readonly presses: number
  /** Bytes of the page's heap at the end, after garbage collection. */
  readonly heap: number
}

export type MarketRow = {
  readonly pages: readonly FirstPaint[]
  readonly interactions: readonly Interaction[]
  readonly scroll: LongScroll
}

/** Copies the first collection's tokens until there are {@link tokens}. */
async function lengthen(databaseUrl: string, chainId: number, contract: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select column_name as name from information_schema.columns
       where table_name = 'tokens' and table_schema = current_schema() and is_generated = 'NEVER'`,
    )
    const names = rows.map(({ name }) => name)
    const copied = names.map((name) =>
      name === 'token_id' ? 'g.id' : name === 'name' ? `'Copy ' || g.id` : `t.${name}`,
    )
    await client.query(
      `insert into tokens (${names.join(', ')})
       select ${copied.join(', ')} from generate_series(1000, ${1000 + tokens}) as g (id)
       join tokens t on t.chain_id = $1 and t.contract = $2 and t.token_id = 1 + g.id % 12
       on conflict do nothing`,
      [chainId, contract],
    )
    await client.query('analyze tokens')
  })
}

/**
 * Each new window also loads Chromium's own pages for the list below the address bar: 200 files in addition to the
 * first visit, with the processor slowed four times. A visitor's window is open already.
 */
const addressBarPages = 'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup'

const launch = (...args: string[]): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.SLUICE_BROWSER ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', ...args],
  })

/** @param browsers.visitor the browser of the timed visits. */
async function firstPaint(
  browsers: { readonly browser: Browser; readonly visitor: Browser },
  name: string,
  url: string,
): Promise<FirstPaint> {
  const { browser, visitor } = browsers
  const largest: number[] = []
  while (largest.length < visits) largest.push(await largestPaint(visitor, url))
  const { script } = await visit(browser, url)
  const { shift } = await visit(browser, url, true)
  return { name, largest, script, shift }
}

/** A first visit with an empty cache: what it loads, and how its layout shifts. */
async function visit(
  browser: Browser,
  url: string,
  slowNetwork = false,
): Promise<{ script: number; shift: number }> {
  const page = await slowPage(browser, slowNetwork)
  const scripts: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => gzipSync(body).length))
  })
  await page.goto(url)
  await page.evaluate(`new Promise((done) => {
    const look = () => {
      const { largest } = window.seen
      if (largest > 0 && performance.now() - largest > 3000) done()
      else setTimeout(look, 250)
    }
    look()
  })`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { shift } = await seen(page)
  const script = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0)
  await page.context().close()
  return { script, shift }
}

/** Presses "page down" until every token of the collection has been on the screen. */
async function longScroll(browser: Browser, url: string): Promise<LongScroll> {
  const page = await slowPage(browser)
  await page.goto(url)
  await page.locator('.card').first().waitFor()
  const reached = (): Promise<number> =>
    page.evaluate(
      `Math.max(...[...document.querySelectorAll('.virtual a[href]')].map((link) => Number(link.href.split('/').at(-1))))`,
    )
  const deadline = Date.now() + 240_000
  let presses = 0
  let loaded = 0
  for (let still = 0; still < 40 && Date.now() < deadline; ) {
    await page.keyboard.press('PageDown')
    presses += 1
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
    const now = Math.max(loaded, await reached())
    still = now === loaded ? still + 1 : 0
    loaded = now
  }
  const sorted = (await seen(page)).events
    .filter(({ name }) => name === 'keydown')
    .map(({ duration }) => duration)
    .sort((one, other) => one - other)
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable')
  await devtools.send('HeapProfiler.collectGarbage')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
  await page.context().close()
  // The browser does not report presses that were painted within a frame: they count as one frame.
  const all = [...Array.from({ length: Math.max(0, presses - sorted.length) }, () => 16), ...sorted]
  return {
    loaded: Math.max(0, loaded - 1000),
    worst: all.at(-1) ?? 0,
    inp: all.at(-1 - Math.floor(all.length / 50)) ?? 0,
    median: all[Math.floor(all.length / 2)] ?? 0,
    presses,
    heap,
  }
}

/** First paint of the pages, and a scroll through ten thousand tokens, on a device four times slower. */
export async function market(databaseUrl: string): Promise<MarketRow> {
  const built = buildMarket()
  const stack = await startStack({ databaseUrl })
  const served = await startMarket(stack.description, 0, () => {}, built)
  const browser = await launch()
  const visitor = await launch(`--disable-features=${addressBarPages}`)
  try {
    const [chain] = stack.description.chains
    const contract = chain?.contracts.collections[0]?.address
    if (chain === undefined || contract === undefined) throw new Error('The stack has no collection.')
    const home = `${served.url}/${chain.slug}`
    const paint = (name: string, path: string) => firstPaint({ browser, visitor }, name, `${home}${path}`)
    const pages = [
      await paint('home', ''),
      await paint('collection', `/${contract}`),
      await paint('token', `/${contract}/1`),
      await paint('account', `/account/${stack.description.accounts[0]?.address}`),
    ]
    const used = await interactions(browser, home, contract)
    await lengthen(databaseUrl, chain.id, contract)
    return { pages, interactions: used, scroll: await longScroll(browser, `${home}/${contract}`) }
  } finally {
    await visitor.close()
    await browser.close()
    await served.stop()
    await stack.stop()
  }
}
