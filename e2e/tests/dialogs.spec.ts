import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { button, connected, walk } from '../support/dialogWalk.ts'
import { closeByKeyboard, openByKeyboard, press, tabTo, type } from '../support/keyboard.ts'
import { listToken } from '../support/listing.ts'
import { trade } from '../support/market.ts'
import { account, chain, freshToken, ownerOf, tokenPath, until, visit } from '../support/scene.ts'
import { checkState } from '../support/states.ts'

const browser = await sharedBrowser()

test('a double click on an opener opens the dialog once: the second click neither closes it, selects text nor presses a button', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.12')
  const visitor = await connected(browser, 'Ben', tokenPath(token))
  const { page } = visitor
  const dialog = page.getByRole('dialog', { name: /^Buy / })
  const start = button(dialog, 'Buy now')
  const click = async (place: Locator, clickCount: 1 | 2) => {
    const { x, y, width, height } = (await place.boundingBox())!
    await page.mouse.move(x + width / 2, y + height / 2)
    await page.mouse.down({ clickCount })
    await page.mouse.up({ clickCount })
  }
  const drawn = () =>
    page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  // Where the second click may land: beside the dialog, on its text, on one of its buttons.
  for (const landing of [page.locator('h1'), dialog.getByRole('heading'), start]) {
    const opener = button(trade(page), 'Buy now')
    await opener.scrollIntoViewIfNeeded()
    await click(opener, 1)
    await start.waitFor()
    await click(landing, 2)
    await drawn()
    expect(await start.isVisible()).toBe(true)
    expect(await page.evaluate(() => String(getSelection()))).toBe('')
    await click(start, 1)
    await button(dialog, 'Confirm in wallet').waitFor()
    await button(dialog, 'Back').click()
    await button(dialog, 'Close').first().click()
    await dialog.waitFor({ state: 'detached' })
  }
  await button(trade(page), 'Buy now').click()
  await start.waitFor()
  await page.mouse.click(4, 400)
  await dialog.waitFor({ state: 'detached' })
  await visitor.leave()
})

test('Buy: from connect to done', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.11')
  const visitor = await visit(browser, 'Ben', chain(), tokenPath(token))
  const { page } = visitor
  await button(trade(page), 'Buy now').click()
  const dialog = page.getByRole('dialog', { name: /^Buy / })
  await button(dialog, 'Connect wallet').waitFor()
  await checkState(page, 'buy-connect')
  await button(dialog, 'Close').click()
  const head = page.getByRole('banner', { includeHidden: true })
  const wallets = page.getByRole('dialog', { name: 'Connect wallet' })
  await openByKeyboard(page, button(page.getByRole('banner'), 'Connect wallet'), wallets)
  await press(button(wallets, 'Scripted Wallet'))
  await wallets.waitFor({ state: 'detached' })
  // The account replaces the button that opened the dialog: the focus stays beside it.
  await expect.poll(() => head.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await openByKeyboard(page, button(trade(page), 'Buy now'), dialog)
  await button(dialog, 'Buy now').waitFor()
  await checkState(page, 'buy-ready')
  await press(button(dialog, 'Buy now'))
  await walk(visitor, dialog, 'buy', 'It is yours')
  expect(await ownerOf(chain(), token.contract, token.tokenId)).toBe(account('Ben').address)
  // The element that opened the dialog is gone with the listing: the focus stays in its place on the page.
  const place = page.getByRole('region', { name: 'Trade', includeHidden: true })
  await place.getByText('Not for sale').waitFor()
  await press(button(dialog, 'Done'))
  await expect.poll(() => place.evaluate((region) => region.contains(document.activeElement))).toBe(true)
  await visitor.leave()
})

test('List: from an empty form to done, then changed, then cancelled', async () => {
  const token = await freshToken(chain(), 'Chloe')
  const visitor = await connected(browser, 'Chloe', tokenPath(token))
  const { page } = visitor
  const listing = page.getByRole('dialog', { name: /^List / })
  await openByKeyboard(page, button(trade(page), 'List for sale'), listing)
  const price = listing.getByLabel('Price', { exact: true })
  await price.fill('1,5')
  await listing.getByText('Enter the price as a number').waitFor()
  await checkState(page, 'list-invalid')
  await price.fill('0.0001')
  await listing.getByText('below the floor price').first().waitFor()
  await checkState(page, 'list-below-floor')
  await type(price, '0.5')
  await press(button(listing, 'List for sale'))
  await walk(visitor, listing, 'list', 'Listed')
  // A listed token is changed or cancelled first, in the same place: the focus stays there.
  const place = page.getByRole('region', { name: 'Trade', includeHidden: true })
  await place.getByText('This token is already listed.').waitFor()
  await press(button(listing, 'Done'))
  await expect.poll(() => place.evaluate((region) => region.contains(document.activeElement))).toBe(true)

  const edit = page.getByRole('dialog', { name: /^Change / })
  await openByKeyboard(page, button(trade(page), 'Change listing'), edit)
  await type(edit.getByLabel('New price'), '0.7')
  await checkState(page, 'edit-ready')
  await press(button(edit, 'Change listing'))
  await walk(visitor, edit, 'edit', 'Changed')
  await press(button(edit, 'Done'))

  await page.getByText('0.7').first().waitFor()
  const cancel = page.getByRole('dialog', { name: /^Cancel / })
  await openByKeyboard(page, button(page, 'Cancel'), cancel)
  await checkState(page, 'cancel-ready')
  await closeByKeyboard(cancel, 'Keep listing', button(page, 'Cancel'))
  await page.keyboard.press('Enter')
  await press(button(cancel, 'Cancel listing'))
  // The card names what is cancelled: the token and its price, read from the order itself.
  await cancel
    .getByText(/^Cancels.*#\d+.*0\.7\sETH/)
    .first()
    .waitFor()
  await walk(visitor, cancel, 'cancel', 'Canceled')
  await press(button(cancel, 'Done'))
  await page.getByText('Not for sale').waitFor()
  expect(visitor.pageErrors).toEqual([])
  await visitor.leave()
})

test('Transfer: warns about a look-alike address, and delivers to the right one', async () => {
  const token = await freshToken(chain(), 'Chloe')
  const visitor = await connected(browser, 'Chloe', tokenPath(token))
  const { page } = visitor
  const dialog = page.getByRole('dialog', { name: /^Transfer / })
  await openByKeyboard(page, button(trade(page), 'Transfer'), dialog)
  const own = account('Chloe').address
  await dialog.getByLabel('Recipient').fill('0x12')
  await dialog.getByText('This is not an address').waitFor()
  await checkState(page, 'transfer-invalid')
  await dialog.getByLabel('Recipient').fill(`${own.slice(0, 6)}${'0'.repeat(32)}${own.slice(-4)}`)
  await dialog.getByText('This address only looks like one you know').waitFor()
  await checkState(page, 'transfer-lookalike')
  expect(await button(dialog, 'Transfer').isEnabled()).toBe(false)
  await tabTo(dialog.getByLabel('Yes, send it to the address I entered.'))
  await page.keyboard.press('Space')
  await until(() => button(dialog, 'Transfer').isEnabled(), 'the second yes changed nothing')
  await type(dialog.getByLabel('Recipient'), account('Ben').address)
  await press(button(dialog, 'Transfer'))
  await walk(visitor, dialog, 'transfer', 'Transferred')
  const receipt = dialog.getByRole('definition').filter({ hasText: account('Ben').address.slice(0, 6) })
  expect((await receipt.textContent())?.toLowerCase()).toBe(account('Ben').address.toLowerCase())
  await press(button(dialog, 'Done'))
  expect(await ownerOf(chain(), token.contract, token.tokenId)).toBe(account('Ben').address)
  await visitor.leave()
})
