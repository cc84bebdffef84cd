import { erc721Abi, mintPublic, readCall, seaDropAddress } from '@sluice/seaport'
import { type Address, type Hex, parseAbi, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { localAccounts } from '../../../devnet/src/contracts/accounts.ts'
import { feeRecipient, localDrop } from '../../../devnet/src/contracts/openDrop.ts'
import { writerOf } from '../../../devnet/src/contracts/writer.ts'
import type { Trader } from '../support/fixture.ts'
import { type Market, startMarket } from '../support/market.ts'

/** Public mints, planned over the local chain's SeaDrop-like contract. */

const dropAbi = parseAbi([
  'struct PublicDrop { uint80 mintPrice; uint48 startTime; uint48 endTime; uint16 maxTotalMintableByWallet; uint16 feeBps; bool restrictFeeRecipients; }',
  'function updatePublicDrop(address seaDrop, PublicDrop drop)',
])
const { price, maxPerWallet } = localDrop
const terms = {
  mintPrice: price,
  startTime: 0,
  endTime: 4_102_444_800,
  maxTotalMintableByWallet: maxPerWallet as number,
  feeBps: 500,
  restrictFeeRecipients: true,
}

let market: Market
let ada: Trader
let ben: Trader
let chloe: Trader
let drop: Address
/** Changes the terms of the mint, as the collection's owner does. */
const setTerms = (changed: Partial<typeof terms> = {}) =>
  writerOf(market.chain, localAccounts()[9]!.privateKey).write({
    address: drop,
    abi: dropAbi,
    functionName: 'updatePublicDrop',
    args: [seaDropAddress, { ...terms, ...changed }],
  })
const balanceOf = (account: Address) =>
  ada.reads.readContract({ address: drop, abi: erc721Abi, functionName: 'balanceOf', args: [account] })
const buy = (taker: Trader, item: object, more: object = {}) =>
  market.post('/execute/buy/v7', { items: [{ collection: drop, ...item }], taker: taker.address, ...more })
const callsOf = (steps: { id: string; items: { data: { to: Address; data: Hex; value: Hex } }[] }[]) =>
  steps.find(({ id }) => id === 'sale')?.items.map(({ data }) => data) ?? []

beforeAll(async () => {
  market = await startMarket({}, ({ contracts }) => ({
    collections: [...contracts.collections, contracts.drop].map(({ address }) => address),
  }))
  ;[ada, ben, chloe] = market.traders as [Trader, Trader, Trader]
  drop = market.chain.contracts.drop.address
})
afterAll(() => market?.stop())

test('a collection shows its public mint where it is asked for', async () => {
  const shown = async (query: string) =>
    (await market.get(`/collections/v7?id=${drop}${query}`)).body.collections[0]
  expect(await shown('&includeMintStages=true')).toMatchObject({
    isMinting: true,
    mintStages: [
      {
        kind: 'public',
        price: { currency: { contract: zeroAddress }, amount: { raw: price.toString() } },
        endTime: terms.endTime,
        maxMintsPerWallet: maxPerWallet,
      },
    ],
  })
  expect(await shown('')).toMatchObject({ isMinting: false, mintStages: [] })
  const { body } = await market.get(`/collections/v7?id=${market.collection}&includeMintStages=true`)
  expect(body.collections[0]).toMatchObject({ isMinting: false, mintStages: [] })
})

test('a mint is quoted and planned as one call, and its tokens come to the account that pays', async () => {
  const quote = await buy(ada, { quantity: 2, fillType: 'mint' }, { onlyPath: true })
  expect(quote).toMatchObject({
    status: 200,
    body: { path: [{ contract: drop, tokenId: null, quantity: 2, rawQuote: price.toString() }] },
  })
  const { status, body } = await buy(ada, { quantity: 2, fillType: 'mint' })
  expect(status).toBe(200)
  const [call, ...others] = callsOf(body.steps)
  expect(others).toEqual([])
  expect(call).toMatchObject({ to: seaDropAddress, value: `0x${(2n * price).toString(16)}` })
  expect(readCall(mintPublic, call!.data)).toMatchObject({ nftContract: drop, quantity: 2n })
  await market.walk(ada, body)
  expect(await balanceOf(ada.address)).toBe(2n)
})

test('the route of mints plans the same', async () => {
  const { status, body } = await market.post('/execute/mint/v1', {
    items: [{ collection: drop, quantity: 1 }],
    taker: ben.address,
  })
  expect(status).toBe(200)
  expect(callsOf(body.steps)).toHaveLength(1)
  await market.walk(ben, body)
  expect(await balanceOf(ben.address)).toBe(1n)
  const none = await market.post('/execute/mint/v1', {
    items: [{ collection: market.collection }],
    taker: ben.address,
  })
  expect(none).toMatchObject({ status: 400, body: { message: 'Collection has no eligible mints' } })
})

describe('a collection with listings and a mint', () => {
  let minted = 0n
  beforeAll(async () => {
    await market.sync()
    const approve = { address: drop, abi: erc721Abi, functionName: 'setApprovalForAll' } as const
    await ada.write({ ...approve, args: [market.chain.contracts.conduit, true] })
    await market.list(ada, [`${drop}:1`], { weiPrice: (price - 1n).toString() })
    await market.list(ada, [`${drop}:2`], { weiPrice: (price + 1n).toString() })
    await market.settle()
    minted = await balanceOf(chloe.address)
  })

  test('is minted where a mint costs less than a listing, and bought where it costs more', async () => {
    const { body } = await buy(chloe, { quantity: 3 })
    const targets = callsOf(body.steps).map(({ to }) => to)
    expect(targets.sort()).toEqual([market.chain.contracts.seaport, seaDropAddress].sort())
    expect(
      body.path.map(({ tokenId, quantity }: { tokenId: string | null; quantity: number }) => [
        tokenId,
        quantity,
      ]),
    ).toEqual([
      ['1', 1],
      [null, 2],
    ])
    await market.walk(chloe, body)
    expect(await balanceOf(chloe.address)).toBe(minted + 3n)
  })

  test('is never minted where only listings may be bought', async () => {
    await market.settle()
    const { body } = await buy(chloe, { quantity: 1, fillType: 'trade' })
    expect(callsOf(body.steps).map(({ to }) => to)).toEqual([market.chain.contracts.seaport])
  })

  test('is bought where a mint cannot pay what is asked on top, or goes to somebody else', async () => {
    const fee = { feesOnTop: [`${ben.address}:1`] }
    const gift = { relayer: ben.address }
    for (const more of [fee, gift]) {
      const { body } = await buy(chloe, { quantity: 1 }, more)
      expect(callsOf(body.steps).map(({ to }) => to)).toEqual([market.chain.contracts.seaport])
    }
    expect(await buy(chloe, { quantity: 1, fillType: 'mint' }, fee)).toMatchObject({
      status: 400,
      body: { message: 'Fees on top cannot be paid with a mint', field: 'items.0.fillType' },
    })
    expect(await buy(chloe, { quantity: 1, fillType: 'mint' }, gift)).toMatchObject({
      status: 400,
      body: { message: 'A mint goes to the account that pays for it' },
    })
  })
})

describe('a mint that looks open and reverts', () => {
  const message = () =>
    `Minting from the collection ${drop} would revert for this account: a contract that it needs rejects it`
  const setCode = (code: Hex) => market.rpc('anvil_setCode', [feeRecipient, code])
  beforeAll(() => setCode('0x60006000fd'))
  afterAll(() => setCode('0x'))

  test('is not planned: the next listings are bought, where they may be', async () => {
    const { status, body } = await buy(chloe, { quantity: 1 })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(callsOf(body.steps).map(({ to }) => to)).toEqual([market.chain.contracts.seaport])
    expect(body.errors).toEqual([])
  })

  test('is refused with the reason where nothing else may be had', async () => {
    const refused = { status: 400, body: { message: message(), field: 'items.0.fillType' } }
    expect(await buy(ben, { quantity: 1, fillType: 'mint' })).toMatchObject(refused)
    const route = await market.post('/execute/mint/v1', {
      items: [{ collection: drop, quantity: 1 }],
      taker: ben.address,
    })
    expect(route).toMatchObject(refused)
  })

  test('does not stop what else is in the cart', async () => {
    const [token = ''] = await market.tokens(ada)
    await market.approve(ada)
    const [order] = await market.list(ada, [token], { weiPrice: '1000' })
    await market.settle()
    const items = [{ collection: drop, quantity: 1, fillType: 'mint' }, { token }]
    const { status, body } = await market.post('/execute/buy/v7', {
      items,
      taker: ben.address,
      partial: true,
    })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.path.map(({ orderId }: { orderId: Hex }) => orderId)).toEqual([order])
    expect(body.errors).toEqual([{ message: message() }])
    await market.walk(ben, body)
    expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('is named beside what is missing', async () => {
    expect(await buy(ben, { quantity: 2 })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining(message()) },
    })
  })

  test('is planned again once it succeeds', async () => {
    await setCode('0x')
    const { body } = await buy(ben, { quantity: 1, fillType: 'mint' })
    expect(callsOf(body.steps)).toHaveLength(1)
  })
})

describe('a mint is refused with a sentence', () => {
  const refused = (message: string, code = 400) => ({ status: code, body: { message } })
  const wanted = (quantity = 1, more: object = {}) => buy(ben, { quantity, fillType: 'mint' }, more)

  test('for more than a wallet may mint', async () => {
    expect(await wanted(maxPerWallet + 1)).toMatchObject(refused('Unable to fill requested quantity'))
    const { body } = await wanted(maxPerWallet + 1, { partial: true })
    expect(body.errors).toEqual([{ message: 'Unable to fill requested quantity' }])
    expect(readCall(mintPublic, callsOf(body.steps)[0]!.data)?.quantity).toBe(BigInt(maxPerWallet) - 1n)
  })

  test('before it starts, and after it ends', async () => {
    await setTerms({ startTime: terms.endTime - 1 })
    expect(await wanted()).toMatchObject(refused('The mint has not started yet'))
    await setTerms({ endTime: 1 })
    expect(await wanted()).toMatchObject(refused('The mint has ended'))
    await setTerms()
    expect((await wanted()).status).toBe(200)
  })

  test('to an account that cannot pay', async () => {
    await setTerms({ mintPrice: parseEther('1000000') })
    expect((await wanted()).body.message).toMatch(/^Balance too low to proceed with transaction/)
  })

  test('while the mint is open to an allow list alone, and nothing is minted for who names no mint', async () => {
    // SeaDrop has no public mint of such a collection: zeros.
    const closed = { mintPrice: 0n, endTime: 0, maxTotalMintableByWallet: 0, feeBps: 0 }
    await setTerms({ ...closed, restrictFeeRecipients: false })
    try {
      expect(await buy(ben, { quantity: 1, fillType: 'mint' })).toMatchObject(
        refused('Collection has no eligible mints'),
      )
      const { body } = await buy(ben, { quantity: 1 })
      expect(callsOf(body.steps ?? []).map(({ to }) => to)).not.toContain(seaDropAddress)
      const shown = (await market.get(`/collections/v7?id=${drop}&includeMintStages=true`)).body
      expect(shown.collections[0]).toMatchObject({ isMinting: false, mintStages: [] })
    } finally {
      await setTerms()
    }
  })

  test('once it is sold out', async () => {
    await setTerms({ maxTotalMintableByWallet: 1_000, mintPrice: 0n })
    const { body } = await wanted(1_000, { partial: true })
    await market.walk(ben, body)
    expect(await wanted()).toMatchObject(refused('The mint is sold out'))
    const { body: shown } = await market.get(`/collections/v7?id=${drop}&includeMintStages=true`)
    expect(shown.collections[0].isMinting).toBe(false)
    await market.settle()
    const bought = await buy(ben, { quantity: 1 })
    expect(callsOf(bought.body.steps).map(({ to }) => to)).toEqual([market.chain.contracts.seaport])
  })

  test('of a token, or of a collection without a mint', async () => {
    const named = await market.post('/execute/buy/v7', {
      items: [{ token: `${drop}:1`, fillType: 'mint' }],
      taker: ben.address,
    })
    expect(named).toMatchObject(refused('Collection has no eligible mints'))
  })
})
