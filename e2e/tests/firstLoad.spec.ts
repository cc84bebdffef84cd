import { gzipSync } from 'node:zlib'
import type { Locator, Page, Request, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { closeContext, sharedBrowser } from '../support/browser.ts'
import { account, chainAt, isBrief, marketUrl, openPath } from '../support/scene.ts'

const browser = await sharedBrowser()

/** Kilobytes of script after gzip that a page may load before its visitor does anything. */
const mostScript = 140
/** Sum of all layout shifts of a first visit, without the five-second window that browsers allow. */
const mostShift = 0.02

const pathOf = {
  home: () => '',
  collection: () => `/${chainAt(0).contracts.collections[0]?.address}`,
  token: () => `/${chainAt(0).contracts.collections[0]?.address}/1`,
  account: () => `/account/${account('Ada').address}`,
}
type PageName = keyof typeof pathOf
const pages = Object.keys(pathOf) as PageName[]

/** A brief run proves the narrowest screen, on which most shifts. */
const screens = [
  { screen: 'a phone', width: 390, height: 844 },
  { screen: 'a tablet', width: 820, height: 1180 },
  { screen: 'a desktop', width: 1440, height: 900 },
].slice(0, isBrief ? 1 : undefined)

type Shift = { readonly value: number; readonly of: readonly string[] }

/** Waits for two frames: what was read by then is painted. */
const painted = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))

/**
 * Opens a page for the first time over a slow network on which responses of the provider overtake each other: of those
 * that are due, the one requested last comes first. Waits until no response is outstanding.
 */
async function firstVisit(name: PageName, size: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport: size })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 150_000,
    uploadThroughput: 50_000,
  })
  const due: Route[] = []
  await page.route(
    ({ href }) => href.startsWith(chainAt(0).baseApiUrl),
    (route) => {
      due.push(route)
    },
  )
  // The event stream stays open: with it the network would never be idle.
  await page.route(/\/events\b/, (route) => route.fulfill({ status: 404 }))
  const asked = new Set<Request>()
  page.on('request', (request) => asked.add(request))
  page.on('requestfinished', (request) => asked.delete(request))
  page.on('requestfailed', (request) => asked.delete(request))
  await page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    type Entry = PerformanceEntry & {
      readonly value: number
      readonly sources: readonly { readonly node: Node | null }[]
    }
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Entry[])
        shifts.push({
          value,
          of: sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 90) : '')),
        })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await openPath(page, `/${chainAt(0).slug}${pathOf[name]()}`)
  for (let calm = 0; calm < 3; ) {
    await painted(page)
    const next = due.pop()
    const isBusy = await page.evaluate(
      () =>
        document.querySelector('main h1') === null || document.querySelector('[aria-busy="true"]') !== null,
    )
    calm = next === undefined && asked.size === 0 && !isBusy ? calm + 1 : 0
    if (next === undefined) continue
    const answered = page.waitForResponse((response) => response.request() === next.request())
    await next.continue()
    await (await answered).finished()
  }
  return page
}

/** A brief run visits the two pages that show most. */
const visited = isBrief ? (['collection', 'token'] as const) : pages
test.each(screens.flatMap((size) => visited.map((name) => ({ ...size, name }))))(
  'on a slow network the layout does not shift, whichever response comes first: $name on $screen',
  async ({ name, width, height }) => {
    const page = await firstVisit(name, { width, height })
    const shifts = await page.evaluate(() => (window as unknown as { shifts: readonly Shift[] }).shifts)
    await closeContext(page.context())
    const sum = shifts.reduce((total, { value }) => total + value, 0)
    expect(sum, JSON.stringify(shifts, null, 1)).toBeLessThan(mostShift)
  },
)

test.each(pages)('the script of a first visit stays within its budget: %s', async (name) => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const scripts = new Map<string, number>()
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'script') return
    const body = await (await request.response())?.body()
    scripts.set(new URL(request.url()).pathname, gzipSync(body ?? '').length / 1_000)
  })
  await page.route(/\/events\b/, (route) => route.fulfill({ status: 404 }))
  await openPath(page, `/${chainAt(0).slug}${pathOf[name]()}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForLoadState('networkidle')
  const sum = [...scripts.values()].reduce((total, size) => total + size, 0)
  const largest = [...scripts].sort(([, one], [, other]) => other - one)
  expect(sum, JSON.stringify(largest, null, 1)).toBeLessThanOrEqual(mostScript)
  await closeContext(context)
})

/** Addresses of the pictures that were asked for before they were drawn, and what each request says of this page. */
const askedAhead = (page: Page) =>
  page
    .locator('link[rel="preload"][as="image"]')
    .evaluateAll((links) =>
      (links as HTMLLinkElement[]).map(({ href, referrerPolicy }) => [href, referrerPolicy]),
    )

const addresses = (images: Locator) =>
  images.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src))

/** The pictures of the local stack are written in its responses: gives each an address of its own instead. */
async function moveAway(page: Page): Promise<void> {
  const known = new Map<string, string>()
  const addressOf = (picture: string): string => {
    const address = known.get(picture) ?? `${marketUrl()}/remote/${known.size}.svg`
    known.set(picture, address)
    return address
  }
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'
  await page.route('**/remote/*.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body }))
  await page.route(
    ({ href }) => href.startsWith(chainAt(0).baseApiUrl),
    async (route) => {
      if (route.request().resourceType() === 'image') return route.continue()
      const response = await route.fetch()
      const written = /"(image\w*)":"(data:[^"]+)"/g
      const text = (await response.text()).replaceAll(written, (_, name: string, picture: string) =>
        JSON.stringify({ [name]: addressOf(picture) }).slice(1, -1),
      )
      await route.fulfill({ response, body: text })
    },
  )
  await page.route(/\/events\b/, (route) => route.fulfill({ status: 404 }))
}

test('the first pictures are requested with the read that names them, without a referrer', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  await moveAway(page)
  await openPath(page, `/${chainAt(0).slug}${pathOf.account()}`)
  await page.locator('.card img').first().waitFor()
  const drawn = (await addresses(page.locator('.card img'))).slice(0, 4)
  const remote = drawn.filter((address) => address.startsWith('http'))
  expect(remote).not.toEqual([])
  expect(await askedAhead(page)).toEqual(remote.map((address) => [address, 'no-referrer']))

  await page
    .locator('.card-link')
    .filter({ has: page.locator(`img[src="${remote[0]}"]`) })
    .click()
  await page.locator('.work-art img').waitFor()
  await page.reload()
  await page.locator('.work-art img').waitFor()
  const [artwork] = await addresses(page.locator('.work-art img'))
  expect(await askedAhead(page)).toEqual([[artwork, 'no-referrer']])
  await page.unrouteAll({ behavior: 'wait' })
  await closeContext(context)
})
