import type { Locator } from 'playwright-core'
import { type Address, type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sharedBrowser } from '../support/browser.ts'
import { type KitHost, type KitVisit, startKitHost } from '../support/kitHost.ts'
import { type KitMarket, startKitMarket } from '../support/kitMarket.ts'
import { loadPeer, type PeerActions, type PeerStep } from '../support/peer.ts'
import { type LocalChain, ownerOf, screenshot } from '../support/scene.ts'
import { balanceOf, type FundedAccount, fundedAccount, mintFor } from '../support/trader.ts'

type Order = {
  id: Hex
  status: string
  price: { amount: { raw: string } }
  criteria: { kind: string; data: { attribute?: { key: string; value: string } } } | null
}

const browser = await sharedBrowser()
let host: KitHost
let market: KitMarket
let chain: LocalChain
let maker: FundedAccount
let taker: FundedAccount
let tokens: readonly string[]

beforeAll(async () => {
  ;[host, market] = await Promise.all([startKitHost(browser), startKitMarket()])
  chain = market.chain
  maker = await fundedAccount(chain, 'maker')
  taker = await fundedAccount(chain, 'taker')
  tokens = await mintFor(chain, maker.address, 8)
})
afterAll(async () => {
  await host?.close()
  await market?.stop()
})

const peer = loadPeer('sdk-2.5')
const token = (index: number) => tokens[index] as string
const place = (index: number) => {
  const [collectionId, tokenId] = token(index).split(':')
  return { collectionId: collectionId as Address, tokenId: tokenId as string }
}
const owner = (index: number) => {
  const { collectionId, tokenId } = place(index)
  return ownerOf(chain, collectionId, BigInt(tokenId))
}
const orderOf = async (
  who: FundedAccount,
  side: 'asks' | 'bids',
  query: string,
): Promise<Order | undefined> => {
  const path = `/users/${who.address}/${side}/v1?includeCriteriaMetadata=true&${query}`
  const body = (await (await fetch(`${chain.baseApiUrl}${path}`)).json()) as { orders: Order[] }
  return body.orders[0]
}

/** Makes an order without the kit, with the client that the kit itself uses. Resolves to its id. */
async function made(
  who: FundedAccount,
  act: (
    actions: PeerActions,
    common: Pick<Parameters<PeerActions['listToken']>[0], 'wallet' | 'onProgress'>,
  ) => Promise<unknown>,
): Promise<Hex> {
  let steps: readonly PeerStep[] = []
  await act(peer.client(chain).actions, {
    wallet: peer.wallet(chain, who.privateKey),
    onProgress: (now) => {
      steps = now
    },
  })
  const id = steps.at(-1)?.items?.[0]?.orderData?.[0]?.orderId
  if (id === undefined) throw new Error('No order was made.')
  return id
}
const listed = (index: number, price: string, more: object = {}) =>
  made(maker, (actions, common) =>
    actions.listToken({
      ...common,
      listings: [{ token: token(index), weiPrice: parseEther(price).toString(), ...more }],
    }),
  )
const offered = (index: number, price: string, more: object = {}) =>
  made(taker, (actions, common) =>
    actions.placeBid({
      ...common,
      bids: [{ token: token(index), weiPrice: parseEther(price).toString(), ...more }],
    }),
  )

/** Terms of an order that its maker can cancel by a signature. */
const free = {
  orderKind: 'seaport-v1.6',
  options: { 'seaport-v1.6': { useOffChainCancellation: true } },
}

/** Opens a dialog, fills it in, confirms it, and checks its end and the host's callbacks. */
async function through(
  who: FundedAccount,
  name: string,
  props: object,
  act: (dialog: Locator) => Promise<void>,
  end: string,
  told: string,
): Promise<KitVisit> {
  const visit = await host.open(chain, who, name, props)
  await act(visit.dialog)
  await visit.dialog.getByText(end).waitFor({ timeout: 20_000 })
  await screenshot(visit.page, `kit-${name}`)
  expect(visit.refusals).toEqual([])
  expect(visit.pageErrors).toEqual([])
  expect(await visit.page.getByRole('list', { name: 'Callbacks', includeHidden: true }).textContent()).toBe(
    told,
  )
  await visit.leave()
  return visit
}
const press = (dialog: Locator, name: string) => dialog.getByRole('button', { name, exact: true }).click()
const methods = ({ wallet }: KitVisit) => wallet.prompts.map(({ method }) => method)

describe('the dialogs of the unmodified kit 2.8.7', () => {
  test('List: approves, signs, and the token is for sale', async () => {
    const visit = await through(
      maker,
      'ListModal',
      place(0),
      async (dialog) => {
        await dialog.getByPlaceholder('Amount').fill('1.5')
        await press(dialog, 'List for Sale')
      },
      'Your item has been listed!',
      'onListingComplete',
    )
    expect(methods(visit)).toEqual(['eth_sendTransaction', 'eth_signTypedData_v4'])
    expect(await orderOf(maker, 'asks', 'status=active')).toMatchObject({
      status: 'active',
      price: { amount: { raw: parseEther('1.5').toString() } },
    })
  })

  test('List: reports a rejection in the wallet, and lists at the second attempt', async () => {
    const visit = await host.open(chain, maker, 'ListModal', place(1))
    visit.wallet.next('refuse')
    await visit.dialog.getByPlaceholder('Amount').fill('2')
    await press(visit.dialog, 'List for Sale')
    await visit.dialog.getByText('User rejected the request.').waitFor()
    await press(visit.dialog, 'List for Sale')
    await visit.dialog.getByText('Your item has been listed!').waitFor()
    await visit.leave()
  })

  test('Buy: pays the price that was shown, and the buyer owns the token', async () => {
    await through(
      taker,
      'BuyModal',
      { token: token(0) },
      (dialog) => press(dialog, 'Checkout'),
      'Your transaction went through successfully',
      'onPurchaseComplete',
    )
    expect(await owner(0)).toBe(taker.address)
  })

  test('Buy: offers no purchase to the owner, nor of a token that is not for sale', async () => {
    const own = await host.open(chain, maker, 'BuyModal', { token: token(1) })
    await own.dialog.getByText('You already own this token.').waitFor()
    await own.leave()
    const gone = await host.open(chain, maker, 'BuyModal', { token: token(0) })
    await gone.dialog.getByText('Item is no longer available.').waitFor()
    await gone.leave()
  })

  test('Bid: wraps what is missing, approves, signs', async () => {
    const visit = await through(
      taker,
      'BidModal',
      place(2),
      async (dialog) => {
        await dialog.getByPlaceholder('Enter price').fill('0.7')
        await press(dialog, 'Convert 0.7 ETH for me')
      },
      'Offer Submitted!',
      'onBidComplete',
    )
    expect(methods(visit)).toEqual(['eth_sendTransaction', 'eth_sendTransaction', 'eth_signTypedData_v4'])
    expect(await orderOf(taker, 'bids', 'status=active')).toMatchObject({
      price: { amount: { raw: parseEther('0.7').toString() } },
    })
  })

  test('Accept offer: a seller with an approval sells and is paid', async () => {
    const before = await balanceOf(chain, chain.contracts.weth, maker.address)
    await through(
      maker,
      'AcceptBidModal',
      { tokens: [place(2)] },
      (dialog) => press(dialog, 'Accept'),
      'Offer accepted!',
      'onBidAccepted',
    )
    expect(await owner(2)).toBe(taker.address)
    const paid = (await balanceOf(chain, chain.contracts.weth, maker.address)) - before
    expect(paid).toBe(parseEther('0.7'))
  })

  test('Cancel listing: on chain', async () => {
    const listingId = await listed(3, '3')
    await through(
      maker,
      'CancelListingModal',
      { listingId },
      (dialog) => press(dialog, 'Continue to Cancel'),
      'Listing Canceled!',
      'onCancelComplete',
    )
    expect((await orderOf(maker, 'asks', `ids=${listingId}`))?.status).toBe('cancelled')
  })

  test('Cancel offer: on chain', async () => {
    const bidId = await offered(3, '0.5')
    await through(
      taker,
      'CancelBidModal',
      { bidId },
      (dialog) => press(dialog, 'Continue to Cancel'),
      'Offer Canceled!',
      'onCancelComplete',
    )
    expect((await orderOf(taker, 'bids', `ids=${bidId}`))?.status).toBe('cancelled')
  })

  test('Edit listing: one signature, no gas; the old price is gone and the new one is paid', async () => {
    const listingId = await listed(5, '5', free)
    const visit = await through(
      maker,
      'EditListingModal',
      { listingId, ...place(5) },
      async (dialog) => {
        await dialog.getByPlaceholder('Enter a listing price').fill('6')
        await press(dialog, 'Confirm')
      },
      'Listing Updated!',
      'onEditListingComplete',
    )
    expect(methods(visit)).toEqual(['eth_signTypedData_v4'])
    expect((await orderOf(maker, 'asks', `ids=${listingId}`))?.status).toBe('cancelled')
    const edited = await orderOf(maker, 'asks', 'status=active')
    expect(edited?.price.amount.raw).toBe(parseEther('6').toString())
    await through(
      taker,
      'BuyModal',
      { token: token(5) },
      (dialog) => press(dialog, 'Checkout'),
      'Your transaction went through successfully',
      'onPurchaseComplete',
    )
    expect(await owner(5)).toBe(taker.address)
  })

  test('Edit offer: one signature, no gas; the old offer is gone', async () => {
    const bidId = await offered(6, '0.2', free)
    const visit = await through(
      taker,
      'EditBidModal',
      { bidId, ...place(6) },
      async (dialog) => {
        await dialog.getByPlaceholder('Enter price').fill('0.3')
        await dialog
          .getByRole('button', { name: /^(Make an Offer|Edit Offer|Confirm|Convert .* for me)$/ })
          .click()
      },
      'Offer Updated!',
      'onEditBidComplete',
    )
    expect(methods(visit).at(-1)).toBe('eth_signTypedData_v4')
    expect((await orderOf(taker, 'bids', `ids=${bidId}`))?.status).toBe('cancelled')
    expect(await orderOf(taker, 'bids', 'status=active')).toMatchObject({
      price: { amount: { raw: parseEther('0.3').toString() } },
    })
  })

  test('Cancel listing: for free, where the order allows it', async () => {
    const listingId = await listed(6, '3', free)
    const visit = await through(
      maker,
      'CancelListingModal',
      { listingId },
      async (dialog) => {
        await dialog.getByText('This will cancel your listing for free.').waitFor()
        await press(dialog, 'Continue to Cancel')
      },
      'Listing Canceled!',
      'onCancelComplete',
    )
    expect(methods(visit)).toEqual(['eth_signTypedData_v4'])
    expect((await orderOf(maker, 'asks', `ids=${listingId}`))?.status).toBe('cancelled')
  })

  test('Edit: an order that can only be cancelled on chain cannot be edited', async () => {
    const listingId = await listed(4, '4')
    const visit = await host.open(chain, maker, 'EditListingModal', { listingId, ...place(4) })
    await visit.dialog.getByText('is not an oracle order, so cannot be edited.').waitFor()
    await visit.leave()
  })
})
