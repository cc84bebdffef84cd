import { erc20Abi, erc721Abi, type OrderComponents, orderHash, wrappedNativeAbi } from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderJson } from '../../src/orders/orderJson.ts'
import { postOrders } from '../../src/orders/postOrders.ts'
import { recount } from '../../src/orders/recount.ts'
import { revalidateToken } from '../../src/orders/revalidateOrders.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket, tokenIdOf } from '../support/market.ts'
import { type NodeProxy, startNodeProxy } from '../support/nodeProxy.ts'

let node: NodeProxy
let market: Market
let maker: Trader
beforeAll(async () => {
  node = await startNodeProxy()
  market = await startMarket({}, (chain) => {
    node.target = chain.rpcUrl
    return { rpcUrls: [node.url] }
  })
  maker = market.traders[0] as Trader
})
afterAll(async () => {
  await market?.stop()
  await node?.stop()
})

/** Code of contracts that are asked whether they signed. */
const code = {
  /** Says yes to everything. */
  yes: '0x631626ba7e60e01b60005260206000f3',
  'halts at once': '0xfe',
  'burns all gas': '0x5b600056',
  'answers a megabyte': '0x621000006000f3',
  'answers one word of nonsense': '0x60001960005260206000f3',
  'answers the magic value and more': '0x631626ba7e60e01b60005260406000f3',
  'answers nothing': '0x00',
  reverts: '0x60006000fd',
} as const
const walletOf = async (kind: keyof typeof code): Promise<Address> => {
  const wallet = toHex(0xc0de_0000 + Object.keys(code).indexOf(kind), { size: 20 })
  await market.rpc('anvil_setCode', [wallet, code[kind]])
  return wallet
}
const item = (order: OrderComponents, signature: Hex) => ({
  order: { kind: 'seaport-v1.6', data: { ...orderJson(order), signature } },
})
/** A listing by a contract, with a signature that only the contract could know to be one. */
const byWallet = (offerer: Address, salt = 1n) =>
  item(market.listing({ ...maker, address: offerer }, 1n, { salt }), `0x${'5a'.repeat(65)}`)
const byKey = async () => {
  const [token = ''] = await market.tokens(maker)
  const order = market.listing(maker, tokenIdOf(token))
  return item(order, await market.sign(maker, order))
}
const calls = () => node.asked.filter(({ method }) => method === 'eth_call').length

describe('a contract wallet', () => {
  const bad = Object.keys(code).filter((kind) => kind !== 'yes') as (keyof typeof code)[]
  test.each(bad)('that %s has not signed, and its neighbors in the post are stored', async (kind) => {
    const wallet = await walletOf(kind)
    const good = await walletOf('yes')
    const salt = BigInt(bad.indexOf(kind)) + 10n
    const items = [byWallet(wallet), await byKey(), byWallet(good, salt), byWallet(wallet, 2n)]
    const { status, body } = await market.post('/order/v4', { items })
    expect(status).toBe(200)
    expect(body.results.map(({ message }: { message: string }) => message)).toEqual([
      'invalid-signature',
      'success',
      'success',
      'invalid-signature',
    ])
  })

  test('causes a bounded number of calls, however many orders one post has', async () => {
    const wallet = await walletOf('burns all gas')
    const before = calls()
    node.atOnce = 0
    const items = Array.from({ length: 400 }, (_, index) => byWallet(wallet, BigInt(1000 + index)))
    // One order that somebody signed, so that the others are looked at.
    const { status, body } = await market.post('/order/v4', { items: [await byKey(), ...items] })
    expect(status).toBe(200)
    const [first, ...rest] = body.results as { message: string; detail?: string }[]
    expect(first?.message).toBe('success')
    expect(new Set(rest.map(({ message }) => message))).toEqual(new Set(['invalid-signature']))
    expect(rest.at(-1)?.detail).toMatch(/at most 100 /)
    expect(calls() - before).toBeLessThan(20)
    expect(node.atOnce).toBeLessThan(4)
  })

  test('is not asked about its other orders when it signed none of its first', async () => {
    const [bad, good] = [await walletOf('burns all gas'), await walletOf('yes')]
    const items = Array.from({ length: 20 }, (_, index) => [
      byWallet(bad, BigInt(3000 + index)),
      byWallet(good, BigInt(3000 + index)),
    ]).flat()
    const { status, body } = await market.post('/order/v4', { items })
    expect(status).toBe(200)
    const results = body.results as { message: string; detail?: string }[]
    const notAsked = results.filter(({ detail }) =>
      /accepted no signature of its first 8 orders/.test(detail ?? ''),
    )
    expect(notAsked).toHaveLength(12)
    expect(results.filter(({ message }) => message === 'success')).toHaveLength(20)
  })

  test('is called a bounded number of times a minute for one caller, without affecting others', async () => {
    const wallet = await walletOf('yes')
    const post = async (caller: string, from: number, count: number) => {
      const posted = Array.from({ length: count }, (_, index) => ({
        components: market.listing({ ...maker, address: wallet }, 1n, { salt: BigInt(from + index) }),
        signature: `0x${'5a'.repeat(65)}` as const,
        version: '1.6' as const,
        source: undefined,
      }))
      return market.deps.reads.nodes.asCaller(caller, () => postOrders(market.deps, posted))
    }
    const stranger = []
    for (const from of [5000, 6000]) stranger.push(...(await post('ip:1', from, 90)))
    const refused = stranger.filter(({ stored }) => !stored)
    expect(stranger.length - refused.length).toBe(100)
    expect(refused[0]).toMatchObject({ detail: expect.stringMatching(/again in a minute/) })
    expect((await post('ip:2', 8000, 3)).every(({ stored }) => stored)).toBe(true)
  })

  test('is not charged for signatures of accounts without code', async () => {
    const posted = Array.from({ length: 90 }, (_, index) => ({
      components: market.listing(maker, 1n, { salt: BigInt(9000 + index) }),
      signature: `0x${'5a'.repeat(65)}` as const,
      version: '1.6' as const,
      source: undefined,
    }))
    const post = () => market.deps.reads.nodes.asCaller('ip:3', () => postOrders(market.deps, posted))
    const answers = [...(await post()), ...(await post()), ...(await post())]
    expect(new Set(answers.map((one) => !one.stored && one.detail))).toEqual(
      new Set(['The signature is not the maker’s.']),
    )
  })
})

describe('a contract wallet that changes its mind', () => {
  let wallet: Address
  let [honest, taker] = [] as unknown as [Trader, Trader]
  beforeAll(async () => {
    ;[honest, taker] = market.traders.slice(1) as [Trader, Trader]
    wallet = toHex(0xf1c4_1e00, { size: 20 })
    await market.rpc('anvil_setCode', [wallet, code.yes])
    await market.rpc('anvil_impersonateAccount', [wallet])
    await market.rpc('anvil_setBalance', [wallet, toHex(parseEther('100'))])
  })
  const setCode = (kind: 'yes' | 'reverts') => market.rpc('anvil_setCode', [wallet, code[kind]])
  const send = async (to: Address, data: Hex, value = 0n) => {
    const hash = await market.rpc<Hex>('eth_sendTransaction', [
      { from: wallet, to, data, value: toHex(value) },
    ])
    await maker.reads.waitForTransactionReceipt({ hash })
  }
  const signature = `0x${'5a'.repeat(65)}` as const
  /** Posts orders of the wallet; all have to be stored. */
  const post = async (caller: string, orders: readonly OrderComponents[]) => {
    const posted = orders.map((components) => ({
      components,
      signature,
      version: '1.6' as const,
      source: undefined,
    }))
    const results = await market.deps.reads.nodes.asCaller(caller, () => postOrders(market.deps, posted))
    expect(results.filter(({ stored }) => !stored)).toEqual([])
    return orders.map((components) => orderHash(components))
  }
  const statuses = async (ids: readonly Hex[]) =>
    [...new Set(await Promise.all(ids.map((id) => market.statusOf(id))))].sort()
  const recountAll = async () => {
    for (let next: string | undefined = ''; next !== undefined; )
      next = (await recount(market.deps, next, 100)).next
  }

  test('does not hide the listings of others, and its own are inactive until it signs them again', async () => {
    const [own = ''] = await market.tokens(maker)
    const [other = ''] = await market.tokens(honest)
    const { collection, chain } = market
    const abi = parseAbi(['function transferFrom(address from, address to, uint256 tokenId)'])
    const transfer = { address: collection, abi, functionName: 'transferFrom' } as const
    await maker.write({ ...transfer, args: [maker.address, wallet, tokenIdOf(own)] })
    const approval = { abi: erc721Abi, functionName: 'setApprovalForAll' } as const
    await send(collection, encodeFunctionData({ ...approval, args: [chain.contracts.conduit, true] }))
    await market.approve(honest)
    await market.settle()
    const terms = (salt: number) => ({ gross: parseEther('0.001'), salt: BigInt(salt) })
    const listings = Array.from({ length: 90 }, (_, index) =>
      market.listing({ ...maker, address: wallet }, tokenIdOf(own), terms(20_000 + index)),
    )
    const ids = await post('ip:11', listings)
    const behind = await market.postOrder(honest, market.listing(honest, tokenIdOf(other)))
    expect(await statuses(ids)).toEqual(['fillable/approved'])

    await setCode('reverts')
    const buy = { items: [{ collection, quantity: 1 }], taker: taker.address }
    const { status, body } = await market.post('/execute/buy/v7', buy)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.path).toMatchObject([{ orderId: behind }])
    // Those that a plan tried are inactive at once, and all others after a recount.
    expect(await statuses(ids)).toEqual(['fillable/approved', 'fillable/no-approval'])
    await recountAll()
    expect(await statuses(ids)).toEqual(['fillable/no-approval'])
    const { body: shown } = await market.get(`/orders/asks/v5?ids=${ids[0]}`)
    expect(shown.orders[0].status).toBe('inactive')
    // No other change of its maker opens them.
    await revalidateToken(market.deps, collection, tokenIdOf(own))
    expect(await statuses(ids)).toEqual(['fillable/no-approval'])

    await setCode('yes')
    await post('ip:12', listings.slice(0, 1))
    expect(await market.statusOf(ids[0]!)).toBe('fillable/approved')
    expect(await statuses(ids.slice(1))).toEqual(['fillable/no-approval'])
    await recountAll()
    expect(await statuses(ids)).toEqual(['fillable/approved'])
  })

  test('does not hide the offers behind more of its own than one page has', async () => {
    await setCode('yes')
    const [token = ''] = await market.tokens(taker)
    const { weth, conduit } = market.chain.contracts
    const deposit = encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' })
    await send(weth, deposit, parseEther('2'))
    const allowance = [conduit, parseEther('1000')] as const
    await send(weth, encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: allowance }))
    await market.wrap(honest, parseEther('1'))
    await market.allow(honest, parseEther('1'))
    await market.settle()
    const offers = Array.from({ length: 80 }, (_, index) =>
      market.offer({ ...maker, address: wallet }, parseEther('2'), { salt: BigInt(30_000 + index) }),
    )
    const ids = await post('ip:13', offers)
    const behind = await market.postOrder(honest, market.offer(honest, parseEther('0.5')))
    await setCode('reverts')
    const sell = { items: [{ token, quantity: 1 }], taker: taker.address }
    const { status, body } = await market.post('/execute/sell/v7', sell)
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.path).toMatchObject([{ orderId: behind }])
    expect(await statuses(ids)).toEqual(['fillable/no-approval'])
  })
})
