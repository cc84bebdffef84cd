import type { Browser, Page } from 'playwright-core'
import { seen, slowPage } from './slowPage.ts'

export type Interaction = {
  readonly what: string
  /** Milliseconds from the input to its paint, round by round: the longest event of each. */
  readonly milliseconds: readonly number[]
}

/** How often each is done, in a page of its own. */
const rounds = 5

type Use = {
  readonly what: string
  /** The page's path below the market's home. */
  readonly path: (contract: string) => string
  readonly act: (page: Page) => Promise<void>
}

const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()
const home = () => ''
const collection = (contract: string) => `/${contract}`
const token = (contract: string) => `/${contract}/1`

const uses: readonly Use[] = [
  {
    what: 'home: sort by floor',
    path: home,
    act: (page) => page.getByRole('columnheader', { name: 'Floor' }).getByRole('button').click(),
  },
  { what: 'home: traded within 7 days', path: home, act: press('7 days') },
  {
    what: 'home: one letter of a search',
    path: home,
    act: async (page) => {
      await page.getByRole('combobox', { name: 'Search' }).focus()
      await page.keyboard.press('t')
    },
  },
  {
    what: 'collection: only those for sale',
    path: collection,
    act: (page) => page.getByRole('checkbox', { name: 'For sale' }).click(),
  },
  { what: 'collection: the charts', path: collection, act: press('Market') },
  { what: 'collection: the dialog to buy several', path: collection, act: press('Buy several') },
  { what: 'token: into the cart', path: token, act: press('Add to cart') },
  { what: 'token: the dialog to buy', path: token, act: press('Buy now') },
  { what: 'token: the dialog to make an offer', path: token, act: press('Make offer') },
]

/** Does one thing on a page that has come to rest, and returns the longest event of the interaction. */
async function once(browser: Browser, url: string, { act }: Use): Promise<number> {
  const page = await slowPage(browser)
  await page.goto(url)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('main [aria-busy="true"]').first().waitFor({ state: 'detached' })
  await rest(page)
  const before = (await seen(page)).events.length
  await act(page)
  await rest(page)
  const events = (await seen(page)).events.slice(before)
  await page.context().close()
  // The browser does not report what was painted within a frame: it counts as one frame.
  return Math.max(16, ...events.map(({ duration }) => duration))
}

/** Two seconds without input. */
const rest = (page: Page): Promise<void> => page.evaluate('new Promise((done) => setTimeout(done, 2000))')

/** What visitors do first on each page, on a device four times slower, from the input to its paint. */
export async function interactions(
  browser: Browser,
  home: string,
  contract: string,
): Promise<readonly Interaction[]> {
  const all: Interaction[] = []
  for (const use of uses) {
    const milliseconds: number[] = []
    while (milliseconds.length < rounds)
      milliseconds.push(await once(browser, `${home}${use.path(contract)}`, use))
    all.push({ what: use.what, milliseconds })
  }
  return all
}
