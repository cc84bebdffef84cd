import { encodeAbiParameters, type Hex, namehash, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { account, chainAt, dialogEntryRemoved, visit } from '../support/scene.ts'
import { checkPage, checkState } from '../support/states.ts'

const browser = await sharedBrowser()

const projectId = '0123456789abcdef0123456789abcdef'
type Call = { readonly id: number; readonly method: string; readonly params: { readonly topics?: unknown[] } }

type ResolverCall = { readonly id: number; readonly params: unknown }

/** A node with ENS's universal resolver, which resolves one name and no other. Several calls may come in one request. */
function nodeWithName(name: string, owner: Hex): (asked: ResolverCall | readonly ResolverCall[]) => object {
  const answer = ({ id, params }: ResolverCall) => {
    const known = JSON.stringify(params).includes(namehash(name).slice(2))
    const address = encodeAbiParameters([{ type: 'address' }], [known ? owner : zeroAddress])
    const result = encodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], [address, owner])
    return { jsonrpc: '2.0', id, result }
  }
  return (asked) => (Array.isArray(asked) ? asked.map(answer) : answer(asked as ResolverCall))
}

test('the search finds an account by its ENS name, and finds nothing when no mainnet node is configured', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chainAt(0))
  const search = page.getByRole('combobox', { name: /^Search/ })
  await search.fill('chloe.eth')
  await page.getByText('Nothing found').waitFor()
  const { address } = account('Chloe')
  const answer = nodeWithName('chloe.eth', address)
  await page.route('https://names.example/**', (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      json: answer(route.request().postDataJSON()),
    }),
  )
  await page.route('**/stack.json', async (route) => {
    const response = await route.fetch()
    const names = { rpcUrl: 'https://names.example/' }
    await route.fulfill({ response, json: { ...(await response.json()), names } })
  })
  await page.reload()
  await search.fill('nobody.eth')
  await page.getByText('This name does not exist').waitFor()
  await search.fill('Chloe.eth')
  await page.getByRole('option', { name: 'Chloe.eth' }).waitFor()
  await search.press('Enter')
  await page.getByRole('main').getByText(address).waitFor()
  await page.route('https://names.example/**', (route) => route.abort())
  await search.fill('dev.eth')
  await page.getByText('Names cannot be looked up right now').waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})

test('the search distinguishes a failed request from an empty result', async () => {
  const { page, leave } = await visit(browser, 'Ben', chainAt(0))
  await page.route(/\/collections\/v7/, (route) => route.abort())
  await page.getByRole('combobox', { name: /^Search/ }).fill('tide')
  const found = page.getByRole('search')
  await found.getByText('The market did not respond').waitFor()
  expect(await found.innerText()).not.toContain('Nothing found')
  await leave()
})

test('after Escape the arrows open the results of the search again, and a second Escape empties the field', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chainAt(0))
  const field = page.getByRole('combobox', { name: /^Search/ })
  const option = page.getByRole('listbox').getByRole('option').first()
  await field.fill('tide')
  await option.waitFor()
  await page.keyboard.press('Escape')
  await option.waitFor({ state: 'hidden' })
  expect(await field.inputValue()).toBe('tide')
  await page.keyboard.press('ArrowDown')
  await option.waitFor()
  expect(await field.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Escape')
  await option.waitFor({ state: 'hidden' })
  await field.click()
  await option.waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  expect(await field.inputValue()).toBe('')
  expect(pageErrors).toEqual([])
  await leave()
})

test('icons and names that wallets announce stay in their place, and nothing is fetched for them', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chainAt(0))
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  const svg = (width: number, height: number) =>
    `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%"/></svg>`)}`
  const announced = [
    { name: 'Wide', icon: svg(4_000, 40) },
    { name: 'High', icon: svg(40, 4_000) },
    { name: 'W'.repeat(100), icon: svg(512, 512) },
    { name: 'Spy', icon: 'https://tracker.example/icon.png' },
  ]
  await page.evaluate((wallets) => {
    const announce = () => {
      for (const { name, icon } of wallets) {
        const info = { uuid: name, name, icon, rdns: `example.${name.slice(0, 9)}` }
        const detail = { info, provider: { request: async () => [] } }
        window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }))
      }
    }
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }, announced)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect wallet' })
  await dialog.getByRole('button', { name: 'Spy' }).waitFor()
  const { x: left, width: room } = (await dialog.boundingBox())!
  const names = dialog.locator('.sluice-wallet-name')
  const begins = await names.evaluateAll((all) => all.map((name) => name.getBoundingClientRect().x))
  expect(new Set(begins).size, 'names begin at one line').toBe(1)
  for (const { name } of announced) {
    const button = dialog.getByRole('button', { name, exact: true })
    const { x, width, height } = (await button.boundingBox())!
    expect(x >= left && x + width <= left + room, `${name} beyond the dialog`).toBe(true)
    expect(height, `${name} takes two lines at most`).toBeLessThan(64)
    for (const icon of await button.locator('img').all()) {
      const box = (await icon.boundingBox())!
      expect([box.width, box.height], name).toEqual([28, 28])
    }
  }
  expect(await dialog.getByRole('button', { name: 'Spy' }).locator('img').count()).toBe(0)
  expect(fetched.filter((url) => url.includes('tracker.example'))).toEqual([])
  await checkState(page, 'connect-announced')
  expect(pageErrors).toEqual([])
  await leave()
})

/** Announces a wallet in the page; `window.show` is its owner, who unlocks it or locks it. */
const lockable = (account: string) => {
  const listeners = new Set<(accounts: readonly string[]) => void>()
  const shown = (): readonly string[] => JSON.parse(sessionStorage.getItem('shown') ?? '[]')
  const show = (accounts: readonly string[]) => {
    sessionStorage.setItem('shown', JSON.stringify(accounts))
    for (const listener of listeners) listener(accounts)
  }
  const provider = {
    request: async ({ method }: { method: string }) => {
      if (method === 'eth_requestAccounts') show([account])
      return method === 'eth_chainId' ? '0x1' : shown()
    },
    on: (event: string, listener: (accounts: readonly string[]) => void) => {
      if (event === 'accountsChanged') listeners.add(listener)
    },
    removeListener: (_: string, listener: (accounts: readonly string[]) => void) =>
      listeners.delete(listener),
  }
  const info = { uuid: 'lockable', name: 'Lockable', icon: '', rdns: 'test.lockable' }
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }))
  window.addEventListener('eip6963:requestProvider', announce)
  Object.assign(window, { show })
  announce()
}

test('a chosen wallet that is locked can be connected anew or disconnected, and is followed when it is unlocked', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chainAt(0))
  const { address } = account('Ben')
  const show = (accounts: readonly string[]) =>
    page.evaluate(
      (next) => (window as unknown as { show: (all: readonly string[]) => void }).show(next),
      accounts,
    )
  await page.addInitScript(lockable, address)
  await page.reload()
  const connect = page.getByRole('banner').getByRole('button', { name: 'Connect wallet' })
  const own = page.getByRole('banner').getByRole('link', { name: /^Your account, 0x/ })
  const main = page.getByRole('main')
  const isLocked = async () => {
    await connect.waitFor()
    await main.getByText('Connect a wallet to see').waitFor()
    await main.getByRole('button', { name: 'Disconnect' }).waitFor()
  }
  const isShown = async () => {
    await own.waitFor()
    await main.getByText(address).waitFor()
  }
  await connect.click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lockable' }).click()
  await dialogEntryRemoved(page)
  await own.click()
  await isShown()
  await show([])
  await isLocked()
  await page.reload()
  await isLocked()
  await checkPage(page, 'account-locked')
  await show([address])
  await isShown()
  await show([])
  await main.getByRole('button', { name: 'Connect wallet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lockable' }).click()
  await isShown()
  await show([])
  await main.getByRole('button', { name: 'Disconnect' }).click()
  await main.getByRole('button', { name: 'Disconnect' }).waitFor({ state: 'detached' })
  await show([address])
  await page.reload()
  await connect.waitFor()
  await main.getByText('Connect a wallet to see').waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})

/** Stands in for the relay, which is a third party's server: it accepts connections and forwards nothing. */
test('with a WalletConnect project id, the dialog contacts the relay and shows a QR code', async () => {
  const { page, pageErrors, leave } = await visit(browser, 'Ben', chainAt(0))
  const asked = { url: '' }
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  await page.routeWebSocket(/relay\.walletconnect\./, (socket) => {
    asked.url = socket.url()
    socket.onMessage((text) => {
      const { id, method, params } = JSON.parse(String(text)) as Call
      const result =
        method === 'irn_batchSubscribe'
          ? (params.topics ?? []).map(String)
          : method === 'irn_subscribe'
            ? 'subscription'
            : true
      socket.send(JSON.stringify({ id, jsonrpc: '2.0', result }))
    })
  })
  await page.route(/walletconnect\.(com|org)/, (route) => route.abort())
  await page.route('**/stack.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), walletConnect: { projectId } } })
  })
  await page.reload()
  await page.getByRole('banner').getByRole('button', { name: 'Connect wallet' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect wallet' })
  const before = scripts.length
  await dialog.getByRole('button', { name: 'WalletConnect' }).click()
  const code = dialog.getByText('Scan this with your wallet')
  await code.waitFor({ timeout: 30_000 })
  await checkState(page, 'connect-scan')
  // The library is loaded by the click, and not before it.
  expect(scripts.length).toBeGreaterThan(before)
  expect(new URL(asked.url).searchParams.get('projectId')).toBe(projectId)
  expect(pageErrors).toEqual([])
  await leave()
})

test.each([390, 320])(
  'a long word for "connect" leaves the header of a phone of %i pixels two rows',
  async (width) => {
    const phone = { locale: 'fr-FR', viewport: { width, height: 720 } }
    const { page, leave } = await visit(browser, 'Elif', chainAt(0), '', phone)
    const connect = page.getByRole('banner').getByRole('button', { name: 'Connecter un portefeuille' })
    const name = page.getByRole('banner').getByRole('link', { name: 'Sluice' })
    await connect.waitFor()
    const [button, word] = [await connect.boundingBox(), await name.boundingBox()]
    expect(button?.y).toBeLessThan((word?.y ?? 0) + (word?.height ?? 0))
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(width)
    await leave()
  },
)
