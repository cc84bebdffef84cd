import { fulfillAdvanced } from '@sluice/seaport'
import { encodeFunctionData, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { type Args, changeCall } from './support/changeCall.ts'
import { checkFixture } from './support/checkFixture.ts'

const {
  artist,
  conduit,
  day,
  editions,
  eth,
  marketplace,
  native,
  nft,
  nowSeconds,
  policyOf,
  seaport,
  usdc,
  weth,
} = who
const codes = (fixture: honest.Fixture, severity = 'block') =>
  checkFixture(fixture)
    .findings.filter((finding) => finding.severity === severity)
    .map(({ code }) => code)

describe('the review of a flow', () => {
  test('adds up several orders by kind, and holds until the last of them ends', () => {
    const terms = [
      honest.listingTerms(1n, { endTime: nowSeconds + 20n * day }),
      honest.listingTerms(2n),
      honest.listingTerms(3n, { endTime: nowSeconds + 10n * day, currency: weth }),
    ]
    const { effects } = checkFixture(honest.list('three', terms))
    expect(effects.until).toBe(nowSeconds + 30n * day)
    expect(effects.give.map(({ tokenId }) => tokenId)).toEqual([1n, 2n, 3n])
    const net = (925n * eth) / 1_000n
    expect(effects.get).toEqual([
      { kind: 'native', contract: native, amount: 2n * net },
      { kind: 'erc20', contract: weth, amount: net },
    ])
    const fee = (contract: Hex, recipient: Hex, kindOfFee: string, bps: bigint, orders: bigint) => ({
      kind: contract === native ? 'native' : 'erc20',
      contract,
      recipient,
      kindOfFee,
      amount: (orders * eth * bps) / 10_000n,
    })
    const fees = [
      fee(native, artist, 'royalty', 500n, 2n),
      fee(native, marketplace, 'marketplace', 250n, 2n),
      fee(weth, artist, 'royalty', 500n, 1n),
      fee(weth, marketplace, 'marketplace', 250n, 1n),
    ]
    expect(effects.fees).toHaveLength(fees.length)
    expect(effects.fees).toEqual(expect.arrayContaining(fees))
  })

  test('separates the market’s fee, the royalty and the fees on top of a purchase', () => {
    const fixture = honest.BUY_TIP()
    const royalties = new Map([[`${nft}:50`, { recipient: artist, bps: 500 }]])
    const { effects } = checkFixture({ ...fixture, facts: who.factsOf({ royalties }) })
    expect(effects.fees.map(({ recipient, kindOfFee, amount }) => [recipient, kindOfFee, amount])).toEqual([
      [marketplace, 'marketplace', (25n * eth) / 1_000n],
      [artist, 'royalty', (5n * eth) / 100n],
      [marketplace, 'other', honest.tipped.amount],
    ])
  })
})

describe('the preparation of a trade', () => {
  const inOneStep = (...order: readonly (0 | 1)[]) => {
    const fixture = honest.BUY_E()
    const [approval, sale] = fixture.response.steps.slice(-2).map(({ items }: Args) => items[0])
    const items = order.map((one) => [approval, sale][one])
    return { ...fixture, response: { steps: [honest.step('sale', 'transaction', items)] } }
  }
  test('comes before it, in one step too', () => {
    expect(checkFixture(inOneStep(0, 1)).items.map(({ purpose }) => purpose)).toEqual([
      'approve-currency',
      'buy',
    ])
    expect(codes(inOneStep(1, 0))).toEqual(['FLOW_REORDER'])
  })

  test('resets an allowance first only for a coin that needs it, if there is one, and once', () => {
    const approvals = (resetFirst: readonly Hex[], allowance: bigint, own = false) => {
      const fixture = honest.BUY_E()
      if (own) fixture.response.steps[1].items.unshift(honest.approveAmount(usdc, 0n))
      const allowances = new Map(fixture.facts.allowances).set(`${usdc}:${conduit}`, allowance)
      const { items } = checkFixture({
        ...fixture,
        policy: policyOf({ approvals: { resetFirst } }),
        facts: { ...fixture.facts, allowances },
      })
      return items
        .filter(({ purpose }) => purpose === 'approve-currency')
        .map((item) => [
          item.kind === 'transaction' ? BigInt(`0x${item.call.data.slice(74)}`) : undefined,
          item.effects.authority.length,
        ])
    }
    const reset = [0n, 0]
    const whole = [500_000_000n, 1]
    expect(approvals([usdc], 5n)).toEqual([reset, whole])
    expect(approvals([usdc], 5n, true)).toEqual([reset, whole])
    expect(approvals([usdc], 0n)).toEqual([whole])
    expect(approvals([], 5n)).toEqual([whole])
    expect(approvals([weth], 5n)).toEqual([whole])
  })
})

describe('money that open bids need', () => {
  test('asks for confirmation in the currency of the bid, and in no other', () => {
    const asked = (openBidTotals: ReadonlyMap<string, bigint>, balance: bigint) => {
      const fixture = honest.BID()
      fixture.response.steps = fixture.response.steps.slice(-1)
      const facts = who.approvedFacts({ openBidTotals, balances: new Map([[weth, balance]]) })
      return codes({ ...fixture, facts }, 'confirm')
    }
    const live = (currency: Hex, amount: bigint) => new Map([[`${currency}:${conduit}`, amount]])
    expect(asked(new Map(), eth)).toEqual([])
    expect(asked(new Map(), eth - 1n)).toContain('ORD_FUNDS')
    expect(asked(live(weth, eth), 2n * eth)).toEqual([])
    expect(asked(live(weth, eth + 1n), 2n * eth)).toContain('ORD_FUNDS')
    expect(asked(live(usdc, 100n * eth), eth)).toEqual([])
  })
})

describe('a part of an order', () => {
  test('is filled only if the order allows parts', () => {
    const fixture = changeCall(honest.BUY_1155(), ([order]: Args) =>
      Object.assign(order.parameters, { orderType: 0 }),
    )
    expect(codes(fixture)).toContain('CALL_FRACTION')
  })

  test('of single tokens is one token', () => {
    const taking = (numerator: bigint) => {
      const order = honest.offer({ root: 0n }, { quantity: 4n, gross: 40n * eth })
      const call = fulfillAdvanced(
        honest.fillOf(order, { tokenId: 3n, proof: [], units: 1n }),
        honest.fillOptions,
      )
      const intent = honest.sellIntent({
        items: [{ contract: nft, tokenId: 3n, quantity: numerator, orderId: undefined }],
      })
      const fixture = honest.sell('part', [honest.sale(call)], intent, who.approvedFacts())
      return codes(changeCall(fixture, ([one]: Args) => Object.assign(one, { numerator, denominator: 4n })))
    }
    expect(taking(1n)).toEqual([])
    expect(taking(2n)).toContain('CALL_FRACTION')
  })

  test('of a single token is never two, whatever was agreed', () => {
    const intent = honest.transferIntent({ contract: nft, tokenId: 1n, quantity: 2n })
    const item = { itemType: 2, token: nft, identifier: 1n, amount: 2n }
    const group = { items: [item], recipient: who.receiver, validateERC721Receiver: true }
    const steps = [honest.step('transfer', 'transaction', [honest.bulkTransfer([group])])]
    const facts = who.approvedFacts({ kinds: new Map([[editions, 'erc1155']]) })
    expect(codes({ name: 'two', intent, facts, policy: who.policy, response: { steps } })).toContain(
      'CALL_TRANSFER_SET',
    )
  })
})

test('nothing is given to Seaport, even if the policy lists no conduit', () => {
  const intent = { ...honest.transferIntent({ contract: nft, tokenId: 1n, quantity: 1n }), to: seaport }
  const data = encodeFunctionData({
    abi: honest.erc721,
    functionName: 'safeTransferFrom',
    args: [who.user, seaport, 1n],
  })
  const steps = [honest.step('transfer', 'transaction', [honest.incomplete(honest.transaction(nft, data))])]
  const policy = policyOf({ seaportDirect: false })
  expect(codes({ name: 'to', intent, facts: who.factsOf(), policy, response: { steps } })).toEqual([
    'CALL_RECIPIENT',
  ])
})
