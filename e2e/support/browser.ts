import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import { afterAll } from 'vitest'

/** Debian's shell without windows first: the same engine, and it does not draw a toolbar that no one sees. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** The system's Chromium, else the test runner's own download. */
export function browserPath(): string {
  const asked = process.env.SLUICE_BROWSER
  const found = asked ?? places.find((path) => existsSync(path))
  if (found !== undefined) return found
  const own = chromium.executablePath()
  if (own !== '' && existsSync(own)) return own
  throw new Error(
    'No browser was found: install Chromium (Debian: apt-get install chromium; elsewhere: npx playwright-core install chromium) or set SLUICE_BROWSER to its path.',
  )
}

/**
 * Features that Playwright turns off (this list replaces its own), and those of the address bar: with them each window
 * draws pages that no one sees, which costs more than the page of a test.
 */
const disabledFeatures = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  ...['WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup', 'WebUIOmniboxPopup'],
]
const held: { browser?: Browser } = {}

/** Closes a window. What a route of its pages is doing would fail then, in a promise that nobody awaits. */
export async function closeContext(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
}

/**
 * The browser of the whole run: launched by the first file that asks, closed with the test process. Pages that a file
 * opened in it are closed after that file.
 */
export async function sharedBrowser(): Promise<Browser> {
  afterAll(async () => {
    await Promise.all(held.browser?.contexts().map(closeContext) ?? [])
  })
  if (held.browser?.isConnected()) return held.browser
  held.browser = await chromium.launch({
    executablePath: browserPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${disabledFeatures.join(',')}`,
    ],
  })
  return held.browser
}
