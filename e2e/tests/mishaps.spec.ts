import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../support/browser.ts'
import { listToken } from '../support/listing.ts'
import { confirmAll, connect, openListing, openPurchase } from '../support/market.ts'
import {
  account,
  chainAt,
  freshToken,
  ownerOf,
  providerToken,
  until,
  type Visitor,
  visit,
  writer,
} from '../support/scene.ts'
import { inState } from '../support/states.ts'

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser?.close())

const chain = () => chainAt(0)
const button = (place: Locator, name: string) => place.getByRole('button', { name })

async function atPurchase(price: string) {
  const token = await freshToken(chain(), 'Chloe')
  const lot = await listToken(chain(), 'Chloe', token, price)
  const visitor = await visit(browser, 'Ben', chain(), `/${chain().slug}/${token.contract}/${token.tokenId}`)
  await connect(visitor.page)
  return { visitor, lot, dialog: await openPurchase(visitor.page) }
}

const alertOf = async (dialog: Locator): Promise<string> => {
  const alert = dialog.getByRole('alert').first()
  await alert.waitFor({ timeout: 30_000 })
  return alert.innerText()
}

test('a double click buys once', async () => {
  const { visitor, lot, dialog } = await atPurchase('0.041')
  await button(dialog, 'Buy now').dblclick()
  await button(dialog, 'Confirm in wallet').waitFor()
  await button(dialog, 'Confirm in wallet').dblclick()
  await confirmAll(dialog, 'It is yours')
  expect(visitor.wallet.prompts).toHaveLength(1)
  expect(await ownerOf(chain(), lot.contract, lot.tokenId)).toBe(account('Ben').address)
  await visitor.leave()
})

test('somebody is faster: the transaction fails on chain, and the page says that only the network fee is gone', async () => {
  const { visitor, lot, dialog } = await atPurchase('0.042')
  await button(dialog, 'Buy now').click()
  visitor.wallet.next('unestimated')
  visitor.wallet.whilePrompting(async () => {
    visitor.wallet.whilePrompting(undefined)
    const faster = writer(chain(), 'Elif')
    const response = await fetch(`${chain().baseApiUrl}/execute/buy/v7`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        items: [{ token: `${lot.contract}:${lot.tokenId}` }],
        taker: faster.account.address,
      }),
    })
    const plan = (await response.json()) as {
      steps: { items: { data: { to: `0x${string}`; data: `0x${string}`; value?: string } }[] }[]
    }
    const { data } = plan.steps.flatMap(({ items }) => items).at(-1) as never as {
      data: { to: `0x${string}`; data: `0x${string}`; value?: string }
    }
    await faster.send({ to: data.to, data: data.data, value: BigInt(data.value ?? '0') })
  })
  await button(dialog, 'Confirm in wallet').click()
  const told = await alertOf(dialog)
  expect(told).toMatch(/failed on chain/i)
  expect(told).toMatch(/only the network fee/i)
  await inState(visitor.page, 'buy-reverted')
  expect(await ownerOf(chain(), lot.contract, lot.tokenId)).toBe(account('Elif').address)
  await visitor.leave()
})

test('a transaction that is cancelled in the wallet ends as cancelled, not as bought', async () => {
  const { visitor, lot, dialog } = await atPurchase('0.043')
  await button(dialog, 'Buy now').click()
  visitor.wallet.next('replaced')
  await button(dialog, 'Confirm in wallet').click()
  expect(await alertOf(dialog)).toMatch(/cancelled/i)
  await inState(visitor.page, 'buy-cancelled')
  expect(await ownerOf(chain(), lot.contract, lot.tokenId)).toBe(account('Chloe').address)
  await visitor.leave()
})

test('offline: nothing is asked of the wallet, and the purchase goes on when the connection is back', async () => {
  const { visitor, lot, dialog } = await atPurchase('0.044')
  await visitor.page.context().setOffline(true)
  await button(dialog, 'Buy now').click()
  expect(await alertOf(dialog)).toMatch(/cannot be reached|connection/i)
  expect(visitor.wallet.prompts).toEqual([])
  await inState(visitor.page, 'buy-offline')
  await visitor.page.context().setOffline(false)
  await button(dialog, 'Try again').click()
  const again = button(dialog, 'Buy now')
  await again.or(button(dialog, 'Confirm in wallet')).first().waitFor()
  if (await again.isVisible()) await again.click()
  await confirmAll(dialog, 'It is yours')
  expect(await ownerOf(chain(), lot.contract, lot.tokenId)).toBe(account('Ben').address)
  await visitor.leave()
})

test('a reload between signature and post loses nothing: the same bytes are posted, and nobody is asked again', async () => {
  const token = await freshToken(chain(), 'Dev')
  const visitor: Visitor = await visit(
    browser,
    'Dev',
    chain(),
    `/${chain().slug}/${token.contract}/${token.tokenId}`,
  )
  const { page, wallet } = visitor
  await connect(page)
  const dialog = await openListing(page, '0.61')
  await page.route('**/order/v*', () => {
    // The post hangs until the page is gone.
  })
  const posting = page.waitForRequest(/\/order\/v/)
  await button(dialog, 'List for sale').click()
  const progress = dialog.getByText('Publishing', { exact: true })
  for (;;) {
    await button(dialog, 'Confirm in wallet').or(progress).first().waitFor({ timeout: 30_000 })
    if (await progress.isVisible()) break
    await button(dialog, 'Confirm in wallet').click()
    await button(dialog, 'Confirm in wallet').waitFor({ state: 'hidden' })
  }
  await posting
  const before = wallet.prompts.length
  await page.unroute('**/order/v*')
  await page.reload()
  const note = page.getByRole('status').filter({ hasText: 'While you were away' })
  await note.getByText('published.').waitFor({ timeout: 30_000 })
  await until(
    async () =>
      (await providerToken(chain(), token.contract, token.tokenId))?.market.floorAsk.price?.amount.raw ===
      '610000000000000000',
    'the listing was not posted after the reload',
  )
  expect(wallet.prompts).toHaveLength(before)
  await visitor.leave()
})

test('two tabs: the second is told that the trade is under way in the first', async () => {
  const { visitor, dialog } = await atPurchase('0.045')
  const { page, wallet } = visitor
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  wallet.whilePrompting(() => held)
  await button(dialog, 'Buy now').click()
  await button(dialog, 'Confirm in wallet').click()
  await dialog.getByRole('list', { name: 'Progress' }).waitFor()

  const second = await page.context().newPage()
  await wallet.install(second)
  await second.goto(page.url())
  const other = await openPurchase(second)
  await button(other, 'Buy now').click()
  const confirm = button(other, 'Confirm in wallet')
  await confirm.or(other.getByRole('alert')).first().waitFor({ timeout: 30_000 })
  if (await confirm.isVisible()) await confirm.click()
  expect(await alertOf(other)).toMatch(/already under way/i)
  expect(wallet.prompts).toHaveLength(1)
  wallet.whilePrompting(undefined)
  letGo()
  await confirmAll(dialog, 'It is yours')
  await visitor.leave()
})
