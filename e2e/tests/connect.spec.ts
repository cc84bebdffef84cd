import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { chainAt, visit } from '../support/scene.ts'
import { inState } from '../support/states.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const projectId = '0123456789abcdef0123456789abcdef'
type Call = { readonly id: number; readonly method: string; readonly params: { readonly topics?: unknown[] } }

/** The relay is somebody else's server, so that one stands in its place here which answers and passes nothing on. */
test('with a project of WalletConnect its wallets are offered: the relay is asked for that project, and a code is shown to scan', async () => {
  const { page, faults, leave } = await visit(browser, 'Ben', chainAt(0))
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
  await inState(page, 'connect-scan')
  // The library came with the click, and with nothing before it.
  expect(scripts.length).toBeGreaterThan(before)
  expect(new URL(asked.url).searchParams.get('projectId')).toBe(projectId)
  expect(faults).toEqual([])
  await leave()
})
