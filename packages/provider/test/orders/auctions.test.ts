import { type AuctionTerms, auctionTypedData } from '@sluice/guards'
import { erc721Abi } from '@sluice/seaport'
import { auction, splitToken } from '@sluice/wire'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { type Hex, parseAbi, parseEther, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Trader } from '../support/fixture.ts'
import { type Json, type Market, startMarket, tokenIdOf } from '../support/market.ts'

/** Milliseconds by which the provider's clock is ahead. */
let later = 0
let market: Market
let seller: Trader
let buyer: Trader
let other: Trader
beforeAll(async () => {
  market = await startMarket({ clock: () => Date.now() + later })
  ;[seller, buyer, other] = market.traders as [Trader, Trader, Trader]
  for (const trader of [buyer, other]) await market.wrap(trader, parseEther('50'))
})
afterAll(() => market?.stop())

const now = () => BigInt(Math.floor(Date.now() / 1000))
const termsOf = (more: Partial<AuctionTerms> = {}): AuctionTerms => ({
  currency: market.chain.contracts.weth,
  reserve: parseEther('1'),
  stepBps: 500n,
  stepAmount: 0n,
  endsAt: now() + 3_600n,
  ...more,
})
type Said = { at?: bigint; terms?: AuctionTerms | undefined; by?: Trader; signature?: Hex; body?: object }
/** Signs and posts a statement; without terms it is a withdrawal. */
async function say(token: string, { at = now(), by = seller, signature, body = {}, ...rest }: Said) {
  const terms = 'terms' in rest ? rest.terms : termsOf()
  const { digest: _, ...typedData } = auctionTypedData(market.deps.config.id, {
    seller: by.address,
    ...splitToken(token),
    at,
    terms,
  })
  const signed = signature ?? (await by.account.signTypedData(typedData as never))
  const about = { seller: by.address, token }
  if (terms === undefined)
    return market.post(`/auctions/withdraw/v1?signature=${signed}`, {
      ...about,
      withdrawnAt: Number(at),
      ...body,
    })
  const { currency, reserve, stepBps, stepAmount, endsAt } = terms
  return market.post(`/auctions/v1?signature=${signed}`, {
    ...about,
    currency,
    reserve: `${reserve}`,
    stepBps: Number(stepBps),
    stepAmount: `${stepAmount}`,
    announcedAt: Number(at),
    endsAt: Number(endsAt),
    ...body,
  })
}
async function shown(token: string) {
  const { body } = await market.get(`/tokens/v7?tokens=${token}&includeAuction=true`)
  return body.tokens[0].market.auction
}
const running = async () => (await market.get(`/auctions/v1?collection=${market.collection}`)).body.auctions
const send = (from: Trader, to: Trader, token: string) =>
  from.write({
    address: market.collection,
    abi: erc721Abi,
    functionName: 'safeTransferFrom',
    args: [from.address, to.address, tokenIdOf(token)],
  })

describe('an auction', () => {
  test('shows the best offer, the number of offers and the least next one', async () => {
    const [token = ''] = await market.tokens(seller)
    expect(await shown(token)).toBeNull()
    expect(await say(token, {})).toMatchObject({ status: 200 })
    expect(await shown(token)).toMatchObject({
      seller: seller.address,
      bestOffer: null,
      offerCount: 0,
      reserve: { amount: { raw: `${parseEther('1')}` }, currency: { contract: market.chain.contracts.weth } },
      nextOffer: { amount: { raw: `${parseEther('1')}` } },
    })
    const [first] = await market.bid(buyer, [{ token, weiPrice: `${parseEther('2')}` }])
    expect(await shown(token)).toMatchObject({
      offerCount: 1,
      bestOffer: { id: first, price: { amount: { raw: `${parseEther('2')}` } } },
      nextOffer: { amount: { raw: `${parseEther('2.1')}` } },
    })
    const [second] = await market.bid(other, [{ token, weiPrice: `${parseEther('3')}` }])
    const auctionNow = await shown(token)
    expect(auctionNow).toMatchObject({ offerCount: 2, bestOffer: { id: second } })
    // What a client reads is enough to verify the signature.
    const read = v.parse(auction, auctionNow)
    const { digest } = auctionTypedData(market.deps.config.id, {
      seller: read.seller,
      contract: read.contract,
      tokenId: BigInt(read.tokenId),
      at: BigInt(read.announcedAt),
      terms: {
        currency: read.reserve.currency.contract,
        reserve: read.reserve.amount.raw,
        stepBps: BigInt(read.stepBps),
        stepAmount: read.stepAmount,
        endsAt: BigInt(read.endsAt),
      },
    })
    expect(market.deps.verifier.signerOfDigest(digest, read.signature)).toBe(seller.address)
    expect((await running()).map((one: { tokenId: string }) => one.tokenId)).toContain(`${tokenIdOf(token)}`)
  })

  test('follows the owner: a sale ends it, a reorg that undoes the sale revives it, a purchase back does not', async () => {
    const [token = ''] = await market.tokens(seller)
    await say(token, {})
    const snapshot = await market.rpc<string>('evm_snapshot')
    await send(seller, buyer, token)
    await market.sync()
    expect(await shown(token)).toBeNull()
    expect(await say(token, { at: now() + 1n })).toMatchObject({ status: 400, body: { field: 'seller' } })
    const nonces = await Promise.all(
      market.traders.map(({ address }) => market.rpc<Hex>('eth_getTransactionCount', [address, 'latest'])),
    )
    await market.rpc('evm_revert', [snapshot])
    // The traders sent as much on the other branch, to somewhere else.
    for (const [index, { address }] of market.traders.entries())
      await market.rpc('anvil_setNonce', [address, nonces[index]])
    await market.rpc('anvil_mine', ['0x3'])
    await market.sync()
    expect(await shown(token)).toMatchObject({ seller: seller.address })
    await send(seller, buyer, token)
    await market.rpc('evm_increaseTime', [60])
    await send(buyer, seller, token)
    await market.sync()
    expect(await shown(token)).toBeNull()
  })

  test('is replaced by what its seller says later, withdrawn, and not brought back by what was said before', async () => {
    const [token = ''] = await market.tokens(seller)
    const at = now() - 10n
    // Once: they end an hour from now, and the second may change between two.
    const terms = termsOf({})
    expect(await say(token, { at, terms })).toMatchObject({ status: 200 })
    expect(await say(token, { at, terms })).toMatchObject({ status: 200 })
    const lower = termsOf({ reserve: 1n })
    expect(await say(token, { at, terms: lower })).toMatchObject({
      status: 400,
      body: { field: 'announcedAt' },
    })
    expect(await say(token, { at: at + 1n, terms: lower })).toMatchObject({ status: 200 })
    expect(await shown(token)).toMatchObject({ reserve: { amount: { raw: '1' } } })
    expect(await say(token, { at: at + 2n, terms: undefined })).toMatchObject({ status: 200 })
    expect(await shown(token)).toBeNull()
    expect(await say(token, { at: at + 1n, terms: lower })).toMatchObject({ status: 400 })
    expect(await shown(token)).toBeNull()
  })

  test('ends by itself, and stays to be seen for its seller to choose', async () => {
    const [token = ''] = await market.tokens(seller)
    await say(token, {})
    const isListed = async () => (await running()).some((one: Json) => one.tokenId === `${tokenIdOf(token)}`)
    expect(await isListed()).toBe(true)
    later = 7_200_000
    expect(await isListed()).toBe(false)
    expect((await shown(token)).endsAt * 1000).toBeLessThan(Date.now() + later)
    later = 15 * 86_400_000
    expect(await shown(token)).toBeNull()
    later = 0
  })

  test('leaves an event of its own for those who listen', async () => {
    const [token = ''] = await market.tokens(seller)
    await say(token, {})
    const told = await market.deps.db.rows(
      sql`select payload from outbox where kind = 'auction' and payload ->> 'tokenId' = ${`${tokenIdOf(token)}`}`,
    )
    expect(told).toEqual([
      { payload: { contract: market.collection, tokenId: `${tokenIdOf(token)}`, maker: seller.address } },
    ])
  })
})

describe('an announcement is refused', () => {
  let token: string
  beforeAll(async () => {
    ;[token = ''] = await market.tokens(seller)
  })
  test.each<[string, () => Promise<Said>, string]>([
    ['that another account signed', async () => ({ signature: await signedBy(other) }), 'signature'],
    ['that says something else than what was signed', async () => ({ body: { reserve: '1' } }), 'signature'],
    ['by an account that does not own the token', async () => ({ by: other }), 'seller'],
    ['that has ended', async () => ({ terms: termsOf({ endsAt: now() - 1n }) }), 'endsAt'],
    ['that runs for a year', async () => ({ terms: termsOf({ endsAt: now() + 31_536_000n }) }), 'endsAt'],
    [
      'in a currency without a contract',
      async () => ({ terms: termsOf({ currency: toHex(0, { size: 20 }) }) }),
      'currency',
    ],
    [
      'in an unknown currency',
      async () => ({ terms: termsOf({ currency: toHex(9, { size: 20 }) }) }),
      'currency',
    ],
    ['that is older than a day', async () => ({ at: now() - 90_000n }), 'announcedAt'],
    ['from the future', async () => ({ at: now() + 3_600n }), 'announcedAt'],
    ['with a step above the price', async () => ({ body: { stepBps: 10_001 } }), 'stepBps'],
  ])('%s', async (_, said, field) => {
    expect(await say(token, await said())).toMatchObject({ status: 400, body: { field } })
    expect(await shown(token)).toBeNull()
  })
  const signedBy = async (trader: Trader): Promise<Hex> => {
    const statement = { seller: seller.address, ...splitToken(token), at: now(), terms: termsOf() }
    const { digest: _, ...typedData } = auctionTypedData(market.deps.config.id, statement)
    return trader.account.signTypedData(typedData as never)
  }

  test('for units that several accounts may hold', async () => {
    const units = await market.units(seller, 2n)
    expect(await say(units, {})).toMatchObject({ status: 400, body: { field: 'seller' } })
  })
})

test('a contract wallet announces an auction with a signature of its own kind', async () => {
  const wallet = toHex(0xc0de_aaaa, { size: 20 })
  // Says yes to everything (EIP-1271).
  await market.rpc('anvil_setCode', [wallet, '0x631626ba7e60e01b60005260206000f3'])
  const [token = ''] = await market.tokens(seller)
  await seller.write({
    address: market.collection,
    abi: parseAbi(['function transferFrom(address from, address to, uint256 id)']),
    functionName: 'transferFrom',
    args: [seller.address, wallet, tokenIdOf(token)],
  })
  await market.sync()
  const by = { ...seller, address: wallet }
  expect(await say(token, { by, signature: `0x${'5a'.repeat(100)}` })).toMatchObject({ status: 200 })
  expect(await shown(token)).toMatchObject({ seller: wallet })
})
