import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const places = [
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

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}
