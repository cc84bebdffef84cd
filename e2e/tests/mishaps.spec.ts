import type { Locator } from 'playwright-core'
import { erc721Abi } from 'viem'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { listToken, type PostedOrder } from '../support/listing.ts'
import { confirmAll, connect, openListing, openPurchase, trade } from '../support/market.ts'
import {
  account,
  chain,
  freshToken,
  freshTokens,
  openPath,
  ownerOf,
  providerToken,
  tokenPath,
  until,
  visit,
  writer,
} from '../support/scene.ts'
import { checkState } from '../support/states.ts'

const browser = await sharedBrowser()

const untouched = /no money moved|Nothing was|nothing was/i
const button = (place: Locator, name: string) => place.getByRole('button', { name })

async function atPurchase(price: string) {
  const token = await freshToken(chain(), 'Chloe')
  const lot = await listToken(chain(), 'Chloe', token, price)
  const visitor = await visit(browser, 'Ben', chain(), tokenPath(token))
  await connect(visitor.page)
  return { visitor, lot, dialog: await openPurchase(visitor.page) }
}

/** Another account buys it in the meantime. */
async function takeFirst(lot: PostedOrder): Promise<void> {
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
}

const alertOf = async (dialog: Locator): Promise<string> => {
  const alert = dialog.getByRole('alert').first()
  await alert.waitFor({ timeout: 30_000 })
  return alert.innerText()
}

test('when another buyer is faster, the transaction reverts and the page says that only the network fee was spent', async () => {
  const { visitor, lot, dialog } = await atPurchase('0.042')
  await button(dialog, 'Buy now').click()
  visitor.wallet.next('unestimated')
  visitor.wallet.whilePrompting(async () => {
    visitor.wallet.whilePrompting(undefined)
    await takeFirst(lot)
  })
  await button(dialog, 'Confirm in wallet').click()
  const told = await alertOf(dialog)
  expect(told).toMatch(/failed on chain/i)
  expect(told).toMatch(/only the network fee/i)
  await checkState(visitor.page, 'buy-reverted')
  expect(await ownerOf(chain(), lot.contract, lot.tokenId)).toBe(account('Elif').address)
  await visitor.leave()
})

test('when a token of the cart is sold while the wallet is open, the page says what was bought and keeps the rest', async () => {
  const tokens = await freshTokens(chain(), 'Chloe', 2)
  const lots: PostedOrder[] = []
  for (const token of tokens) lots.push(await listToken(chain(), 'Chloe', token, '0.045'))
  const [gone, left] = lots as [PostedOrder, PostedOrder]
  const visitor = await visit(browser, 'Ben', chain())
  const { page, wallet } = visitor
  await connect(page)
  for (const { contract, tokenId } of tokens) {
    await openPath(page, tokenPath({ contract, tokenId }))
    await button(trade(page), 'Add to cart').click()
    await button(trade(page), 'In cart').waitFor()
  }
  await page.getByRole('button', { name: 'Cart, 2 items' }).click()
  const cart = page.getByRole('dialog', { name: 'Cart' })
  await button(cart, 'Buy 2 now').click()
  wallet.next('unestimated')
  wallet.whilePrompting(async () => {
    wallet.whilePrompting(undefined)
    await takeFirst(gone)
  })
  await button(cart, 'Confirm in wallet').click()
  await cart.getByText('1 of 2 was bought.').waitFor({ timeout: 30_000 })
  expect(await cart.getByText('They are yours').count()).toBe(0)
  await checkState(page, 'cart-partly')
  expect(await ownerOf(chain(), gone.contract, gone.tokenId)).toBe(account('Elif').address)
  expect(await ownerOf(chain(), left.contract, left.tokenId)).toBe(account('Ben').address)
  await button(cart, 'Done').click()
  await page.getByRole('button', { name: 'Cart, 1 item', exact: true }).waitFor()
  await visitor.leave()
})

test('a token that leaves the account while it is being listed is said to be gone, and is not tried again', async () => {
  const token = await freshToken(chain(), 'Chloe')
  const visitor = await visit(browser, 'Chloe', chain(), tokenPath(token))
  const { page, wallet } = visitor
  await connect(page)
  const dialog = await openListing(page, '0.6')
  const [from, to] = [account('Chloe').address, account('Elif').address]
  // When the form was sent already: before that the dialog itself would say so.
  await page.route('**/execute/list/**', async (route) => {
    await writer(chain(), 'Chloe').write({
      address: token.contract,
      abi: erc721Abi,
      functionName: 'transferFrom',
      args: [from, to, token.tokenId],
    })
    await until(
      async () => (await providerToken(chain(), token.contract, token.tokenId))?.token.owner === to,
      'the provider did not learn of the transfer',
    )
    await route.continue()
  })
  await button(dialog, 'List for sale').click()
  const told = await alertOf(dialog)
  expect(told).toContain('You no longer hold this token')
  expect(told).toMatch(untouched)
  expect(await button(dialog, 'Try again').count()).toBe(0)
  expect(await button(dialog, 'Back').count()).toBe(0)
  await checkState(page, 'list-gone')
  expect(wallet.prompts).toEqual([])
  await visitor.leave()
})

test('offline, provider down, wallet refusal: each says that no money moved, and the purchase can be retried', async () => {
  const { visitor, lot, dialog } = await atPurchase('0.044')
  const { page, wallet } = visitor
  const retry = () => button(dialog, 'Try again').click()
  const plans = '**/execute/**'
  await page.context().setOffline(true)
  await button(dialog, 'Buy now').click()
  expect(await alertOf(dialog)).toMatch(untouched)
  await page.context().setOffline(false)
  await page.route(plans, (route) => route.abort('connectionrefused'))
  const failed = page.waitForEvent('requestfailed')
  await retry()
  await failed
  expect(await alertOf(dialog)).toMatch(untouched)
  expect(wallet.prompts).toEqual([])
  await page.unroute(plans)
  await retry()
  wallet.next('refuse')
  await button(dialog, 'Confirm in wallet').click()
  expect(await alertOf(dialog)).toMatch(untouched)
  await retry()
  await confirmAll(dialog, 'It is yours')
  expect(await ownerOf(chain(), lot.contract, lot.tokenId)).toBe(account('Ben').address)
  await visitor.leave()
})

test('a purchase that the buyer rejects in the wallet is not an error, and the market shows no warning', async () => {
  const { visitor, dialog } = await atPurchase('0.045')
  const { page, wallet } = visitor
  const said: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) said.push(message.text())
  })
  await button(dialog, 'Buy now').click()
  wallet.next('refuse')
  await button(dialog, 'Confirm in wallet').click()
  expect(await alertOf(dialog)).toMatch(untouched)
  await button(dialog, 'Try again').click()
  await confirmAll(dialog, 'It is yours')
  expect(said).toEqual([])
  expect(visitor.pageErrors).toEqual([])
  await visitor.leave()
})
