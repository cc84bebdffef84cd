import { cancelOrders } from '@sluice/seaport'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { listToken, repriceToken } from '../support/listing.ts'
import { confirmAll, connect, openListing, openPurchase } from '../support/market.ts'
import { chainAt, freshToken, ownerOf, shoot, until, type Visitor, visit, writer } from '../support/scene.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const chain = () => chainAt(0)
const untouched = /no money moved|Nothing was|nothing was/i

/** Ben before the dialog of a token that Chloe lists. */
async function atPurchase(): Promise<{
  visitor: Visitor
  dialog: Locator
  lot: Awaited<ReturnType<typeof listToken>>
}> {
  const token = await freshToken(chain(), 'Chloe')
  const lot = await listToken(chain(), 'Chloe', token, '0.3')
  const visitor = await visit(browser, 'Ben', chain(), `/${chain().slug}/${token.contract}/${token.tokenId}`)
  await connect(visitor.page)
  return { visitor, dialog: await openPurchase(visitor.page), lot }
}
const buy = (dialog: Locator) => dialog.getByRole('button', { name: 'Buy now' }).click()
const confirm = (dialog: Locator) => dialog.getByRole('button', { name: 'Confirm in wallet' }).click()

test('a wallet that refuses: nothing moved, and the second try succeeds', async () => {
  const { visitor, dialog, lot } = await atPurchase()
  visitor.wallet.next('refuse')
  await buy(dialog)
  await confirm(dialog)
  const alert = dialog.getByRole('alert')
  await alert.waitFor()
  expect(await alert.innerText()).toMatch(/refused/i)
  expect(await alert.innerText()).toMatch(untouched)
  await shoot(visitor.page, 'buy-refused')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  const again = dialog.getByRole('button', { name: 'Buy now' })
  if (await again.isVisible()) await again.click()
  await confirmAll(dialog, 'It is yours')
  expect(await ownerOf(chain(), lot.contract, lot.tokenId)).toBe(visitor.wallet.account.address.toLowerCase())
  await visitor.leave()
})

test('a price that rose since it was shown never reaches the wallet', async () => {
  const { visitor, dialog, lot } = await atPurchase()
  await repriceToken(chain(), 'Chloe', lot, '0.9')
  await buy(dialog)
  const alert = dialog.getByRole('alert')
  await alert.waitFor({ timeout: 20_000 })
  expect(await alert.innerText()).toMatch(/price|no longer|meanwhile/i)
  expect(await alert.innerText()).toMatch(untouched)
  expect(visitor.wallet.prompts).toEqual([])
  await shoot(visitor.page, 'buy-price-moved')
  await visitor.leave()
})

test('a token that was withdrawn meanwhile ends in a sentence, not in a transaction', async () => {
  const { visitor, dialog, lot } = await atPurchase()
  const { to, data } = cancelOrders(chain().contracts.seaport, [lot.order])
  await writer(chain(), 'Chloe').send({ to, data })
  await buy(dialog)
  const alert = dialog.getByRole('alert')
  await alert.waitFor({ timeout: 20_000 })
  expect(await alert.innerText()).toMatch(untouched)
  expect(visitor.wallet.prompts).toEqual([])
  await shoot(visitor.page, 'buy-withdrawn')
  await visitor.leave()
})

test('a provider that cannot be reached: a sentence, and a way back when it returns', async () => {
  const { visitor, dialog } = await atPurchase()
  await visitor.page.route('**/execute/**', (route) => route.abort('connectionrefused'))
  await buy(dialog)
  const alert = dialog.getByRole('alert')
  await alert.waitFor({ timeout: 60_000 })
  expect(await alert.innerText()).toMatch(/cannot be reached/i)
  expect(await alert.innerText()).toMatch(untouched)
  await shoot(visitor.page, 'buy-provider-down')
  await visitor.page.unroute('**/execute/**')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  const again = dialog.getByRole('button', { name: 'Buy now' })
  if (await again.isVisible()) await again.click()
  await confirmAll(dialog, 'It is yours')
  await visitor.leave()
})

test('a provider that turns the purchase to another address is stopped with a red card', async () => {
  const { visitor, dialog } = await atPurchase()
  await visitor.page.route('**/execute/buy/v7', async (route) => {
    const response = await route.fetch()
    const body = await response.json()
    for (const step of body.steps)
      for (const item of step.items) if (item.data?.to) item.data.to = `0x${'66'.repeat(20)}`
    await route.fulfill({ response, json: body })
  })
  await buy(dialog)
  await dialog.getByText('Stopped before your wallet opened').first().waitFor({ timeout: 20_000 })
  expect(await dialog.getByRole('button', { name: 'Confirm in wallet' }).count()).toBe(0)
  expect(visitor.wallet.prompts).toEqual([])
  await shoot(visitor.page, 'buy-blocked')
  await visitor.leave()
})

test('a wallet on the other chain is asked to switch before it is asked to pay', async () => {
  const token = await freshToken(chain(), 'Dev')
  const visitor = await visit(
    browser,
    'Dev',
    chainAt(1),
    `/${chain().slug}/${token.contract}/${token.tokenId}`,
  )
  await connect(visitor.page)
  const dialog = await openListing(visitor.page, '0.5')
  await dialog.getByRole('button', { name: 'List for sale' }).click()
  await confirmAll(dialog, 'Listed')
  expect(new Set(visitor.wallet.prompts.map(({ chainId }) => chainId))).toEqual(new Set([chain().id]))
  await visitor.leave()
})

test('the page shows what the chain says after a sale elsewhere', async () => {
  const token = await freshToken(chain(), 'Elif')
  await listToken(chain(), 'Elif', token, '0.21')
  const visitor = await visit(browser, 'Ben', chain(), `/${chain().slug}/${token.contract}/${token.tokenId}`)
  await visitor.page.getByText('0.21').first().waitFor()
  await until(
    async () => (await visitor.page.getByRole('button', { name: 'Buy now' }).count()) > 0,
    'no way to buy',
  )
  await visitor.leave()
})
