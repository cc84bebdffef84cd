import type { Browser, Page } from 'playwright-core'

/** How much slower than this machine the visitor's device is. */
export const slowdown = 4
export const viewport = { width: 1280, height: 860 }
/** The slow network: milliseconds of latency, and bytes per second. */
const network = { offline: false, latency: 300, downloadThroughput: 150_000, uploadThroughput: 50_000 }

/** Milliseconds from an input event to the next paint, as the browser reports it. */
export type InputEvent = { readonly name: string; readonly duration: number }

/** What the browser has reported of a page. */
export type Seen = {
  /** Largest contentful paint in milliseconds. */
  readonly largest: number
  /** Events of interactions; those that were painted within a frame are left out. */
  readonly events: readonly InputEvent[]
  /** Sum of all layout shifts that no input caused. */
  readonly shift: number
}

export const seen = (page: Page): Promise<Seen> => page.evaluate('window.seen')

/** Opens an empty page on a slow device, in a context of its own, and records what the browser reports of it. */
export async function slowPage(browser: Browser, slowNetwork = false): Promise<Page> {
  const context = await browser.newContext({ viewport })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  if (slowNetwork) {
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', network)
  }
  await page.addInitScript(`
    window.seen = { largest: 0, events: [], shift: 0 }
    new PerformanceObserver((list) => {
      for (const { startTime } of list.getEntries()) window.seen.largest = startTime
    }).observe({ type: 'largest-contentful-paint', buffered: true })
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.seen.shift += value
    }).observe({ type: 'layout-shift', buffered: true })
    new PerformanceObserver((list) => {
      for (const { interactionId, name, duration } of list.getEntries())
        if (interactionId > 0) window.seen.events.push({ name, duration })
    }).observe({ type: 'event', durationThreshold: 16, buffered: true })`)
  return page
}
