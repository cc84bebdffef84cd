import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { buildHost, type Host, serveFolder } from '../support/host.ts'
import { hostileStyles } from '../support/hostileStyles.ts'
import { listToken } from '../support/listing.ts'
import {
  account,
  chainAt,
  freshToken,
  injectSettings,
  isBrief,
  openPage,
  screenshot,
} from '../support/scene.ts'

const browser = await sharedBrowser()
let folder: string
let host: Host
let strict: Host
let token: string
beforeAll(async () => {
  folder = await buildHost({ folder: 'e2e/hosts/styled', react18: true })
  host = await serveFolder(folder)
  strict = await serveFolder(folder, {
    'content-security-policy':
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src *; img-src * data:; require-trusted-types-for 'script'",
  })
  const chain = chainAt(0)
  const fresh = await freshToken(chain, 'Chloe')
  await listToken(chain, 'Chloe', fresh, '0.14')
  token = `${fresh.contract}:${fresh.tokenId}`
})
afterAll(async () => {
  await Promise.all([host, strict].map((one) => one?.close()))
})

type Setup = {
  readonly dialog?: 'buy' | 'bid'
  readonly inline?: boolean
  readonly connected?: boolean
  readonly options?: object
}
const dialogIn = (page: Page) => page.getByRole('dialog')

/** The host's page with a style sheet of its own. Errors of the page and of its console are collected. */
async function visit(styles: string, setup: Setup = {}, at: Host = host) {
  const opened = await openPage(browser, { viewport: { width: 1000, height: 800 }, logged: true })
  const { page } = opened
  await injectSettings(page, {
    chain: chainAt(0).config,
    token,
    account: account('Ben').address,
    ...setup,
  })
  await page.goto(at.url)
  await page.locator('#card').waitFor()
  if (styles !== '') await page.addStyleTag({ content: styles })
  return opened
}

/** Opens the dialog by code of the page: a hostile style may have hidden the button that opens it. */
async function openDialog(page: Page, ready: string): Promise<void> {
  await page.locator('#opener').dispatchEvent('click')
  await dialogIn(page).getByRole('button', { name: ready, exact: true }).waitFor()
  await dialogIn(page).getByText('Balance').waitFor()
  await dialogIn(page).locator('.sluice-token img').waitFor()
}

/** Every computed style and the position of every element of the open dialog. */
const looks = (page: Page) =>
  page.evaluate(() => {
    const tree = document.querySelector('[data-sluice-dialogs]')?.shadowRoot
    return [...(tree?.querySelectorAll('.sluice-overlay, .sluice-overlay *') ?? [])].map((element) => {
      const style = getComputedStyle(element)
      const { x, y, width, height } = element.getBoundingClientRect()
      return {
        of: `${element.localName}.${element.getAttribute('class')}`,
        place: [x, y, width, height],
        style: Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)])),
      }
    })
  })

/** The position and look of every element of the host. */
const layout = (page: Page) =>
  page.evaluate(() =>
    [document.documentElement, document.body, ...document.body.querySelectorAll('*')].map((element) => {
      const { x, y, width, height } = element.getBoundingClientRect()
      const { padding, margin, overflow, position } = getComputedStyle(element)
      return [element.localName, x, y, width, height, padding, margin, overflow, position].join(' ')
    }),
  )

/** A brief run proves one dialog; all have the same frame and fields. */
const dialogs = [
  ['buy', 'Buy now'],
  ['bid', 'Make offer'],
] as const
describe.each(isBrief ? dialogs.slice(1) : dialogs)('the dialog to %s', (dialog, ready) => {
  let here: Awaited<ReturnType<typeof visit>>
  let clean: Awaited<ReturnType<typeof looks>>
  beforeAll(async () => {
    here = await visit('', { dialog })
    await openDialog(here.page, ready)
    clean = await looks(here.page)
    await here.page.keyboard.press('Escape')
    await dialogIn(here.page).waitFor({ state: 'detached' })
  })
  afterAll(() => here?.leave())

  test.each(Object.entries(hostileStyles))(
    'looks the same on a page with these styles, and moves nothing of it: %s',
    async (name, styles) => {
      const { page, pageErrors } = here
      const sheet = await page.addStyleTag({ content: styles })
      const before = await layout(page)
      await openDialog(page, ready)
      expect(await layout(page)).toEqual(before)
      const shown = await looks(page)
      expect(shown.length).toBeGreaterThan(20)
      expect(shown.map(({ of }) => of)).toEqual(clean.map(({ of }) => of))
      // One by one, so that a difference names its element.
      for (const [index, element] of shown.entries()) expect(element).toEqual(clean[index])
      await screenshot(page, `host-${dialog}-${name.replace(/\W+/g, '-')}`)
      await page.keyboard.press('Escape')
      await dialogIn(page).waitFor({ state: 'detached' })
      expect(await layout(page)).toEqual(before)
      await sheet.evaluate((element) => (element as Element).remove())
      expect(pageErrors).toEqual([])
    },
  )
})

test("under style-src 'self' the dialog has its styles, and the browser reports nothing", async () => {
  const { page, pageErrors, leave } = await visit('', { dialog: 'bid' }, strict)
  await openDialog(page, 'Make offer')
  const { borderRadius, display } = await dialogIn(page).evaluate((element) => {
    const style = getComputedStyle(element)
    return { borderRadius: style.borderRadius, display: style.display }
  })
  expect({ borderRadius, display }).toEqual({ borderRadius: '14px', display: 'flex' })
  expect(await page.evaluate(() => document.querySelectorAll('style').length)).toBe(0)
  expect(pageErrors).toEqual([])
  await leave()
})

test('the page gets no event of what is done in a dialog, and does not scroll when the wheel turns over it', async () => {
  const { page, leave } = await visit('', { dialog: 'bid' })
  await page.evaluate(() => scrollTo(0, 300))
  await openDialog(page, 'Make offer')
  await page.evaluate(() => {
    ;(globalThis as unknown as { heard: string[] }).heard.length = 0
  })
  const price = dialogIn(page).getByLabel('Price', { exact: true })
  await price.click()
  await page.keyboard.type('0.5')
  await page.mouse.move(500, 400)
  await page.mouse.wheel(0, 400)
  await page.mouse.move(5, 5)
  await page.mouse.wheel(0, 400)
  await expect.poll(() => price.inputValue()).toBe('0.5')
  expect(await page.evaluate(() => (globalThis as unknown as { heard: string[] }).heard)).toEqual([])
  expect(await page.evaluate(() => scrollY)).toBe(300)
  await leave()
})

test('a host that styles the classes itself gets the dialogs in its own tree', async () => {
  const { page, leave } = await visit('.sluice-dialog { background: rgb(1, 2, 3) }', {
    options: { tree: 'light' },
  })
  await page.locator('#opener').click()
  await dialogIn(page).getByRole('button', { name: 'Buy now', exact: true }).waitFor()
  expect(await dialogIn(page).evaluate((element) => getComputedStyle(element).backgroundColor)).toBe(
    'rgb(1, 2, 3)',
  )
  expect(await page.locator('[data-sluice-dialogs]').count()).toBe(0)
  await leave()
})

test('inline, the same content is part of the page: no overlay, no focus trap, nothing inert', async () => {
  const { page, pageErrors, leave } = await visit(hostileStyles['rules for each element'] ?? '', {
    inline: true,
  })
  const part = page.getByRole('region', { name: /^Buy / })
  await part.getByRole('button', { name: 'Buy now' }).waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.locator('[inert]').count()).toBe(0)
  expect(await part.getByRole('button', { name: 'Close' }).count()).toBe(0)
  await page.getByLabel('Search').focus()
  expect(await page.getByLabel('Search').evaluate((element) => element.matches(':focus'))).toBe(true)
  expect(await part.getByRole('heading').evaluate((element) => getComputedStyle(element).fontSize)).toBe(
    '18px',
  )
  await screenshot(page, 'host-inline')
  expect(pageErrors).toEqual([])
  await leave()
})

test('after connecting from inside a dialog, the dialog continues', async () => {
  const { page, leave } = await visit('', { connected: false })
  await page.locator('#opener').click()
  await dialogIn(page).getByRole('button', { name: 'Connect wallet' }).click()
  await dialogIn(page).getByRole('button', { name: 'Buy now', exact: true }).waitFor()
  expect(await dialogIn(page).count()).toBe(1)
  await page.goBack()
  await dialogIn(page).waitFor({ state: 'detached' })
  await leave()
})

test('Back closes an open dialog and leaves the page where it is; Forward does not open it again', async () => {
  const { page, leave } = await visit('')
  const address = page.url()
  await page.evaluate(() => history.pushState({ of: 'the page' }, '', '#second'))
  await page.locator('#opener').click()
  await dialogIn(page).getByRole('button', { name: 'Buy now', exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => history.state)).toMatchObject({ of: 'the page' })
  await page.goBack()
  await dialogIn(page).waitFor({ state: 'detached' })
  expect(page.url()).toBe(`${address}#second`)
  expect(await page.evaluate(() => history.state)).toEqual({ of: 'the page' })
  await page.goForward()
  expect(await dialogIn(page).count()).toBe(0)
  await page.goBack()
  // Closed by its own button, it leaves no history entry.
  await page.locator('#opener').click()
  await dialogIn(page).getByRole('button', { name: 'Close', exact: true }).click()
  await dialogIn(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => history.state)).toEqual({ of: 'the page' })
  await page.goBack()
  expect(page.url()).toBe(address)
  await leave()
})

/** How a page navigates while its dialog closes. Resolves when the dialog is done with its history entry. */
const navigations: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'in the same moment': (page) =>
    page.evaluate(() => {
      const tree = document.querySelector('[data-sluice-dialogs]')?.shadowRoot
      tree?.querySelector<HTMLElement>('.sluice-dialog-close')?.click()
      history.pushState({ of: 'the next page' }, '', '#next')
    }),
  'while the dialog goes back from its entry': async (page) => {
    const outcome = await page.evaluateHandle(() => {
      for (const object of [history, navigation] as { back: (...given: unknown[]) => unknown }[]) {
        const back = object.back.bind(object)
        object.back = (...given) => {
          object.back = back
          const asked = back(...given)
          history.pushState({ of: 'the next page' }, '', '#next')
          return asked
        }
      }
      const heard = new Promise((resolve) => {
        navigation.addEventListener('navigateerror', resolve, { once: true })
        addEventListener('popstate', resolve, { once: true })
      })
      return { heard }
    })
    await dialogIn(page).getByRole('button', { name: 'Close', exact: true }).click()
    await outcome.evaluate(({ heard }) => heard.then(() => undefined))
  },
}

test.each(Object.entries(navigations))(
  'a page that navigates as its dialog closes stays where it went, and one Back leads to where it was: %s',
  async (_when, navigate) => {
    const { page, leave } = await visit('')
    const address = page.url()
    await page.evaluate(() => history.pushState({ of: 'the page' }, '', '#second'))
    await page.locator('#opener').click()
    await dialogIn(page).getByRole('button', { name: 'Buy now', exact: true }).waitFor()
    await page.waitForFunction(() => history.state?.sluiceDialog !== undefined)
    await navigate(page)
    await dialogIn(page).waitFor({ state: 'detached' })
    const at = () => page.evaluate(() => [location.href, history.state])
    expect(await at()).toEqual([`${address}#next`, { of: 'the next page' }])
    await page.goBack()
    await expect.poll(at).toEqual([`${address}#second`, { of: 'the page' }])
    await page.goBack()
    expect(page.url()).toBe(address)
    await leave()
  },
)

test('a dialog that closes does not stop its page from leaving for another document', async () => {
  const { page, leave } = await visit('')
  await page.locator('#opener').click()
  await dialogIn(page).getByRole('button', { name: 'Buy now', exact: true }).waitFor()
  await page.waitForFunction(() => history.state?.sluiceDialog !== undefined)
  await page.evaluate(() => {
    const tree = document.querySelector('[data-sluice-dialogs]')?.shadowRoot
    tree?.querySelector<HTMLElement>('.sluice-dialog-close')?.click()
    location.assign('?next')
  })
  await page.waitForURL(/[?]next$/)
  await leave()
})

test('a host that owns the history gets no entries of dialogs in it', async () => {
  const { page, leave } = await visit('', { options: { closeOnBack: false } })
  const length = () => page.evaluate(() => history.length)
  const before = await length()
  await page.locator('#opener').click()
  await dialogIn(page).getByRole('button', { name: 'Buy now', exact: true }).waitFor()
  expect(await length()).toBe(before)
  await leave()
})
