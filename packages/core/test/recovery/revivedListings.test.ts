import type { CheckedTransaction } from '@sluice/guards'
import { encodeCall, seaportAddress, setApprovalForAll, wrappedNativeAbi } from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex, parseAbi, toHex, zeroAddress, zeroHash } from 'viem'
import { expect, test } from 'vitest'
import { acceptOffers } from '../../src/actions/acceptOffers.ts'
import { buyTokens } from '../../src/actions/buyTokens.ts'
import { listTokens } from '../../src/actions/listTokens.ts'
import { placeBids } from '../../src/actions/placeBids.ts'
import { getSignedOrders } from '../../src/actions/signedOrders.ts'
import { getListings } from '../../src/reads/marketReads.ts'
import { resume } from '../../src/recovery/resume.ts'
import type { Review } from '../../src/run/execution.ts'
import { type ScriptedWallet, useMarket } from '../support/market.ts'

/** Orders that the account signed before, and that a trade would let somebody fill again. */
const market = useMarket()
const eth = 10n ** 18n
const terms = { automatedRoyalties: false } as const
const low = (text: string) => text.toLowerCase() as Address
const weth = () => low(market.chain.contracts.weth)

/** A user who refuses whatever is asked, and the codes of what was asked. */
function refusing() {
  const asked: string[] = []
  const confirm = async ({ verdict }: Review) => {
    asked.push(...verdict.findings.filter(({ severity }) => severity === 'confirm').map(({ code }) => code))
    return verdict.decision === 'allow'
  }
  return { asked, confirm }
}

/** The user lists at 1, accepts an offer of 0.9 instead, and the new owner lists at 3. The first post may get lost. */
async function soldToBidder(
  seller: ScriptedWallet,
  client: ReturnType<typeof market.client>,
  isLost = false,
) {
  const bidder = market.wallet(3)
  const token = await market.mint(seller)
  if (isLost) market.front.on('/order/*', { status: 500, body: { message: 'No' } })
  await listTokens(client, { wallet: seller, listings: [{ token, weiPrice: eth, ...terms }] }).done
  market.front.on('/order/*', market.forward)
  const bids = [{ token, weiPrice: (eth * 9n) / 10n, ...terms }]
  const [bid] = (await placeBids(market.client(), { wallet: bidder, bids }).result()).orders
  await acceptOffers(client, {
    wallet: seller,
    items: [{ token, orderId: bid?.orderId ?? '0x' }],
    expectedPrice: { [weth()]: { raw: (eth * 9n) / 10n } },
  }).result()
  const listings = [{ token, weiPrice: 3n * eth, ...terms }]
  const [dear] = (await listTokens(market.client(), { wallet: bidder, listings }).result()).orders
  return { token, dear: dear?.orderId ?? '0x' }
}

const send = (wallet: ScriptedWallet, to: Address, data: Hex) =>
  market.sendRaw(wallet, { to, data, value: 0n } as CheckedTransaction)

const setOperator = (wallet: ScriptedWallet, token: string, operator: Address, approved: boolean) =>
  send(wallet, low(token.slice(0, 42)), encodeCall(setApprovalForAll, { operator, approved }))

test('a purchase asks before it brings back a token whose old listing is still open', async () => {
  const seller = market.wallet(0)
  const client = market.client()
  const { dear } = await soldToBidder(seller, client)
  const { asked, confirm } = refusing()
  const { status } = await buyTokens(client, {
    wallet: seller,
    items: [{ orderId: dear }],
    expectedPrice: { [zeroAddress]: { raw: 3n * eth } },
    confirm,
  }).done
  expect([status, asked]).toEqual(['failed', ['ORD_REVIVED']])
})

test('an approval for one token asks before it revives the listing of another one', async () => {
  const seller = market.wallet(4)
  const client = market.client()
  const conduit = low(market.chain.contracts.conduit)
  const cheap = await market.mint(seller)
  const listings = [{ token: cheap, weiPrice: eth / 10n, ...terms }]
  await listTokens(client, { wallet: seller, listings }).result()
  await setOperator(seller, cheap, conduit, false)
  const other = await market.mint(seller)
  const { asked, confirm } = refusing()
  const list = () =>
    listTokens(client, { wallet: seller, listings: [{ token: other, weiPrice: eth, ...terms }], confirm })
  expect((await list().done).status).toBe('failed')
  expect(asked).toEqual(['ORD_REVIVED'])
  // With the permission in place nothing new happens to the old listing.
  await setOperator(seller, cheap, conduit, true)
  expect((await list().done).status).toBe('complete')
  expect(asked).toEqual(['ORD_REVIVED'])
})

test('a plan that ends after its approval asks before it revives a listing of an older Seaport', async () => {
  const [seller, bidder] = [market.wallet(7), market.wallet(3)]
  const client = market.client()
  const older = low(seaportAddress['1.5'])
  const cheap = await market.mint(seller)
  const options = { 'seaport-v1.5': { conduitKey: zeroHash } }
  const listing = { token: cheap, weiPrice: eth / 10n, orderKind: 'seaport-v1.5', options, ...terms } as const
  await listTokens(client, { wallet: seller, listings: [listing] }).result()
  await setOperator(seller, cheap, older, false)
  const other = await market.mint(seller)
  const bids = [{ token: other, weiPrice: eth, ...terms }]
  const [bid] = (await placeBids(market.client(), { wallet: bidder, bids }).result()).orders
  const data = encodeCall(setApprovalForAll, { operator: older, approved: true })
  const approval = { from: seller.account, to: low(other.slice(0, 42)), data, value: '0x0' }
  const step = (id: string, item: object) => ({
    id,
    action: '',
    description: '',
    kind: 'transaction',
    items: [{ status: 'incomplete', ...item }],
  })
  market.front.on('/execute/sell/v7', {
    body: { requestId: 'x', path: [], steps: [step('nft-approval', { data: approval }), step('sale', {})] },
  })
  const { asked, confirm } = refusing()
  const prompts = seller.prompts.length
  const { status } = await acceptOffers(client, {
    wallet: seller,
    items: [{ token: other, orderId: bid?.orderId ?? '0x' }],
    expectedPrice: { [weth()]: { raw: eth } },
    confirm,
  }).done
  market.front.on('/execute/sell/v7', market.forward)
  expect([status, asked, seller.prompts.length]).toEqual(['failed', ['ORD_REVIVED'], prompts])
})

test('a wrap before an offer without data asks before an old open offer can take the money', async () => {
  const [bidder, holder] = [market.wallet(8), market.wallet(3)]
  const client = market.client()
  const [junk, wanted] = [await market.mint(holder), await market.mint(holder)]
  const withdraw = async () => {
    const word = `0x70a08231${'0'.repeat(24)}${bidder.account.slice(2)}`
    const held = BigInt(
      (await bidder.request?.({
        method: 'eth_call',
        params: [{ to: weth(), data: word }, 'latest'],
      })) as string,
    )
    const data = encodeFunctionData({ abi: parseAbi(['function withdraw(uint256)']), args: [held] })
    if (held > 0n) await send(bidder, weth(), data)
  }
  await withdraw()
  const bid = (token: string, confirm?: (review: Review) => Promise<boolean>) =>
    placeBids(client, { wallet: bidder, bids: [{ token, weiPrice: eth, ...terms }], confirm }).done
  await bid(junk)
  await withdraw()
  const data = encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' })
  const wrap = { from: bidder.account, to: weth(), data, value: toHex(eth) }
  const step = (id: string, kind: string, item: object) => ({
    id,
    action: '',
    description: '',
    kind,
    items: [{ status: 'incomplete', ...item }],
  })
  market.front.on('/execute/bid/v5', {
    body: {
      requestId: 'x',
      steps: [
        step('currency-wrapping', 'transaction', { data: wrap }),
        step('order-signature', 'signature', {}),
      ],
    },
  })
  const { asked, confirm } = refusing()
  const { status } = await bid(wanted, confirm)
  market.front.on('/execute/bid/v5', market.forward)
  expect([status, asked]).toEqual(['failed', ['ORD_FUNDS']])
})

test('a listing above an open one of the same token is asked about, since the cheaper one sells first', async () => {
  const seller = market.wallet(2)
  const client = market.client()
  const token = await market.mint(seller)
  const { asked, confirm } = refusing()
  const list = (weiPrice: bigint, more: object = {}) =>
    listTokens(client, { wallet: seller, listings: [{ token, weiPrice, ...terms }], confirm, ...more }).done
  await list(eth)
  expect((await list(5n * eth)).status).toBe('failed')
  expect(asked).toEqual(['ORD_REVIVED'])
  expect((await list(eth / 2n)).status).toBe('complete')
  expect((await list(5n * eth, { again: true })).status).toBe('complete')
  expect(asked).toEqual(['ORD_REVIVED'])
})

test('a reload does not post a listing of a token that was sold since', async () => {
  const seller = market.wallet(5)
  const client = market.client()
  const { dear } = await soldToBidder(seller, client, true)
  const [old] = await getSignedOrders(client)
  await buyTokens(client, {
    wallet: seller,
    items: [{ orderId: dear }],
    expectedPrice: { [zeroAddress]: { raw: 3n * eth } },
    confirm: async () => true,
  }).result()
  await resume(client, { wallet: seller })
  const { items } = await getListings(market.client(), { ids: [old?.orderId ?? '0x'] })
  expect(items).toEqual([])
})

test('permissions for one token at a time revive no listing of another token', async () => {
  const seller = market.wallet(6)
  const client = market.client({ policy: { approvals: { nft: 'token' } } })
  const asked: string[] = []
  const confirm = async ({ verdict }: Review) => {
    asked.push(...verdict.findings.map(({ code }) => code))
    return true
  }
  for (const _ of [1, 2]) {
    const listings = [{ token: await market.mint(seller), weiPrice: eth, ...terms }]
    await listTokens(client, { wallet: seller, listings, confirm }).done
  }
  expect(asked).not.toContain('ORD_REVIVED')
})
