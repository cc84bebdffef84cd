import { localAccounts } from '@sluice/devnet'
import {
  type Address,
  concatHex,
  type Hex,
  numberToHex,
  parseAbi,
  serializeCompactSignature,
  signatureToCompactSignature,
} from 'viem'
import { sign } from 'viem/accounts'
import { hashTypedData } from 'viem/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askTotal,
  type Call,
  cancelOrders,
  criteriaProof,
  criteriaRoot,
  erc20Abi,
  type Fill,
  fulfillAdvanced,
  matchAsks,
  orderHash,
  orderShape,
  type SignedOrder,
} from '../src/index.ts'
import { ether, type LocalMarket, openMarket } from './localMarket.ts'

let m: LocalMarket
let buyer: Address
beforeAll(async () => {
  m = await openMarket()
  buyer = m.low(m.taker)
})
afterAll(() => m?.chain.stop())

let salt = 0n
const options = async (more: Partial<Parameters<typeof matchAsks>[1]> = {}) => ({
  ...(await m.options()),
  account: buyer,
  salt: salt++,
  ...more,
})
const listArt = async (gross: bigint, terms: Partial<Parameters<LocalMarket['list']>[1]> = {}) =>
  m.list(m.maker, { tokenId: await m.mintArt(m.maker), gross, ...terms })
const tokenOf = ({ components }: SignedOrder) => components.offer[0]!.identifierOrCriteria
const ownersOf = (orders: readonly SignedOrder[]) => Promise.all(orders.map((one) => m.owner(tokenOf(one))))
const send = (call: Call) => m.send(m.taker, call)
/** The selector of the error that a call reverts with; `none` where it goes through. */
const revertOf = async (call: Call): Promise<string> => {
  try {
    await m.taker.reads.call({ account: buyer, to: call.to, data: call.data, value: call.value })
    return 'none'
  } catch (cause) {
    return (/0x[0-9a-f]{8,}/.exec(String((cause as { details?: string }).details ?? cause)) ?? [
      String(cause),
    ])[0]!
  }
}

test('several listings are bought at once, each maker and fee paid to the wei', async () => {
  const [fee, tip] = [m.nobody(), m.nobody()]
  const orders = [
    await listArt(ether, { fees: [{ recipient: fee, bps: 500 }] }),
    await listArt(2n * ether, { fees: [{ recipient: fee, bps: 500 }] }),
    await m.list(m.other, { tokenId: await m.mintArt(m.other), gross: 3n * ether }),
  ]
  const sellers = [m.low(m.maker), m.low(m.other)]
  const before = await Promise.all(sellers.map(m.native))
  const call = matchAsks(
    orders.map((order) => ({ ...order, tips: [{ recipient: tip, amount: 7n }] })),
    await options({ suffix: '0x1d4da48b' }),
  )
  expect(call.value).toBe(6n * ether + 21n)
  expect(await m.paid(buyer, () => send(call))).toBe(6n * ether + 21n)
  expect(await ownersOf(orders)).toEqual([buyer, buyer, buyer])
  expect([await m.native(fee), await m.native(tip)]).toEqual([(3n * ether) / 20n, 21n])
  const earned = await Promise.all(sellers.map(async (one, i) => (await m.native(one)) - before[i]!))
  expect(earned).toEqual([(3n * ether * 95n) / 100n, 3n * ether])
})

test('one cancelled listing fails all, and nothing moves', async () => {
  const orders = [await listArt(ether), await listArt(2n * ether), await listArt(3n * ether)]
  const call = matchAsks(orders, await options())
  expect(await revertOf(call)).toBe('none')
  await m.send(m.maker, cancelOrders(m.contracts.seaport, [orders[1]!.components]))
  expect(await revertOf(call)).toBe('0x1a515574')
  await expect(send(call)).rejects.toThrow()
  expect(await ownersOf(orders)).toEqual(orders.map(() => m.low(m.maker)))
})

test('a listing that somebody else bought, or whose token has moved, fails all', async () => {
  const orders = [await listArt(ether), await listArt(ether)]
  const call = matchAsks(orders, await options())
  await m.send(m.other, fulfillAdvanced(orders[0]!, await m.options()))
  await expect(send(call)).rejects.toThrow()
  const moved = [await listArt(ether), await listArt(ether)]
  const late = matchAsks(moved, await options())
  await m.maker.write({
    address: m.art,
    abi: parseAbi(['function transferFrom(address from, address to, uint256 id)']),
    functionName: 'transferFrom',
    args: [m.low(m.maker), m.low(m.other), tokenOf(moved[1]!)],
  })
  await expect(send(late)).rejects.toThrow()
  expect(await m.owner(tokenOf(moved[0]!))).toBe(m.low(m.maker))
})

test('open and private listings, in the native coin and two ERC-20s, go to another recipient', async () => {
  const recipient = m.low(m.other)
  const [usdc, weth] = [m.contracts.usdc, m.contracts.weth]
  await m.taker.write({
    address: usdc,
    abi: parseAbi(['function mint(address to, uint256 amount)']),
    functionName: 'mint',
    args: [buyer, 10_000_000n],
  })
  await m.taker.write({
    address: usdc,
    abi: erc20Abi,
    functionName: 'approve',
    args: [m.contracts.conduit, 3_000_000n],
  })
  await m.approveWeth(m.taker, ether)
  const fee = m.nobody()
  const fees = [{ recipient: fee, bps: 100 }]
  const orders = [
    await listArt(ether, { fees }),
    await listArt(ether, { fees, currency: weth }),
    await listArt(3_000_000n, { fees, currency: usdc }),
    await listArt(2n * ether, { fees, taker: recipient }),
  ]
  const dollars = (of: Address) =>
    m.maker.reads.readContract({ address: usdc, abi: erc20Abi, functionName: 'balanceOf', args: [of] })
  const before = await m.weth(buyer)
  const call = matchAsks(orders, await options({ recipient }))
  expect(call.value).toBe(3n * ether)
  expect(await m.paid(buyer, () => send(call))).toBe(3n * ether)
  expect(before - (await m.weth(buyer))).toBe(ether)
  expect(await dollars(buyer)).toBe(7_000_000n)
  expect([await m.native(fee), await m.weth(fee), await dollars(fee)]).toEqual([
    (3n * ether) / 100n,
    ether / 100n,
    30_000n,
  ])
  expect(await ownersOf(orders)).toEqual(orders.map(() => recipient))
})

test('changing prices cost what the block says, and the excess returns to the payer', async () => {
  const recipient = m.low(m.other)
  const [fee, tip] = [m.nobody(), m.nobody()]
  const now = await m.now()
  const times = { startTime: now - 500n, endTime: now + 5_000n }
  const fees = [{ recipient: fee, bps: 333 }]
  const orders = [
    await listArt(ether, { fees }),
    await listArt(3n * ether, { fees, endGross: ether, ...times }),
    await listArt(ether, { fees, endGross: 3n * ether, ...times }),
    await listArt(2n * ether, { fees, endGross: ether + 1n }),
  ]
  const fills = orders.map((order) => ({ ...order, tips: [{ recipient: tip, amount: 5n }] }))
  const call = matchAsks(fills, await options({ recipient, now: now - 60n, until: now + 600n }))
  const before = await m.native(recipient)
  let at = 0n
  const paid = await m.paid(buyer, async () => {
    const sent = await send(call)
    at = sent.at
    return sent
  })
  const price = ({ components }: SignedOrder) => askTotal(components, orderShape(components)!, at)
  expect(paid).toBe(orders.reduce((sum, order) => sum + price(order), 20n))
  expect(call.value).toBeGreaterThan(paid)
  expect(await m.native(recipient)).toBe(before)
  expect(await m.native(tip)).toBe(20n)
  expect(await ownersOf(orders)).toEqual(orders.map(() => recipient))
})

test('a changing price in an ERC-20 costs what the block says and needs no more allowance than its present price', async () => {
  const order = await listArt(3n * ether, { currency: m.contracts.weth, endGross: ether })
  const fixed = await listArt(ether, { currency: m.contracts.weth })
  const price = askTotal(order.components, orderShape(order.components)!, await m.now())
  await m.approveWeth(m.taker, ether + price)
  const before = await m.weth(buyer)
  const { at } = await send(matchAsks([order, fixed], await options()))
  const cost = askTotal(order.components, orderShape(order.components)!, at)
  expect(before - (await m.weth(buyer))).toBe(ether + cost)
})

test('parts of orders are bought, twice from the same one, and a smaller fill fails all', async () => {
  const id = await m.mintPrints(m.maker, 10n)
  const prints = await m.list(m.maker, {
    token: m.prints,
    kind: 'erc1155',
    tokenId: id,
    quantity: 10n,
    gross: 10n * ether,
  })
  const single = await listArt(ether)
  const tip = m.nobody()
  const fills = [
    { ...prints, units: 3n, tips: [{ recipient: tip, amount: 9n }] },
    single,
    { ...prints, units: 2n },
  ]
  expect(await m.paid(buyer, async () => send(matchAsks(fills, await options())))).toBe(6n * ether + 9n)
  expect(await m.copies(buyer, id)).toBe(5n)
  // Five are left: of six, Seaport would fill five.
  const over = matchAsks([{ ...prints, units: 6n }, await listArt(ether)], await options())
  await expect(send(over)).rejects.toThrow()
  expect(await m.copies(buyer, id)).toBe(5n)
})

test('a listing of any token of a list gives the one that was named', async () => {
  const ids = [await m.mintArt(m.maker), await m.mintArt(m.maker), 900_001n]
  const { components } = await listArt(ether)
  const open = await m.sign(m.maker, {
    ...components,
    offer: [{ ...components.offer[0]!, itemType: 4, identifierOrCriteria: BigInt(criteriaRoot(ids)) }],
  })
  const fills: readonly Fill[] = [
    await listArt(ether),
    { ...open, tokenId: ids[1]!, proof: criteriaProof(ids, ids[1]!) },
  ]
  expect(() => matchAsks([open], { ...fillOptions, account: buyer })).toThrow('names no token')
  await send(matchAsks(fills, await options()))
  expect(await m.owner(ids[1]!)).toBe(buyer)
  expect(await m.owner(ids[0]!)).toBe(m.low(m.maker))
})
const fillOptions = { seaport: `0x${'5e'.repeat(20)}`, conduitKey: `0x${'00'.repeat(32)}`, now: 1n } as const

test('an order in a zone is bought with the zone’s data, and without it all fail', async () => {
  const { zone } = m.contracts
  const order = await listArt(ether, { zone })
  const extraData = await vouch(zone, orderHash(order.components))
  const open = await listArt(ether)
  await expect(send(matchAsks([open, order], await options()))).rejects.toThrow()
  await send(matchAsks([open, { ...order, extraData }], await options()))
  expect(await ownersOf([open, order])).toEqual([buyer, buyer])
})

test('a listing that is private to somebody else, and an order that is not a listing, are rejected', async () => {
  const order = await listArt(ether, { taker: m.low(m.other) })
  expect(() => matchAsks([order], { ...fillOptions, account: buyer })).toThrow('private to another account')
  const target = { kind: 'erc721', token: m.art, tokenId: 1n } as const
  const bid = await m.bid(m.other, { target, gross: ether })
  expect(() => matchAsks([bid], { ...fillOptions, account: buyer })).toThrow('not a listing')
  expect(() => matchAsks([], { ...fillOptions, account: buyer })).toThrow('no listing')
})

test('the same match twice in one second is two purchases, by its salt', async () => {
  const id = await m.mintPrints(m.maker, 2n)
  const prints = await m.list(m.maker, {
    token: m.prints,
    kind: 'erc1155',
    tokenId: id,
    quantity: 2n,
    gross: 2n * ether,
  })
  const how = await options()
  await send(matchAsks([{ ...prints, units: 1n }], how))
  await send(matchAsks([{ ...prints, units: 1n }], { ...how, salt: salt++ }))
  expect(await m.copies(buyer, id)).toBe(2n)
})

/** What the local zone asks to see: its operator names the order and who fills it. */
async function vouch(zone: Address, id: Hex): Promise<Hex> {
  const operator = localAccounts()[8]
  const expiration = (await m.now()) + 600n
  const hash = hashTypedData({
    domain: { name: 'SignedZone', version: '1.0.0', chainId: m.chain.id, verifyingContract: zone },
    types: {
      SignedOrder: [
        { name: 'fulfiller', type: 'address' },
        { name: 'expiration', type: 'uint64' },
        { name: 'orderHash', type: 'bytes32' },
        { name: 'context', type: 'bytes' },
      ],
    },
    primaryType: 'SignedOrder',
    message: { fulfiller: buyer, expiration, orderHash: id, context: '0x' },
  })
  const compact = signatureToCompactSignature(await sign({ hash, privateKey: operator!.privateKey }))
  return concatHex(['0x00', buyer, numberToHex(expiration, { size: 8 }), serializeCompactSignature(compact)])
}
