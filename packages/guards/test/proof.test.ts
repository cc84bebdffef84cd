import { fulfillAdvanced } from '@sluice/seaport'
import { type Address, type Hex, pad, toHex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import type { CheckedItem } from '../src/model/verdict.ts'
import { checkReceipt } from '../src/receipts/checkReceipt.ts'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'

const { attacker, conduit, editions, eth, maker, nft, receiver, seaport, usdc, user, weth } = who

const itemsOf = (make: () => honest.Fixture): readonly CheckedItem[] => {
  const { intent, response, facts, policy } = make()
  return verify(intent, response, facts, policy, { salts: [1n] }).items
}
const word = (value: bigint | Address): Hex =>
  typeof value === 'bigint' ? toHex(value, { size: 32 }) : pad(value)
type Log = { address: Address; topics: Hex[]; data: Hex }
const receipt = (...logs: Log[]) => ({ status: 'success' as const, from: user, to: seaport, logs })
const transferTopic: Hex = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const moved721 = (from: Address, to: Address, id: bigint, address = nft): Log => ({
  address,
  topics: [transferTopic, word(from), word(to), word(id)],
  data: '0x',
})
const moved20 = (address: Address, from: Address, to: Address, amount: bigint): Log => ({
  address,
  topics: [transferTopic, word(from), word(to)],
  data: word(amount),
})
const moved1155 = (from: Address, to: Address, id: bigint, amount: bigint): Log => ({
  address: editions,
  topics: [
    '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62',
    word(conduit),
    word(from),
    word(to),
  ],
  data: `0x${word(id).slice(2)}${word(amount).slice(2)}`,
})
const approved = (address: Address, spender: Address, amount: bigint): Log => ({
  address,
  topics: ['0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925', word(user), word(spender)],
  data: word(amount),
})
const operator = (spender: Address, allowed = 1n): Log => ({
  address: nft,
  topics: ['0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31', word(user), word(spender)],
  data: word(allowed),
})

/** A price that began to fall to its half a hundred seconds ago. */
const start = 1_000_000_000n
const seconds = 10_000n
const falling = honest.ask(50n, {
  currency: usdc,
  gross: start,
  endGross: start / 2n,
  startTime: who.nowSeconds - 100n,
  endTime: who.nowSeconds - 100n + seconds,
})
/** What it was so many seconds ago. */
const at = (ago: bigint) => start - ((start / 2n) * (100n - ago)) / seconds

describe('a receipt', () => {
  test('shows a purchase by the token’s own log', () => {
    const [item] = itemsOf(honest.BUY_A)
    expect(checkReceipt(item!, receipt(moved721(maker, user, 50n)))).toEqual([])
  })

  test.each([
    ['nothing moved', []],
    ['the token went to the attacker', [moved721(maker, attacker, 50n)]],
    ['another token came', [moved721(maker, user, 51n)]],
    ['another contract says so', [moved721(maker, user, 50n, who.junkNft)]],
    ['it came and left again', [moved721(maker, user, 50n), moved721(user, attacker, 50n)]],
  ])('%s: the effect is missing (P-07)', (_, logs) => {
    const [item] = itemsOf(honest.BUY_A)
    expect(checkReceipt(item!, receipt(...logs)).map(({ code }) => code)).toContain('RCPT_EFFECT')
  })

  test('of a failed transaction shows nothing', () => {
    const [item] = itemsOf(honest.CXL)
    expect(checkReceipt(item!, { ...receipt(), status: 'reverted' }).length).toBeGreaterThan(0)
  })

  test('of a purchase in an ERC-20 may show a lower cost, never a higher one', () => {
    const item = itemsOf(honest.BUY_E)[1]!
    const paid = (amount: bigint) =>
      checkReceipt(item, receipt(moved721(maker, user, 50n), moved20(usdc, user, maker, amount)))
    expect(paid(500_000_000n)).toEqual([])
    expect(paid(400_000_000n)).toEqual([])
    expect(paid(500_000_001n)).not.toEqual([])
  })

  test('of a falling price may show the price of up to a minute earlier, and never more than was agreed', () => {
    const bought = (agreed: bigint) => {
      const intent = honest.buyIntent({ limits: new Map([[usdc, agreed]]) })
      const call = fulfillAdvanced(honest.fillOf(falling), honest.fillOptions)
      const { response, facts, policy } = honest.buy(
        'falling',
        intent,
        [honest.sale(call)],
        who.approvedFacts(),
      )
      const [item] = verify(intent, response, facts, policy).items
      return (amount: bigint) =>
        checkReceipt(item!, receipt(moved721(maker, user, 50n), moved20(usdc, user, maker, amount)))
    }
    const paid = bought(start)
    expect(paid(at(0n))).toEqual([])
    expect(paid(at(30n))).toEqual([])
    expect(paid(at(90n))).not.toEqual([])
    const bounded = bought(at(20n))
    expect(bounded(at(20n))).toEqual([])
    expect(bounded(at(30n))).not.toEqual([])
  })

  test('of a falling price is bounded by the total of its currency where a cart is paid in several', () => {
    const intent = honest.buyIntent({
      items: [50n, 51n].map((tokenId) => ({
        target: { kind: 'token', contract: nft, tokenId },
        quantity: 1n,
      })),
      limits: new Map([
        [usdc, at(20n)],
        [who.native, eth],
      ]),
    })
    const calls = [falling, honest.ask(51n)].map((order) =>
      fulfillAdvanced(honest.fillOf(order), honest.fillOptions),
    )
    const { response, facts, policy } = honest.buy(
      'two currencies',
      intent,
      [honest.sale(...calls)],
      who.approvedFacts(),
    )
    const [item] = verify(intent, response, facts, policy).items
    const paid = (amount: bigint) =>
      checkReceipt(item!, receipt(moved721(maker, user, 50n), moved20(usdc, user, maker, amount)))
    expect(paid(at(0n))).toEqual([])
    expect(paid(at(15n))).toEqual([])
    expect(paid(at(30n))).not.toEqual([])
  })

  test('counts the units of an ERC-1155', () => {
    const [item] = itemsOf(honest.BUY_1155)
    expect(checkReceipt(item!, receipt(moved1155(maker, user, 7n, 3n)))).toEqual([])
    expect(checkReceipt(item!, receipt(moved1155(maker, user, 7n, 2n)))).not.toEqual([])
  })

  test('of a sweep shows everything, or something if that was agreed', () => {
    const [item] = itemsOf(honest.BUY_M)
    const one = receipt(moved721(maker, user, 50n))
    expect(checkReceipt(item!, one)).toHaveLength(2)
    const fixture = honest.BUY_M()
    const partial = { ...honest.sweepIntent, partial: true }
    const [loose] = verify(partial, fixture.response, fixture.facts, fixture.policy).items
    expect(checkReceipt(loose!, one)).toEqual([])
    expect(checkReceipt(loose!, receipt())).toHaveLength(3)
  })

  test('of a sale shows its proceeds and takes only its token', () => {
    const item = itemsOf(honest.SELL_A)[2]!
    const net = (925n * eth) / 100n
    const logs = [
      moved721(user, who.bidder, 3n),
      moved20(weth, who.bidder, user, 10n * eth),
      moved20(weth, user, who.marketplace, 10n * eth - net),
    ]
    expect(checkReceipt(item, receipt(...logs))).toEqual([])
    expect(checkReceipt(item, receipt(...logs, moved20(weth, user, attacker, 1n)))).not.toEqual([])
  })

  test('shows an approval for its spender and amount alone', () => {
    const [item] = itemsOf(honest.BUY_E)
    expect(checkReceipt(item!, receipt(approved(usdc, conduit, 500_000_000n)))).toEqual([])
    for (const log of [
      approved(usdc, attacker, 500_000_000n),
      approved(usdc, conduit, 2n ** 256n - 1n),
      approved(weth, conduit, 500_000_000n),
    ])
      expect(checkReceipt(item!, receipt(log))).not.toEqual([])
    const [forAll] = itemsOf(honest.LIST_A)
    expect(checkReceipt(forAll!, receipt(operator(conduit)))).toEqual([])
    expect(checkReceipt(forAll!, receipt(operator(conduit, 0n)))).not.toEqual([])
    expect(checkReceipt(forAll!, receipt(operator(attacker)))).not.toEqual([])
  })

  test('shows a wrap by a deposit or by minted coins', () => {
    const [item] = itemsOf(honest.BID)
    const amount = (6n * eth) / 10n
    const deposit = (value: bigint): Log => ({
      address: weth,
      topics: ['0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c', word(user)],
      data: word(value),
    })
    expect(checkReceipt(item!, receipt(deposit(amount)))).toEqual([])
    expect(checkReceipt(item!, receipt(moved20(weth, zeroAddress, user, amount)))).toEqual([])
    expect(checkReceipt(item!, receipt(deposit(amount - 1n)))).not.toEqual([])
  })

  test('shows the cancellation of every order by Seaport itself', () => {
    const [item] = itemsOf(honest.CXL)
    const logs = honest.cancelIntent().orderIds.map(
      (id): Log => ({
        address: seaport,
        topics: [
          '0x6bacc01dbe442496068f7d234edd811f1a5f833243e0aec824f86ab861f3c90d',
          word(user),
          word(zeroAddress),
        ],
        data: id,
      }),
    )
    expect(checkReceipt(item!, receipt(...logs))).toEqual([])
    expect(checkReceipt(item!, receipt(...logs.slice(1)))).toHaveLength(1)
    expect(checkReceipt(item!, receipt(...logs.map((log) => ({ ...log, address: attacker }))))).toHaveLength(
      2,
    )
    const [all] = itemsOf(honest.CXL_ALL)
    const bumped = (who: Address): Log => ({
      address: seaport,
      topics: ['0x721c20121297512b72821b97f5326877ea8ecf4bb9948fea5bfcb6453074d37f', word(who)],
      data: word(9n),
    })
    expect(checkReceipt(all!, receipt(bumped(user)))).toEqual([])
    expect(checkReceipt(all!, receipt(bumped(attacker)))).not.toEqual([])
  })

  test('shows that a transfer reached the receiver, not somebody else', () => {
    const [item] = itemsOf(honest.XFER)
    expect(checkReceipt(item!, receipt(moved721(user, receiver, 1n)))).toEqual([])
    expect(checkReceipt(item!, receipt(moved721(user, attacker, 1n)))).not.toEqual([])
  })

  const wrapped = (6n * eth) / 10n
  const [cancelled, bumped, deposited, batch]: readonly Hex[] = [
    '0x6bacc01dbe442496068f7d234edd811f1a5f833243e0aec824f86ab861f3c90d',
    '0x721c20121297512b72821b97f5326877ea8ecf4bb9948fea5bfcb6453074d37f',
    '0xe1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c',
    '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb',
  ]
  const log = (address: Address, topics: Hex[], ...data: (bigint | Hex)[]): Log => ({
    address,
    topics,
    data: `0x${data.map((one) => word(one).slice(2)).join('')}`,
  })
  const one = (make: () => honest.Fixture) => itemsOf(make)[0]
  // The log that shows each, and its topics that say whom it is about.
  test.each([
    ['a purchase', one(honest.BUY_A), moved721(maker, user, 50n), [0, 2, 3]],
    ['units', one(honest.BUY_1155), moved1155(maker, user, 7n, 3n), [0, 3]],
    [
      'several units',
      one(honest.BUY_1155),
      log(editions, [batch!, word(conduit), word(maker), word(user)], 64n, 160n, 2n, 8n, 7n, 2n, 9n, 3n),
      [0, 3],
    ],
    ['an allowance', one(honest.BUY_E), approved(usdc, conduit, 500_000_000n), [0, 1, 2]],
    ['an operator', one(honest.LIST_A), operator(conduit), [0, 1, 2]],
    ['a deposit', one(honest.BID), log(weth, [deposited!, word(user)], wrapped), [0, 1]],
    ['minted coin', one(honest.BID), moved20(weth, zeroAddress, user, wrapped), [0, 2]],
    ['a raised counter', one(honest.CXL_ALL), log(seaport, [bumped!, word(user)]), [0, 1]],
    ['a transfer', one(honest.XFER), moved721(user, receiver, 1n), [0, 2, 3]],
  ] as const)('%s is shown by its own log, and by none about anything else', (_, item, shown, told) => {
    expect(checkReceipt(item!, receipt(shown))).toEqual([])
    const { address, topics, data } = shown
    const others: readonly Log[] = [
      { ...shown, address: who.trap },
      ...told.map((at) => ({ ...shown, topics: topics.with(at, word(attacker)) })),
      { ...shown, topics: [] },
      ...(data === '0x' ? [] : [{ ...shown, data: '0x' as const }]),
      { address, topics: topics.with(0, cancelled!), data },
    ]
    for (const other of others)
      expect(checkReceipt(item!, receipt(other)), JSON.stringify(other)).not.toEqual([])
  })

  test('shows a cancellation by its own log, not by one of another kind', () => {
    const [first] = honest.cancelIntent().orderIds as [Hex]
    const fixture = honest.CXL()
    const item = itemsOf(() => fixture)[0]
    const of = (topic: Hex, id: Hex) => log(seaport, [topic, word(user), word(zeroAddress)], id)
    const rest = honest
      .cancelIntent()
      .orderIds.slice(1)
      .map((id) => of(cancelled!, id))
    expect(checkReceipt(item!, receipt(of(cancelled!, first), ...rest))).toEqual([])
    expect(checkReceipt(item!, receipt(of(bumped!, first), ...rest))).toHaveLength(1)
  })
})
