import type { Page } from 'playwright-core'
import { erc20Abi, formatEther, maxUint256 } from 'viem'
import { expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { button, connected, walk } from '../support/dialogWalk.ts'
import { closeByKeyboard, openByKeyboard, press, tabTo, type } from '../support/keyboard.ts'
import { cancelOnChain, floorOf, listToken, offerFor, repriceToken } from '../support/listing.ts'
import { confirmAll, openListing, trade } from '../support/market.ts'
import { account, chain, freshToken, openPath, ownerOf, tokenPath, until, writer } from '../support/scene.ts'
import { checkState } from '../support/states.ts'

const browser = await sharedBrowser()

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

test('Offer and accept: an offer is made for a token, and its owner takes it', async () => {
  const token = await freshToken(chain(), 'Chloe')
  const bidder = await connected(browser, 'Elif', tokenPath(token))
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

  const owner = await connected(browser, 'Chloe', tokenPath(token))
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
  const owner = await connected(browser, 'Chloe', tokenPath(token))
  const dialog = owner.page.getByRole('dialog', { name: /^Sell / })
  const line = (name: string) =>
    dialog.getByRole('definition').and(dialog.locator(`dt:text-is("${name}") + dd`))
  await openByKeyboard(owner.page, button(trade(owner.page), 'Accept best offer'), dialog)
  await line('Offer').getByText('12% below the floor price').waitFor()
  await line('Floor price').getByText(formatEther(floor)).waitFor()
  await line('Last sale').getByText('No known sale').waitFor()
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

test('Cart: one of three tokens is repriced meanwhile, the other two are bought at once', async () => {
  const [first, second, third] = [
    await freshToken(chain(), 'Chloe'),
    await freshToken(chain(), 'Chloe'),
    await freshToken(chain(), 'Chloe'),
  ]
  await listToken(chain(), 'Chloe', first, '0.021')
  await listToken(chain(), 'Chloe', second, '0.022')
  const gone = await listToken(chain(), 'Chloe', third, '0.023')
  const visitor = await connected(browser, 'Ben', tokenPath(first))
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
  const visitor = await connected(browser, 'Ben', `/${chain().slug}/${token.contract}`)
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
  const visitor = await connected(browser, 'Dev', `/${chain().slug}/account`)
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
  const visitor = await connected(browser, 'Dev', `/${chain().slug}/account`)
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
  const visitor = await connected(browser, 'Dev', tokenPath(token))
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
