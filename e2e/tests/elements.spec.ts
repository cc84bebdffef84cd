import { afterAll, beforeAll, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { buildHost, type Host, serveFolder } from '../support/host.ts'
import { listToken } from '../support/listing.ts'
import { confirmAll } from '../support/market.ts'
import {
  account,
  chainAt,
  freshToken,
  injectSettings,
  openVisitor,
  ownerOf,
  screenshot,
} from '../support/scene.ts'

const browser = await sharedBrowser()
let host: Host
beforeAll(async () => {
  host = await serveFolder(await buildHost({ folder: 'apps/plain' }))
})
afterAll(() => host?.close())

test("a page without React buys through a custom element, which keeps the page's styles out and the focus in", async () => {
  const chain = chainAt(0)
  const token = await freshToken(chain, 'Chloe')
  await listToken(chain, 'Chloe', token, '0.13')
  const { page, pageErrors, leave } = await openVisitor(browser, 'Ben', chain, { logged: true })
  await injectSettings(page, { token: `${token.contract}:${token.tokenId}`, chain: chain.config })
  await page.goto(host.url)
  const opener = page.getByRole('button', { name: 'Buy now' })
  const look = await opener.evaluate((element) => {
    const { letterSpacing, textTransform, borderRadius, fontFamily } = getComputedStyle(element)
    return { letterSpacing, textTransform, borderRadius, comic: fontFamily.includes('Comic') }
  })
  expect(look).toEqual({
    letterSpacing: 'normal',
    textTransform: 'none',
    borderRadius: '10px',
    comic: false,
  })

  await opener.click()
  const dialog = page.getByRole('dialog', { name: /^Buy / })
  await dialog.getByRole('button', { name: 'Connect wallet' }).click()
  await page
    .getByRole('dialog', { name: 'Connect wallet' })
    .getByRole('button', { name: 'Scripted Wallet' })
    .click()
  // It continues where it asked for a wallet.
  await dialog.getByRole('button', { name: 'Buy now' }).waitFor()
  await screenshot(page, 'elements-ready')
  const text = await dialog.evaluate((element) => {
    const { letterSpacing, textTransform, fontFamily } = getComputedStyle(element)
    return { letterSpacing, textTransform, comic: fontFamily.includes('Comic') }
  })
  expect(text).toEqual({ letterSpacing: 'normal', textTransform: 'none', comic: false })

  const names: string[] = []
  for (let count = 0; count < 6; count += 1) {
    await page.keyboard.press('Tab')
    names.push(
      await page.evaluate(() => {
        let active = document.activeElement
        while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
        return active?.closest('[role="dialog"]') === null ? 'outside' : 'inside'
      }),
    )
  }
  expect(new Set(names)).toEqual(new Set(['inside']))

  await dialog.getByRole('button', { name: 'Buy now' }).click()
  await confirmAll(dialog, 'It is yours')
  await screenshot(page, 'elements-complete')
  expect(await ownerOf(chain, token.contract, token.tokenId)).toBe(account('Ben').address)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Sale', { exact: true }).waitFor()
  expect(pageErrors).toEqual([])
  await leave()
})
