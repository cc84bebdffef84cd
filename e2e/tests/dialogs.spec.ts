import type { Locator, Page } from 'playwright-core'
import { erc20Abi, formatEther, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { closeByKeyboard, openByKeyboard, press, tabTo, type } from '../support/keyboard.ts'
import { cancelOnChain, floorOf, listToken, offerFor, repriceToken } from '../support/listing.ts'
import { confirmAll, connect, openListing, trade } from '../support/market.ts'
import {
  account,
  chain,
  freshToken,
  openPath,
  ownerOf,
  tokenPath,
  until,
  type Visitor,
  visit,
  writer,
} from '../support/scene.ts'
import { checkState } from '../support/states.ts'

const browser = await sharedBrowser()

const button = (place: Page | Locator, name: string | RegExp) => place.getByRole('button', { name })

async function connected(name: string, path: string): Promise<Visitor> {
  const visitor = await visit(browser, name, chain(), path)
  await connect(visitor.page)
  return visitor
}

/** Holds the wallet's prompt open until it is released, so that the running state can be looked at. */
function holdWallet(visitor: Visitor): () => void {
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  visitor.wallet.whilePrompting(() => held)
  return () => {
    visitor.wallet.whilePrompting(undefined)
    letGo()
  }
}

/** Whether the page may compile WebAssembly: the result of each attempt from now on. */
const compilations = (page: Page): Promise<unknown> =>
  page.evaluate(() => {
    const { Module } = WebAssembly
    const tried: string[] = []
    WebAssembly.Module = new Proxy(Module, {
      construct(target, given) {
        try {
          const made = Reflect.construct(target, given)
          tried.push('made')
          return made
        } catch (cause) {
          tried.push(String(cause))
          throw cause
        }
      },
    })
    Object.assign(globalThis, { tried })
  })

/** Goes from the form to the end: review card, wallet prompt, done. */
async function walk(visitor: Visitor, dialog: Locator, name: string, done: string): Promise<void> {
  const { page } = visitor
  await button(dialog, 'Confirm in wallet').waitFor({ timeout: 30_000 })
  await checkState(page, `${name}-review`)
  const letGo = holdWallet(visitor)
  await press(button(dialog, 'Confirm in wallet'))
  await dialog.getByRole('list', { name: 'Progress' }).waitFor()
  // The result is announced to those who do not see the list.
  await dialog
    .getByRole('status')
    .filter({ hasText: /\d of \d steps done/ })
    .waitFor()
  await checkState(page, `${name}-running`)
  letGo()
  await confirmAll(dialog, done)
  await checkState(page, `${name}-complete`)
}

test('a double click on an opener opens the dialog once: the second click neither closes it, selects text nor presses a button', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.12')
  const visitor = await connected('Ben', tokenPath(token))
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
  const visitor = await connected('Chloe', tokenPath(token))
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

test('Offer and accept: an offer is made for a token, and its owner takes it', async () => {
  const token = await freshToken(chain(), 'Chloe')
  const bidder = await connected('Elif', tokenPath(token))
  const offer = bidder.page.getByRole('dialog', { name: /^Make an offer / })
  await openByKeyboard(bidder.page, button(trade(bidder.page), 'Make offer'), offer)
  const price = offer.getByLabel('Price', { exact: true })
  await price.fill('999999')
  await offer.getByText('Your balance is too low').waitFor()
  await checkState(bidder.page, 'offer-invalid')
  await type(price, '0.05')
  await checkState(bidder.page, 'offer-ready')
  await press(button(offer, 'Make offer'))
  await walk(bidder, offer, 'offer', 'Offer placed')
  await closeByKeyboard(offer, 'Done', button(trade(bidder.page), 'Make offer'))

  // The account holds fifty and the conduit may take all of it: with a second offer more is promised than it holds,
  // which is legitimate, and for the bidder to confirm by holding the button, not by a click.
  const { weth, conduit } = chain().contracts
  const elif = writer(chain(), 'Elif')
  await elif.write({ address: weth, abi: erc20Abi, functionName: 'approve', args: [conduit, maxUint256] })
  await button(trade(bidder.page), 'Make offer').click()
  await price.fill('49.96')
  await button(offer, 'Make offer').click()
  await offer.getByText('Your offers promise more than you have').waitFor({ timeout: 30_000 })
  await checkState(bidder.page, 'offer-amber')
  const hold = button(offer, 'Hold to confirm')
  expect(await button(offer, 'Confirm in wallet').count()).toBe(0)
  const asked = () => bidder.wallet.prompts.filter(({ method }) => method === 'eth_signTypedData_v4').length
  const before = asked()
  // A click does not confirm it.
  await hold.click()
  await hold.hover()
  await bidder.page.mouse.down()
  await offer.getByText('Offer placed', { exact: true }).waitFor({ timeout: 30_000 })
  await bidder.page.mouse.up()
  expect(asked()).toBe(before + 1)
  await bidder.leave()

  const owner = await connected('Chloe', tokenPath(token))
  const accept = owner.page.getByRole('dialog', { name: /^Sell / })
  await openByKeyboard(owner.page, button(trade(owner.page), 'Accept best offer'), accept)
  await button(accept, 'Accept offer').waitFor()
  await checkState(owner.page, 'accept-ready')
  await press(button(accept, 'Accept offer'))
  await walk(owner, accept, 'accept', 'Sold')
  await press(button(accept, 'Done'))
  await until(
    async () => (await ownerOf(chain(), token.contract, token.tokenId)) !== account('Chloe').address,
    'the token was not sold',
  )
  expect(owner.pageErrors).toEqual([])
  await owner.leave()
})

test('Accept: the offer is measured by the floor price before the wallet is asked, and far below it takes a second yes', async () => {
  const [token, other] = [await freshToken(chain(), 'Chloe'), await freshToken(chain(), 'Chloe')]
  await listToken(chain(), 'Chloe', other, '0.34')
  const floor = await floorOf(chain(), token.contract)
  const fair = await offerFor(chain(), 'Grace', token, formatEther((floor * 88n) / 100n))
  const owner = await connected('Chloe', tokenPath(token))
  const dialog = owner.page.getByRole('dialog', { name: /^Sell / })
  const line = (name: string) =>
    dialog.getByRole('definition').and(dialog.locator(`dt:text-is("${name}") + dd`))
  await openByKeyboard(owner.page, button(trade(owner.page), 'Accept best offer'), dialog)
  await line('Offer').getByText('12% below the floor price').waitFor()
  await line('Floor price').getByText(formatEther(floor)).waitFor()
  await line('Last sale').getByText('No sale known').waitFor()
  await line('You receive').waitFor()
  expect(await button(dialog, 'Accept offer').isEnabled()).toBe(true)
  await checkState(owner.page, 'accept-measured')
  await closeByKeyboard(dialog, 'Close', button(trade(owner.page), 'Accept best offer'))

  await cancelOnChain(chain(), 'Grace', fair)
  const low = formatEther((floor * 17n) / 100n)
  await offerFor(chain(), 'Grace', token, low)
  await openPath(owner.page, tokenPath(token))
  const row = owner.page.getByRole('row').filter({ hasText: new RegExp(`\\b${low}\\s`) })
  await button(row, 'Accept offer').click()
  await dialog.getByText(/You receive .* below the floor price of the collection\./).waitFor()
  expect(await button(dialog, 'Accept offer').isEnabled()).toBe(false)
  await checkState(owner.page, 'accept-low')
  await tabTo(dialog.getByLabel('Yes, I want to sell this far below the floor price.'))
  await owner.page.keyboard.press('Space')
  await until(() => button(dialog, 'Accept offer').isEnabled(), 'the second yes changed nothing')
  expect(owner.wallet.prompts.filter(({ method }) => /^eth_sign|^eth_send/.test(method))).toEqual([])
  await owner.leave()
})

test('Transfer: warns about a look-alike address, and delivers to the right one', async () => {
  const token = await freshToken(chain(), 'Chloe')
  const visitor = await connected('Chloe', tokenPath(token))
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

test('Cart: one of three tokens is repriced meanwhile, the other two are bought at once', async () => {
  const [first, second, third] = [
    await freshToken(chain(), 'Chloe'),
    await freshToken(chain(), 'Chloe'),
    await freshToken(chain(), 'Chloe'),
  ]
  await listToken(chain(), 'Chloe', first, '0.021')
  await listToken(chain(), 'Chloe', second, '0.022')
  const gone = await listToken(chain(), 'Chloe', third, '0.023')
  const visitor = await connected('Ben', tokenPath(first))
  const { page } = visitor
  for (const token of [first, second, third]) {
    await openPath(page, tokenPath(token))
    await button(trade(page), 'Add to cart').click()
    await button(trade(page), 'In cart').waitFor()
  }
  const cart = page.getByRole('dialog', { name: 'Cart' })
  await openByKeyboard(page, button(page, 'Cart, 3 items'), cart)
  await button(cart, 'Buy 3 now').waitFor()
  await checkState(page, 'cart-ready')
  await button(cart, 'Close').click()
  await repriceToken(chain(), 'Chloe', gone, '5000000')
  // A double click is meant to open the dialog: nothing below the pointer is selected afterwards.
  await button(page, 'Cart, 3 items').dblclick()
  await button(cart, 'Buy 3 now').waitFor()
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
  await button(cart, /^Remove /)
    .first()
    .waitFor()
  await cart.getByText('Your balance is too low').or(button(cart, 'Buy 3 now')).first().waitFor()
  await checkState(page, 'cart-repriced')
  await press(
    cart
      .getByRole('listitem')
      .filter({ hasText: `#${third.tokenId}` })
      .getByRole('button'),
  )
  await press(button(cart, 'Buy 2 now'))
  await walk(visitor, cart, 'cart', 'They are yours')
  expect(await ownerOf(chain(), first.contract, first.tokenId)).toBe(account('Ben').address)
  expect(await ownerOf(chain(), second.contract, second.tokenId)).toBe(account('Ben').address)
  await closeByKeyboard(cart, 'Done', button(page, 'Cart, 0 items'))
  await page.keyboard.press('Enter')
  await cart.getByText('Your cart is empty').waitFor()
  await checkState(page, 'cart-empty')
  expect(visitor.pageErrors).toEqual([])
  await visitor.leave()
})

test('Sweep: the cheapest of a collection are bought in one trade', async () => {
  const token = await freshToken(chain(), 'Chloe')
  await listToken(chain(), 'Chloe', token, '0.0007')
  const visitor = await connected('Ben', `/${chain().slug}/${token.contract}`)
  const { page } = visitor
  const dialog = page.getByRole('dialog', { name: /^Buy the cheapest/ })
  await openByKeyboard(page, button(page, 'Buy several'), dialog)
  await button(dialog, 'Buy 3 now').waitFor()
  await checkState(page, 'sweep-ready')
  await tabTo(dialog.getByRole('slider'))
  await page.keyboard.press('ArrowLeft')
  await press(button(dialog, 'Buy 2 now'))
  await walk(visitor, dialog, 'sweep', 'They are yours')
  await closeByKeyboard(dialog, 'Done', button(page, 'Buy several'))
  expect(await ownerOf(chain(), token.contract, token.tokenId)).toBe(account('Ben').address)
  await visitor.leave()
})

test('Several at once: listed with one signature, cancelled in one transaction, transferred together', async () => {
  const tokens = [await freshToken(chain(), 'Dev'), await freshToken(chain(), 'Dev')]
  const visitor = await connected('Dev', `/${chain().slug}/account`)
  const { page } = visitor
  const choose = async () => {
    for (const { tokenId } of tokens) {
      await tabTo(page.getByRole('checkbox', { name: new RegExp(`#${tokenId}$`) }))
      await page.keyboard.press(' ')
    }
  }
  await choose()
  await compilations(page)
  const toolbar = page.getByRole('toolbar')
  await press(button(toolbar, 'List for sale'))
  const listing = page.getByRole('dialog', { name: 'List 2 tokens' })
  await type(listing.getByLabel('One price for all'), '0.9')
  await listing.getByText('You receive').waitFor()
  await checkState(page, 'list-many-ready')
  await press(button(listing, 'List 2 for sale'))
  await walk(visitor, listing, 'list-many', 'All listed')
  const signatures = visitor.wallet.prompts.filter(({ method }) => method === 'eth_signTypedData_v4')
  expect(signatures).toHaveLength(1)
  // The market's content security policy leaves out 'wasm-unsafe-eval': the tree was hashed without WebAssembly.
  const tried = await page.evaluate(() => (globalThis as { tried?: readonly string[] }).tried)
  expect(tried).toEqual([expect.stringContaining('CompileError')])
  await closeByKeyboard(listing, 'Done', button(toolbar, 'List for sale'))

  await press(button(page, 'Listings'))
  await choose()
  await press(button(page, 'Cancel 2 selected'))
  const cancel = page.getByRole('dialog', { name: 'Cancel 2 listings' })
  await press(button(cancel, 'Cancel 2 listings'))
  await walk(visitor, cancel, 'cancel-many', 'Canceled')
  await press(button(cancel, 'Done'))

  await press(button(page, 'Tokens'))
  await choose()
  await press(button(toolbar, 'Transfer'))
  const transfer = page.getByRole('dialog', { name: 'Transfer 2 tokens' })
  await type(transfer.getByLabel('Recipient'), account('Elif').address)
  await checkState(page, 'transfer-many-ready')
  await press(button(transfer, 'Transfer 2'))
  await walk(visitor, transfer, 'transfer-many', 'Transferred')
  for (const { contract, tokenId } of tokens)
    expect(await ownerOf(chain(), contract, tokenId)).toBe(account('Elif').address)
  expect(visitor.pageErrors).toEqual([])
  await visitor.leave()
})

test('Cancel all listings and offers: one transaction ends every order of the account', async () => {
  const token = await freshToken(chain(), 'Dev')
  await listToken(chain(), 'Dev', token, '0.31')
  const visitor = await connected('Dev', `/${chain().slug}/account`)
  const { page } = visitor
  await press(button(page, 'Listings'))
  const dialog = page.getByRole('dialog', { name: 'Cancel all listings and offers' })
  await openByKeyboard(page, button(page, 'Cancel all listings and offers'), dialog)
  await checkState(page, 'cancel-all-ready')
  await press(button(dialog, 'Cancel all listings and offers'))
  await walk(visitor, dialog, 'cancel-all', 'Canceled')
  // An order that ended can be neither changed nor canceled: it is shown in the activity.
  await press(button(dialog, 'Done'))
  await page.getByRole('heading', { name: 'Nothing for sale' }).waitFor()
  await visitor.leave()
})

test('Journal: cancels signed orders on chain while the provider is down', async () => {
  const token = await freshToken(chain(), 'Dev')
  const visitor = await connected('Dev', tokenPath(token))
  const { page } = visitor
  const listing = await openListing(page, '0.77')
  await button(listing, 'List for sale').click()
  await confirmAll(listing, 'Listed')
  await button(listing, 'Done').click()
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^Your account/ })
    .click()
  await page.route(`${chain().baseApiUrl}/**`, (route) => route.abort('connectionrefused'))
  await press(button(page, 'Signed'))
  const entry = page.getByRole('list', { name: 'What you signed here' }).getByRole('listitem').first()
  await entry.getByText('Live').waitFor()
  await press(button(entry, 'Cancel'))
  const dialog = page.getByRole('dialog')
  await walk(visitor, dialog, 'journal', 'Canceled')
  await press(button(dialog, 'Done'))
  await entry.getByText('Canceled').waitFor({ timeout: 20_000 })
  await visitor.leave()
})
