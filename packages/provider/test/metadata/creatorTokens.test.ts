import { decodeCall, seaportAbi } from '@sluice/seaport'
import {
  type Address,
  encodeFunctionData,
  erc721Abi,
  erc1155Abi,
  type Hex,
  multicall3Abi,
  parseAbi,
  parseEther,
} from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { localAccounts } from '../../../devnet/src/contracts/accounts.ts'
import { writerOf } from '../../../devnet/src/contracts/writer.ts'
import { type CreatorTokens, deployCreatorTokens } from '../../../devnet/src/stack/deployCreatorTokens.ts'
import { describeCollection } from '../../src/metadata/describe.ts'
import { renewRoyalties } from '../../src/metadata/royalties.ts'
import { requestRoyalties } from '../../src/storage/metadata/royalties.ts'
import type { Trader } from '../support/fixture.ts'
import { listBody, type Market, startMarket, tokenIdOf } from '../support/market.ts'

const zoneAbi = parseAbi([
  'struct Spent { uint8 itemType; address token; uint256 identifier; uint256 amount; }',
  'struct Received { uint8 itemType; address token; uint256 identifier; uint256 amount; address recipient; }',
  'struct ZoneParameters { bytes32 orderHash; address fulfiller; address offerer; Spent[] offer; Received[] consideration; bytes extraData; bytes32[] orderHashes; uint256 startTime; uint256 endTime; bytes32 zoneHash; }',
  'function authorizeOrder(ZoneParameters order) returns (bytes4)',
])

const barred = 'The collection does not let this marketplace transfer its tokens'
const unpaid = 'The collection enforces its royalties, and the order leaves some out'

let market: Market
let tokens: CreatorTokens
let ada: Trader
let ben: Trader
let minted = 0n
let editions = 0n
beforeAll(async () => {
  market = await startMarket()
  ;[ada, ben] = market.traders as [Trader, Trader]
  tokens = await deployCreatorTokens(market.chain)
  for (const contract of [tokens.erc721, tokens.erc1155]) await describeCollection(market.deps, contract)
  await market.wrap(ben, parseEther('20'))
})
afterAll(() => market?.stop())
/** The conduit is on the whitelist; a test that needs something else says so. */
const allow = () => tokens.setPolicy({ level: 3, whitelist: [market.chain.contracts.conduit] })
const bar = () => tokens.setPolicy({ level: 3 })
beforeEach(allow)

async function newToken(): Promise<string> {
  await ada.write({
    address: tokens.erc721,
    abi: parseAbi(['function mint(address to, uint256 count)']),
    functionName: 'mint',
    args: [ada.address, 1n],
  })
  minted += 1n
  await market.sync()
  return `${tokens.erc721}:${minted}`
}

/** Units of a new edition of Ada's. */
async function newUnits(amount: bigint): Promise<string> {
  editions += 1n
  await ada.write({
    address: tokens.erc1155,
    abi: parseAbi(['function mint(address to, uint256 id, uint256 amount)']),
    functionName: 'mint',
    args: [ada.address, editions, amount],
  })
  await market.sync()
  return `${tokens.erc1155}:${editions}`
}
const unitsOf = ({ address }: Trader, token: string): Promise<bigint> =>
  ada.reads.readContract({
    address: tokens.erc1155,
    abi: erc1155Abi,
    functionName: 'balanceOf',
    args: [address, tokenIdOf(token)],
  })

/** The terms of the provider's own book for a collection. */
async function termsOf(contract: Address) {
  await requestRoyalties(market.deps.db, market.chain.id, [contract])
  await renewRoyalties(market.deps)
  const { body } = await market.get(`/collections/${contract}/marketplace-configurations/v2`)
  const [{ royalties, exchanges }] = body.marketplaces
  const { enabled, royaltiesEnforced } = exchanges['seaport-v1.6']
  return { royalties, enabled, royaltiesEnforced }
}

/** Signs a listing as it is, and posts it without a plan. */
async function posted(token: string, more: object): Promise<{ status: number; body: Record<string, never> }> {
  const order = market.listing(ada, BigInt(token.split(':')[1] ?? '0'), { token: tokens.erc721, ...more })
  const data = JSON.parse(
    JSON.stringify(order, (_, value) => (typeof value === 'bigint' ? value.toString() : value)),
  )
  const signature = await market.sign(ada, order)
  return market.post(`/order/v3?signature=${signature}`, { order: { kind: 'seaport-v1.6', data } })
}

describe('a collection whose transfer validator allows the conduit', () => {
  test('says that its royalties are enforced, and a sale pays them', async () => {
    expect(await termsOf(tokens.erc721)).toEqual({
      royalties: { minBps: 500, maxBps: 500 },
      enabled: true,
      royaltiesEnforced: true,
    })
    const token = await newToken()
    const [id = '0x'] = await market.list(ada, [token])
    const { feeBreakdown } = (await market.get(`/orders/asks/v5?ids=${id}`)).body.orders[0]
    expect(feeBreakdown).toMatchObject([{ kind: 'royalty', recipient: tokens.artist, bps: 500 }])
    const balance = () => ada.reads.getBalance({ address: tokens.artist })
    const before = await balance()
    await market.walk(ben, await market.plan('/execute/buy/v7', { taker: ben.address, items: [{ token }] }))
    expect(await market.ownerOf(token)).toBe(ben.address)
    expect((await balance()) - before).toBe(parseEther('0.05'))
  })

  test('refuses to plan and to store an order that leaves royalties out', async () => {
    const token = await newToken()
    for (const more of [{ automatedRoyalties: false }, { royaltyBps: 100 }]) {
      const answer = await market.post('/execute/list/v5', listBody(ada, [token], more))
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ message: unpaid }] } })
    }
    const offer = { token, weiPrice: parseEther('1').toString(), orderKind: 'seaport-v1.6' }
    const bid = { maker: ben.address, params: [{ ...offer, automatedRoyalties: false }] }
    const refused = await market.post('/execute/bid/v5', bid)
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ message: unpaid }] } })
    expect(await posted(token, { fees: [] })).toMatchObject({
      status: 400,
      body: { message: 'filtered', detail: `${unpaid}.` },
    })
    const fees = [{ recipient: tokens.artist, bps: 500 }]
    expect(await posted(token, { fees, salt: 9n })).toMatchObject({ status: 200 })
  })
})

test('a collection that limits its receivers is traded, and its royalties are enforced', async () => {
  await tokens.setPolicy({ level: 6, whitelist: [market.chain.contracts.conduit] })
  expect(await termsOf(tokens.erc721)).toMatchObject({ enabled: true, royaltiesEnforced: true })
  expect(await market.list(ada, [await newToken()])).toHaveLength(1)
})

describe('a collection whose transfer validator bars the conduit', () => {
  test('says so, and no order for it is planned or stored', async () => {
    const token = await newToken()
    await bar()
    expect(await termsOf(tokens.erc721)).toMatchObject({ enabled: false, royaltiesEnforced: true })
    expect(await market.post('/execute/list/v5', listBody(ada, [token]))).toMatchObject({
      status: 400,
      body: { errors: [{ message: barred }] },
    })
    const offer = {
      collection: tokens.erc721,
      weiPrice: parseEther('1').toString(),
      orderKind: 'seaport-v1.6',
    }
    expect(await market.post('/execute/bid/v5', { maker: ben.address, params: [offer] })).toMatchObject({
      status: 400,
      body: { errors: [{ message: barred }] },
    })
    const fees = [{ recipient: tokens.artist, bps: 500 }]
    expect(await posted(token, { fees })).toMatchObject({
      status: 400,
      body: { message: 'not-fillable', detail: `${barred}.` },
    })
  })

  test('no plan fills an order that was made before', async () => {
    const token = await newToken()
    const [ask = '0x'] = await market.list(ada, [token])
    const [offer = '0x'] = await market.bid(ben, [
      { token, weiPrice: parseEther('1').toString(), orderKind: 'seaport-v1.6' },
    ])
    await bar()
    const buy = (item: object) => market.post('/execute/buy/v7', { taker: ben.address, items: [item] })
    expect(await buy({ orderId: ask })).toMatchObject({ status: 410, body: { message: barred } })
    expect(await buy({ token })).toMatchObject({ status: 400, body: { message: barred } })
    const sold = await market.post('/execute/sell/v7', {
      taker: ada.address,
      items: [{ token, orderId: offer }],
    })
    expect(sold).toMatchObject({ status: 410, body: { message: barred } })
    await allow()
    await market.walk(
      ada,
      await market.plan('/execute/sell/v7', { taker: ada.address, items: [{ token, orderId: offer }] }),
    )
    expect(await market.ownerOf(token)).toBe(ben.address)
  })
})

describe('orders that were made before their validator changed its policy', () => {
  const statuses = (ids: readonly string[]) => Promise.all(ids.map((id) => market.statusOf(id as Hex)))
  /** What the status of orders becomes once the rules are read again. */
  const renewed = (ids: readonly string[]) =>
    expect.poll(
      async () => {
        await requestRoyalties(market.deps.db, market.chain.id, [tokens.erc721])
        await renewRoyalties(market.deps)
        return statuses(ids)
      },
      { timeout: 20_000 },
    )
  const listed = async (id: string) =>
    (await market.get(`/orders/asks/v5?contracts=${tokens.erc721}&status=active`)).body.orders.some(
      (order: { id: string }) => order.id === id,
    )

  test('become inactive when the rules are read again, and active once they may be filled', async () => {
    const token = await newToken()
    const offer = { token, weiPrice: parseEther('1').toString(), orderKind: 'seaport-v1.6' }
    const [id = ''] = await market.list(ada, [token])
    const orders = [id, ...(await market.bid(ben, [offer]))]
    await renewed(orders).toEqual(['fillable/approved', 'fillable/approved'])
    await bar()
    await renewed(orders).toEqual(['fillable/barred', 'fillable/barred'])
    expect(await listed(id)).toBe(false)
    await allow()
    await renewed(orders).toEqual(['fillable/approved', 'fillable/approved'])
    expect(await listed(id)).toBe(true)
  })

  test('stay active in a zone that authorizes transfers', async () => {
    const [id = ''] = await market.list(ada, [await newToken()])
    const { zone } = market.chain.contracts
    const fees = [{ recipient: tokens.artist, bps: 500 }]
    const { body } = await posted(await newToken(), { fees, zone })
    await tokens.setPolicy({ level: 3, authorizers: [zone] })
    await renewed([id, body.orderId ?? '']).toEqual(['fillable/barred', 'fillable/approved'])
  })

  test('are read again after a plan that found another state than the stored one', async () => {
    const [id = ''] = await market.list(ada, [await newToken()])
    const buy = () => market.post('/execute/buy/v7', { taker: ben.address, items: [{ orderId: id }] })
    const afterBuying = async () => {
      await buy()
      await renewRoyalties(market.deps)
      return market.statusOf(id as Hex)
    }
    await bar()
    await expect.poll(afterBuying, { timeout: 20_000 }).toBe('fillable/barred')
    expect(await buy()).toMatchObject({ status: 410, body: { message: barred } })
    await allow()
    expect(await buy()).toMatchObject({ status: 200 })
    await expect.poll(afterBuying, { timeout: 20_000 }).toBe('fillable/approved')
  })

  test('are read again when another order is posted that the validator allows', async () => {
    const [first = ''] = await market.list(ada, [await newToken()])
    await bar()
    await renewed([first]).toEqual(['fillable/barred'])
    await allow()
    const [second = ''] = await market.list(ada, [await newToken()])
    const afterPosting = async () => {
      await renewRoyalties(market.deps)
      return statuses([first, second])
    }
    await expect.poll(afterPosting, { timeout: 20_000 }).toEqual(['fillable/approved', 'fillable/approved'])
  })
})

describe('a collection that lets nobody but our zone authorize its transfers', () => {
  const inZone = { options: { 'seaport-v1.6': { useOffChainCancellation: true } } }
  const authorized = () => tokens.setPolicy({ level: 3, authorizers: [market.chain.contracts.zone] })
  const bought = async (orderIds: readonly string[]) =>
    market.walk(
      ben,
      await market.plan('/execute/buy/v7', {
        taker: ben.address,
        items: orderIds.map((orderId) => ({ orderId })),
      }),
    )

  test('has its listings in the zone sold, one or several at once, and its royalties paid', async () => {
    await authorized()
    const listed = [await newToken(), await newToken(), await newToken()]
    const [first = '', ...rest] = await market.list(ada, listed, inZone)
    const balance = () => ada.reads.getBalance({ address: tokens.artist })
    const before = await balance()
    await bought([first])
    expect((await balance()) - before).toBe(parseEther('0.05'))
    await bought(rest)
    for (const token of listed) expect(await market.ownerOf(token)).toBe(ben.address)
  })

  test('has offers in the zone for one token, or for any of it, accepted', async () => {
    await authorized()
    const common = { weiPrice: parseEther('1').toString(), orderKind: 'seaport-v1.6', ...inZone }
    for (const target of [{ token: '' }, { collection: tokens.erc721 }]) {
      const token = await newToken()
      const [orderId] = await market.bid(ben, [{ ...common, ...('token' in target ? { token } : target) }])
      const sale = { taker: ada.address, items: [{ token, orderId }] }
      await market.walk(ada, await market.plan('/execute/sell/v7', sale))
      expect(await market.ownerOf(token)).toBe(ben.address)
    }
  })

  test('has units of an edition sold from one listing in the zone, in parts, and its royalties paid', async () => {
    await authorized()
    const token = await newUnits(5n)
    const [orderId = ''] = await market.list(ada, [token], { ...inZone, quantity: 5 })
    const balance = () => ada.reads.getBalance({ address: tokens.artist })
    const before = await balance()
    for (const quantity of [2, 3]) {
      const items = [{ orderId, quantity }]
      await market.walk(ben, await market.plan('/execute/buy/v7', { taker: ben.address, items }))
      expect(await market.statusOf(orderId)).toBe(quantity === 2 ? 'fillable/approved' : 'filled/approved')
    }
    expect(await unitsOf(ben, token)).toBe(5n)
    expect((await balance()) - before).toBe(parseEther('0.05'))
  })

  test('has an offer in the zone for units of an edition accepted in parts', async () => {
    await authorized()
    const token = await newUnits(3n)
    const offer = { token, weiPrice: parseEther('3').toString(), quantity: 3, orderKind: 'seaport-v1.6' }
    const [orderId] = await market.bid(ben, [{ ...offer, ...inZone }])
    for (const quantity of [1, 2]) {
      const sale = { taker: ada.address, items: [{ token, orderId, quantity }] }
      await market.walk(ada, await market.plan('/execute/sell/v7', sale))
    }
    expect(await unitsOf(ben, token)).toBe(3n)
  })

  test('has nothing moved by another operator, nor authorized by anybody but the zone', async () => {
    await authorized()
    for (const token of [await newToken(), await newUnits(2n)]) {
      const [address, tokenId] = [token.split(':')[0] as Address, tokenIdOf(token)]
      const approval = { address, abi: erc721Abi, functionName: 'setApprovalForAll' } as const
      await ada.write({ ...approval, args: [ben.address, true] })
      const moved =
        address === tokens.erc721
          ? ben.write({
              address,
              abi: erc721Abi,
              functionName: 'transferFrom',
              args: [ada.address, ben.address, tokenId],
            })
          : ben.write({
              address,
              abi: erc1155Abi,
              functionName: 'safeTransferFrom',
              args: [ada.address, ben.address, tokenId, 1n, '0x'],
            })
      await expect(moved).rejects.toThrow(/revert/)
      const { conduit } = market.chain.contracts
      for (const operator of [conduit, ben.address])
        await expect(
          ben.write({
            address: tokens.validator,
            abi: parseAbi([
              'function beforeAuthorizedTransfer(address operator, address token, uint256 tokenId)',
            ]),
            functionName: 'beforeAuthorizedTransfer',
            args: [operator, address, tokenId],
          }),
        ).rejects.toThrow(/revert/)
    }
  })

  test('has no transfer authorized when another caller than Seaport asks the zone', async () => {
    await authorized()
    const token = await newToken()
    const [vouched = ''] = await market.list(ada, [token], inZone)
    const plan = await market.plan('/execute/buy/v7', {
      taker: ben.address,
      items: [{ orderId: vouched }],
    })
    const [sent] = (plan.steps.at(-1)?.items ?? []) as { data?: { data?: Hex } }[]
    const { call: fill } = decodeCall(sent?.data?.data ?? '0x') ?? {}
    if (fill?.name !== 'fulfillAdvancedOrder') throw new Error('The plan fills no order in a zone.')
    // The same token for nothing, in an order that no zone looks at.
    const { counter, ...free } = market.listing(ada, tokenIdOf(token), { token: tokens.erc721 })
    const given = { ...free, consideration: [] }
    const signature = await market.sign(ada, { ...given, counter })
    const { seaport, conduitKey, zone, multicall3 } = market.chain.contracts
    const { offer, consideration, ...order } = fill.order.components
    const calls = [
      encodeFunctionData({
        abi: zoneAbi,
        functionName: 'authorizeOrder',
        args: [
          {
            ...order,
            orderHash: vouched as Hex,
            fulfiller: ben.address,
            offer: offer.map((item) => ({ ...item, identifier: item.identifierOrCriteria, amount: 1n })),
            consideration: consideration.map((item) => ({
              ...item,
              identifier: item.identifierOrCriteria,
              amount: item.startAmount,
            })),
            extraData: fill.order.extraData,
            orderHashes: [],
          },
        ],
      }),
      encodeFunctionData({
        abi: seaportAbi,
        functionName: 'fulfillAdvancedOrder',
        args: [
          {
            parameters: { ...given, totalOriginalConsiderationItems: 0n },
            numerator: 1n,
            denominator: 1n,
            signature,
            extraData: '0x',
          },
          [],
          conduitKey,
          ben.address,
        ],
      }),
    ]
    /** Whether each of both calls succeeds, made in one transaction by a contract. */
    const both = async () => {
      const [first, second] = await ben.reads.readContract({
        address: multicall3,
        abi: multicall3Abi,
        functionName: 'aggregate3',
        args: [
          [zone, seaport].map((target, call) => ({
            target,
            allowFailure: true,
            callData: calls[call] as Hex,
          })),
        ],
      })
      return [first?.success, second?.success]
    }
    expect(await both()).toEqual([true, false])
    await allow()
    expect(await both()).toEqual([true, true])
  })

  test('has no order outside of the zone planned, nor one in it once the zone may authorize nothing', async () => {
    await authorized()
    const token = await newToken()
    expect(await market.post('/execute/list/v5', listBody(ada, [token]))).toMatchObject({
      status: 400,
      body: { errors: [{ message: barred }] },
    })
    const [id = ''] = await market.list(ada, [token], inZone)
    await tokens.setPolicy({ level: 3 })
    const buy = { taker: ben.address, items: [{ orderId: id }] }
    expect(await market.post('/execute/buy/v7', buy)).toMatchObject({
      status: 410,
      body: { message: barred },
    })
  })

  test('is traded in the zone over an allowed conduit all the same, where nothing can be authorized', async () => {
    const { zone, conduit } = market.chain.contracts
    await tokens.setPolicy({ level: 3, whitelist: [conduit], authorizers: [zone] })
    await writerOf(market.chain, localAccounts()[6]?.privateKey as Hex).write({
      address: tokens.validator,
      abi: parseAbi([
        'function setTransferSecurityLevelOfCollection(address collection, uint8 level, bool disableAuthorizationMode, bool disableWildcardOperators, bool enableAccountFreezingMode)',
      ]),
      functionName: 'setTransferSecurityLevelOfCollection',
      args: [tokens.erc721, 3, true, false, false],
    })
    const token = await newToken()
    await bought(await market.list(ada, [token], inZone))
    expect(await market.ownerOf(token)).toBe(ben.address)
  })
})

test('a validator that burns its gas says nothing, and harms no order of another collection', async () => {
  const loop = `0x${'5a'.repeat(20)}` as Address
  await market.rpc('anvil_setCode', [loop, '0x5b600056'])
  const artist = writerOf(market.chain, localAccounts()[6]?.privateKey as Hex)
  const setValidator = (validator: Address) =>
    artist.write({
      address: tokens.erc721,
      abi: parseAbi(['function setTransferValidator(address validator)']),
      functionName: 'setTransferValidator',
      args: [validator],
    })
  const [token, other = ''] = [await newToken(), ...(await market.tokens(ada))]
  await setValidator(loop)
  try {
    const body = listBody(ada, [token, other])
    expect(await market.post('/execute/list/v5', body)).toMatchObject({ status: 200, body: { errors: [] } })
  } finally {
    await setValidator(tokens.validator)
  }
})

test('a collection that everybody may move, or without a validator, enforces nothing', async () => {
  await tokens.setPolicy({ level: 1 })
  expect(await termsOf(tokens.erc721)).toMatchObject({ enabled: true, royaltiesEnforced: false })
  expect(await termsOf(market.collection)).toEqual({
    royalties: { minBps: 0, maxBps: 0 },
    enabled: true,
    royaltiesEnforced: false,
  })
  const token = await newToken()
  const [id] = await market.list(ada, [token], { automatedRoyalties: false })
  expect(await market.statusOf(id as Hex)).toBe('fillable/approved')
})
