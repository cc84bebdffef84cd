import { seaportAbi } from '@sluice/seaport'
import { type Address, type Hex, parseEther, zeroAddress } from 'viem'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { loadPeer, type Peer, type PeerActions, type PeerEvent, type PeerStep } from '../support/peer.ts'
import { chainAt, type LocalChain, ownerOf, writer } from '../support/scene.ts'
import {
  balanceOf,
  type FundedAccount,
  fundedAccount,
  mintDollars,
  mintFor,
  nativeBalanceOf,
} from '../support/trader.ts'

type Order = {
  id: Hex
  status: string
  maker: string
  price: { amount: { raw: string } }
  source: { domain: string }
}

const get = async <T>(chain: LocalChain, path: string): Promise<T> =>
  (await (await fetch(`${chain.baseApiUrl}${path}`)).json()) as T
const orders = async (chain: LocalChain, path: string): Promise<readonly Order[]> =>
  (await get<{ orders: readonly Order[] }>(chain, path)).orders
const partsOf = (token: string): [Address, bigint] => {
  const [contract, tokenId] = token.split(':')
  return [contract as Address, BigInt(tokenId as string)]
}
const owner = (chain: LocalChain, token: string) => ownerOf(chain, ...partsOf(token))

type Told = {
  readonly steps: readonly PeerStep[]
  readonly orderIds: readonly Hex[]
  readonly events: readonly (PeerEvent & { readonly chainId: number })[]
}

/** Runs one action as its caller would and returns what the package reported. */
async function run(
  peer: Peer,
  chain: LocalChain,
  who: FundedAccount,
  act: (
    actions: PeerActions,
    common: { wallet: ReturnType<Peer['wallet']>; onProgress: (steps: readonly PeerStep[]) => void },
  ) => Promise<unknown>,
): Promise<Told & { readonly result: unknown; readonly failure: unknown }> {
  const client = peer.client(chain)
  const events: (PeerEvent & { chainId: number })[] = []
  const hear = (event: PeerEvent, chainId: number) => events.push({ ...event, chainId })
  client.addEventListener(hear)
  let steps: readonly PeerStep[] = []
  let result: unknown
  let failure: unknown
  try {
    result = await act(client.actions, {
      wallet: peer.wallet(chain, who.privateKey),
      onProgress: (now) => {
        steps = now
      },
    })
  } catch (cause) {
    failure = cause
  } finally {
    client.removeEventListener(hear)
  }
  const orderIds = steps.flatMap(({ items = [] }) =>
    items.flatMap(({ orderData = [] }) => orderData.map(({ orderId }) => orderId)),
  )
  return { steps, orderIds, events, result, failure }
}

const used = ({ steps }: Told) => steps.filter(({ items = [] }) => items.length > 0).map(({ id }) => id)
const names = ({ events }: Told) => events.map(({ name }) => name)
const messageOf = (failure: unknown): string => (failure as { message: string }).message
const price = parseEther('1')

describe.each([
  { folder: 'sdk-1.5', version: '1.5.1' },
  { folder: 'sdk-1.6', version: '1.6.0' },
  { folder: 'sdk-2.5', version: '2.5.7' },
])('the unmodified client $version', ({ folder, version }) => {
  const peer = loadPeer(folder)
  test('is the published package', () => {
    expect(peer.client(chainAt(0)).version).toBe(version)
  })

  describe.each([0, 1])('on chain %i', (place) => {
    const chain = chainAt(place)
    let seller: FundedAccount
    let buyer: FundedAccount
    let tokens: readonly string[]
    let listed: readonly Hex[] = []
    let offered: readonly Hex[] = []
    const token = (index: number) => tokens[index] as string

    beforeAll(async () => {
      vi.spyOn(console, 'error').mockImplementation(() => {})
      seller = await fundedAccount(chain, `${version} seller`)
      buyer = await fundedAccount(chain, `${version} buyer`)
      tokens = await mintFor(chain, seller.address, 5)
      return () => vi.restoreAllMocks()
    })

    test('lists two tokens with one approval and one signature', async () => {
      const told = await run(peer, chain, seller, (actions, common) =>
        actions.listToken({
          ...common,
          listings: [token(0), token(1)].map((name) => ({ token: name, weiPrice: price.toString() })),
        }),
      )
      expect(told.failure).toBeUndefined()
      expect(used(told)).toEqual(['nft-approval', 'order-signature'])
      expect(names(told)).toEqual(['listing_complete'])
      expect(told.events[0]?.chainId).toBe(chain.id)
      listed = told.orderIds
      expect(listed).toHaveLength(2)
      const shown = await orders(chain, `/users/${seller.address}/asks/v1?ids=${listed[0]}`)
      expect(shown[0]).toMatchObject({
        status: 'active',
        maker: seller.address,
        price: { amount: { raw: price.toString() } },
        source: { domain: 'shop.example' },
      })
    })

    test('refuses a purchase whose price has moved, before the wallet is asked', async () => {
      const before = await nativeBalanceOf(chain, buyer.address)
      const told = await run(peer, chain, buyer, (actions, common) =>
        actions.buyToken({
          ...common,
          items: [{ token: token(0) }],
          expectedPrice: { [zeroAddress]: { raw: price / 2n } },
        }),
      )
      expect(told.failure).toMatchObject({ type: 'price mismatch' })
      expect(messageOf(told.failure)).toMatch(/^Attention: the .*price.* is now 1$/)
      expect(names(told)).toEqual(['purchase_error'])
      expect(await nativeBalanceOf(chain, buyer.address)).toBe(before)
    })

    test("passes on the provider's message when the buyer's balance is too low", async () => {
      const poor = await fundedAccount(chain, `${version} poor`, '0.5')
      const told = await run(peer, chain, poor, (actions, common) =>
        actions.buyToken({ ...common, items: [{ token: token(0) }] }),
      )
      expect(messageOf(told.failure)).toContain(
        'Balance too low to proceed with transaction (use skipBalanceCheck=true to skip balance checking)',
      )
    })

    test('buys a listed token at the price that was expected', async () => {
      const before = await nativeBalanceOf(chain, seller.address)
      const told = await run(peer, chain, buyer, (actions, common) =>
        actions.buyToken({
          ...common,
          items: [{ token: token(0) }],
          expectedPrice: { [zeroAddress]: { raw: price } },
        }),
      )
      expect(told.failure).toBeUndefined()
      expect(used(told)).toEqual(['sale'])
      expect(names(told)).toEqual(['purchase_complete'])
      expect(await owner(chain, token(0))).toBe(buyer.address)
      expect((await nativeBalanceOf(chain, seller.address)) - before).toBe(price)
      const sale = told.steps.find(({ id }) => id === 'sale')?.items?.[0]
      expect(sale?.transfersData?.map((transfer) => transfer.token?.tokenId)).toEqual([
        token(0).split(':')[1],
      ])
    })

    test('approves USDC, then pays with it', async () => {
      const currency = chain.contracts.usdc
      await mintDollars(chain, buyer.address, 100_000_000n)
      const offer = await run(peer, chain, seller, (actions, common) =>
        actions.listToken({ ...common, listings: [{ token: token(4), weiPrice: '25000000', currency }] }),
      )
      expect(used(offer)).toEqual(['nft-approval', 'order-signature'])
      const told = await run(peer, chain, buyer, (actions, common) =>
        actions.buyToken({
          ...common,
          items: [{ token: token(4) }],
          expectedPrice: { [currency.toLowerCase()]: { raw: 25_000_000n } },
        }),
      )
      expect(told.failure).toBeUndefined()
      expect(used(told)).toEqual(['currency-approval', 'sale'])
      expect(await owner(chain, token(4))).toBe(buyer.address)
      expect(await balanceOf(chain, currency, seller.address)).toBe(25_000_000n)
    })

    test('rejects a purchase of a sold listing', async () => {
      const told = await run(peer, chain, buyer, (actions, common) =>
        actions.buyToken({ ...common, items: [{ orderId: listed[0] }] }),
      )
      expect(messageOf(told.failure)).toContain('Order has been filled')
    })

    test('offers on a token and on its collection: wraps, approves and signs once', async () => {
      const told = await run(peer, chain, buyer, (actions, common) =>
        actions.placeBid({
          ...common,
          bids: [
            { token: token(2), weiPrice: price.toString() },
            { collection: partsOf(token(2))[0], weiPrice: (price / 4n).toString() },
          ],
        }),
      )
      expect(told.failure).toBeUndefined()
      expect(used(told)).toEqual(['currency-wrapping', 'currency-approval', 'order-signature'])
      expect(names(told)).toEqual(['offer_complete'])
      offered = told.orderIds
      expect(offered).toHaveLength(2)
      const shown = await orders(chain, `/users/${buyer.address}/bids/v1?ids=${offered.join('&ids=')}`)
      expect(shown.map(({ status }) => status)).toEqual(['active', 'active'])
    })

    test("cannot accept an offer with another account's token", async () => {
      const poor = await fundedAccount(chain, `${version} poor`)
      const told = await run(peer, chain, poor, (actions, common) =>
        actions.acceptOffer({ ...common, items: [{ token: token(2), orderId: offered[0] }] }),
      )
      expect(messageOf(told.failure)).toContain('Taker is not the owner of the token to sell')
    })

    test('accepts an offer and is paid', async () => {
      const before = await balanceOf(chain, chain.contracts.weth, seller.address)
      const told = await run(peer, chain, seller, (actions, common) =>
        actions.acceptOffer({
          ...common,
          items: [{ token: token(2), orderId: offered[0] }],
          expectedPrice: { [chain.contracts.weth.toLowerCase()]: { raw: price } },
        }),
      )
      expect(told.failure).toBeUndefined()
      expect(used(told)).toEqual(['sale'])
      expect(names(told)).toEqual(['accept_offer_complete'])
      expect(await owner(chain, token(2))).toBe(buyer.address)
      expect((await balanceOf(chain, chain.contracts.weth, seller.address)) - before).toBe(price)
    })

    test('says that an offer without funds cannot be accepted', async () => {
      const told = await run(peer, chain, seller, (actions, common) =>
        actions.acceptOffer({ ...common, items: [{ token: token(3), orderId: offered[1] }] }),
      )
      expect(messageOf(told.failure)).toContain(
        "Order is inactive (insufficient balance or approval) and can't be filled",
      )
    })

    test('cancels a listing on chain', async () => {
      const told = await run(peer, chain, seller, (actions, common) =>
        actions.cancelOrder({ ...common, ids: [listed[1] as Hex] }),
      )
      expect(told.failure).toBeUndefined()
      expect(used(told)).toEqual(['cancellation'])
      expect(names(told)).toEqual(['cancel_complete'])
      const [, isCancelled] = await writer(chain, 'Operator').reads.readContract({
        address: chain.contracts.seaport,
        abi: seaportAbi,
        functionName: 'getOrderStatus',
        args: [listed[1] as Hex],
      })
      expect(isCancelled).toBe(true)
      const [shown] = await orders(chain, `/users/${seller.address}/asks/v1?ids=${listed[1]}`)
      expect(shown?.status).toBe('cancelled')
    })

    test('rejects a second cancellation', async () => {
      const told = await run(peer, chain, seller, (actions, common) =>
        actions.cancelOrder({ ...common, ids: [listed[1] as Hex] }),
      )
      expect(messageOf(told.failure)).toContain('No matching order(s)')
    })

    test('transfers a token', async () => {
      const told = await run(peer, chain, seller, (actions, common) =>
        actions.transferTokens({
          ...common,
          to: buyer.address,
          items: [{ token: token(3) }],
        }),
      )
      expect(told.failure).toBeUndefined()
      expect(used(told)).toEqual(['transfer'])
      expect(await owner(chain, token(3))).toBe(buyer.address)
    })

    test("cannot list another account's token", async () => {
      const told = await run(peer, chain, seller, (actions, common) =>
        actions.listToken({ ...common, listings: [{ token: token(3), weiPrice: price.toString() }] }),
      )
      expect(messageOf(told.failure)).toContain('No orders can be created')
      // The old versions report a failed first request as complete; only the newest reports an error.
      expect(names(told)).toEqual([version === '2.5.7' ? 'listing_error' : 'listing_complete'])
    })
  })
})
