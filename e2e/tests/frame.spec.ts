import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { buildHost, type Host, serveFolder } from '../support/host.ts'
import { listToken } from '../support/listing.ts'
import { confirmAll } from '../support/market.ts'
import {
  account,
  chain,
  collectionOf,
  freshToken,
  injectSettings,
  openVisitor,
  ownerOf,
  screenshot,
  until,
} from '../support/scene.ts'

const browser = await sharedBrowser()
let shop: Host
let dialogs: Host
let otherHost: Host
beforeAll(async () => {
  const built = await buildHost({ folder: 'apps/plain', pages: ['shop.html', 'frame.html'], react18: true })
  shop = await serveFolder(built)
  dialogs = await serveFolder(built, { 'content-security-policy': `frame-ancestors ${shop.url}` })
  otherHost = await serveFolder(built)
})
afterAll(async () => {
  await Promise.all([shop, dialogs, otherHost].map((host) => host?.close()))
})

type Heard = readonly (readonly [string, unknown])[]
const heardBy = (page: Page): Promise<Heard> =>
  page.evaluate(() => (globalThis as unknown as { heard: Heard }).heard)

/** A page of `holder` that embeds the frame. Ben's wallet is in the page, as an extension would inject it. */
async function hold(holder: Host, address: string) {
  const viewport = { width: 900, height: 900 }
  const visitor = await openVisitor(browser, 'Ben', chain(), { viewport, walletName: 'Wallet of the page' })
  const { page } = visitor
  await injectSettings(page, { chain: chain().config, origins: [shop.url] })
  await page.goto(`${holder.url}/shop.html?frame=${encodeURIComponent(address)}`)
  return { ...visitor, frame: page.frameLocator('iframe').first() }
}

test('a page buys through a frame of another origin: its wallet is asked, the guards run in the frame, and the page gets an event', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.19')
  const query = `show=buy&token=${token.contract}:${token.tokenId}&chain=${chain().id}&scheme=dark&language=de`
  const { page, wallet, pageErrors, frame, leave } = await hold(shop, `${dialogs.url}/frame.html?${query}`)
  const opener = frame.getByRole('button', { name: 'Jetzt kaufen' })
  await opener.click()
  const dialog = frame.getByRole('dialog', { name: /kaufen/ })
  await dialog.getByRole('button', { name: 'Wallet verbinden' }).click()
  // The extension is in the frame too, with the same name: the one of the page is used.
  const choice = frame.getByRole('dialog', { name: 'Wallet verbinden' })
  await choice.getByRole('button', { name: 'Wallet of the page' }).waitFor()
  expect(await choice.getByRole('button', { name: 'Wallet of the page' }).count()).toBe(1)
  await choice.getByRole('button', { name: 'Wallet of the page' }).click()
  await dialog.getByRole('button', { name: 'Jetzt kaufen' }).waitFor()
  const room = async () => (await page.locator('iframe').boundingBox())?.height ?? 0
  const needs = async () => (await dialog.boundingBox())?.height ?? 0
  await until(
    async () => Math.abs((await room()) - (await needs())) <= 1 && (await room()) > 200,
    'the frame is not as high as its dialog',
  )
  expect(await dialog.evaluate((element) => getComputedStyle(element).colorScheme)).toBe('dark')
  await screenshot(page, 'frame-ready')
  await dialog.getByRole('button', { name: 'Jetzt kaufen' }).click()
  await confirmAll(dialog, 'Gekauft', 'In der Wallet bestätigen')
  expect(await ownerOf(chain(), token.contract, token.tokenId)).toBe(account('Ben').address)
  expect(wallet.prompts.map(({ method }) => method)).toEqual(['eth_sendTransaction'])
  await dialog.getByRole('button', { name: 'Fertig' }).click()
  await opener.waitFor()
  await until(async () => (await room()) < 100, 'the frame stays high after its dialog is gone')
  const heard = await heardBy(page)
  expect(heard.map(([name]) => name)).toEqual([
    'sluice:open',
    'sluice:close',
    'sluice:open',
    'sluice:done',
    'sluice:close',
  ])
  expect(heard[3]?.[1]).toMatchObject({
    action: 'buy',
    kind: 'purchase_complete',
    status: 'complete',
    chainId: chain().id,
  })
  expect(pageErrors).toEqual([])
  await leave()
})

test('a page that is not allowed gets a message and no dialog, and one that may not embed the frame gets nothing', async () => {
  const query = `show=sweep&collection=${collectionOf(chain())}&chain=${chain().id}`
  const { page, wallet, frame, leave } = await hold(otherHost, `${shop.url}/frame.html?${query}`)
  await frame.getByText('This cannot be shown here').waitFor()
  expect(await frame.getByRole('button').count()).toBe(0)
  expect(await heardBy(page)).toEqual([])
  const barred = page.waitForEvent('requestfailed', (request) => request.url().startsWith(dialogs.url))
  await page.goto(
    `${otherHost.url}/shop.html?frame=${encodeURIComponent(`${dialogs.url}/frame.html?${query}`)}`,
  )
  expect((await barred).failure()?.errorText).toMatch(/BLOCKED_BY_RESPONSE/)
  expect(wallet.prompts).toEqual([])
  await leave()
})

test("messages from other windows are ignored, and invalid parameters of the frame's address are rejected", async () => {
  const query = `show=cart&chain=${chain().id}`
  const { page, frame, leave } = await hold(shop, `${dialogs.url}/frame.html?${query}`)
  // A foreign window beside the frame answers faster and more often than the page.
  await page.route(`${otherHost.url}/shout.html`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<body><script>
        let heard = 0
        for (let i = 0; i < 50; i++) {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => { heard += 1; document.title = 'heard' }
          parent.frames[0].postMessage('sluice-host/1', '*', [port2])
          parent.frames[0].postMessage({ type: 'wallets' }, '*')
        }
        document.body.textContent = 'shouted'
      </script></body>`,
    }),
  )
  await frame.getByRole('button', { name: /^Cart/ }).waitFor()
  await page.evaluate((url) => {
    const other = document.createElement('iframe')
    other.src = url
    document.body.append(other)
  }, `${otherHost.url}/shout.html`)
  const loud = page.frameLocator('iframe').last()
  await loud.getByText('shouted').waitFor()
  await frame.getByRole('button', { name: /^Cart/ }).click()
  await frame.getByText('Your cart is empty').waitFor()
  expect(await loud.locator('title').count()).toBe(0)
  for (const wrong of [
    `show=cart&chain=${chain().id}&onload=alert(1)`,
    'show=script&chain=1',
    'show=cart&show=buy',
  ]) {
    await page.goto(`${shop.url}/shop.html?frame=${encodeURIComponent(`${dialogs.url}/frame.html?${wrong}`)}`)
    await frame.getByText('This cannot be shown here').waitFor()
  }
  await leave()
})

test('a frame that requests more than trading needs is refused, and one that sends invalid messages is disconnected', async () => {
  const { page, wallet, leave } = await openVisitor(browser, 'Ben', chain())
  // Foreign code takes the place of the dialogs.
  await page.route(`${dialogs.url}/rogue.html`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<ol></ol><script>
        const say = (text) => document.querySelector('ol').append(Object.assign(document.createElement('li'), { textContent: text }))
        addEventListener('message', ({ data, ports: [port] }) => {
          if (!port) return parent.postMessage('sluice-frame/1', '*')
          port.onmessage = ({ data }) => {
            const told = JSON.parse(data)
            if (told.type === 'wallets' && told.wallets.length > 0) {
              const { uuid } = told.wallets[0]
              const ask = (id, method, params = [], of = uuid) => port.postMessage(JSON.stringify({ type: 'request', id, uuid: of, method, params }))
              ask(1, 'eth_sign', ['0x', '0x'])
              ask(2, 'eth_accounts', [], 'nobody')
              ask(3, 'eth_chainId')
              return
            }
            say(told.type === 'failure' ? told.id + ' ' + told.error.code : told.type + ' ' + (told.id ?? ''))
            if (told.id === 3) { port.postMessage('{"type":"size","height":-1}'); ask4() }
            function ask4() { port.postMessage(JSON.stringify({ type: 'request', id: 4, uuid: 'x', method: 'eth_accounts', params: [] })) }
          }
        })
        parent.postMessage('sluice-frame/1', '*')
      </script>`,
    }),
  )
  await page.goto(`${shop.url}/shop.html?frame=${encodeURIComponent(`${dialogs.url}/rogue.html`)}`)
  const frame = page.frameLocator('iframe')
  await frame.getByText('end').waitFor()
  expect(await frame.getByRole('listitem').allInnerTexts()).toEqual(
    ['1 4200', '2 4900', 'result 3', 'end '].map((text) => text.trim()),
  )
  expect(await heardBy(page)).toEqual([['refused', 'it sent something that is not a message of a dialog.']])
  expect(wallet.prompts).toEqual([])
  await leave()
})
