import { fulfillAdvanced, orderHash } from '@sluice/seaport'
import { parsePlan } from '@sluice/wire'
import { describe, expect, test } from 'vitest'
import type { ChainState } from '../src/model/chainState.ts'
import type { BidIntent } from '../src/model/intent.ts'
import type { Verdict } from '../src/model/verdict.ts'
import { checkReceipt } from '../src/receipts/checkReceipt.ts'
import { buyGuards } from '../src/trades/buy.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { sale } from './support/answer.ts'
import { changeCall } from './support/changeCall.ts'
import { checkFixture } from './support/checkFixture.ts'

const { eth, marketplace, native, nft, weth } = who
const found = ({ findings }: Verdict) =>
  findings.filter(({ severity }) => severity === 'block').map(({ code, path }) => `${code} ${path}`)

const at = 'steps.1.items.0.data.data'
const withFacts = (fixture: honest.Fixture, facts: Partial<ChainState>): honest.Fixture => ({
  ...fixture,
  facts: { ...fixture.facts, ...facts },
})
const status = (cancelled: boolean, filled: bigint, size: bigint): Partial<ChainState> => ({
  orderStatus: new Map([[orderHash(honest.ask()), { cancelled, filled, size }]]),
})
const tip = (item: object = {}) => ({
  itemType: 0,
  token: native,
  identifierOrCriteria: 0n,
  startAmount: honest.tipped.amount,
  endAmount: honest.tipped.amount,
  recipient: marketplace,
  ...item,
})
const anyResolver = { orderIndex: 0n, side: 0, index: 0n, identifier: 50n, criteriaProof: [] }

describe('a rule without a substitute', () => {
  test.each<[string, () => honest.Fixture, string]>([
    [
      'a resolver where nothing is to be resolved',
      () => changeCall(honest.BUY_A(), (args) => args[1].push(anyResolver)),
      `CALL_RESOLVER ${at}#orders.0.criteria`,
    ],
    [
      'a tip that the part does not divide',
      () =>
        changeCall(honest.BUY_1155(), ([order]) =>
          order.parameters.consideration.push(tip({ startAmount: 7n, endAmount: 7n })),
        ),
      `CALL_TIP ${at}#orders.0.tips`,
    ],
    [
      'an agreed tip in another coin',
      () =>
        changeCall(honest.BUY_TIP(), ([order]) =>
          order.parameters.consideration.splice(-1, 1, tip({ itemType: 1, token: weth })),
        ),
      `CALL_TIP ${at}#orders.0.tips`,
    ],
    [
      'a token of another kind than its contract',
      () => withFacts(honest.BUY_A(), { kinds: new Map([[nft, 'erc1155']]) }),
      `CALL_ORDER_ITEM ${at}#orders.0.offer`,
    ],
    [
      'an order that was cancelled',
      () => withFacts(honest.BUY_A(), status(true, 0n, 0n)),
      `CALL_EXPIRED ${at}#orders.0.status`,
    ],
    [
      'an order of which nothing is left',
      () => withFacts(honest.BUY_A(), status(false, 1n, 1n)),
      `CALL_EXPIRED ${at}#orders.0.status`,
    ],
    [
      'a listing that is private to somebody else',
      () => {
        const call = fulfillAdvanced(
          honest.fillOf(honest.ask(50n, { taker: who.receiver })),
          honest.fillOptions,
        )
        return honest.buy('private', honest.buyIntent(), [sale(call)])
      },
      `CALL_ORDER_ITEM ${at}`,
    ],
    [
      'a call that fills no order',
      () =>
        changeCall(honest.BUY_M(), (args) => {
          args[0] = []
          args[2] = []
          args[3] = []
        }),
      `CALL_EXTRA_ORDER ${at}`,
    ],
    [
      'a match of nobody’s orders but one’s own',
      () =>
        changeCall(honest.BUY_X(), (args) => {
          args[0] = args[0].slice(1)
          args[2] = []
        }),
      `CALL_ORDER_ITEM ${at}`,
    ],
  ])('%s', (_, make, finding) => {
    expect(found(checkFixture(make()))).toContain(finding)
  })

  test('accepts the rest of an order that was filled in part', () => {
    expect(checkFixture(withFacts(honest.BUY_A(), status(false, 1n, 2n))).decision).toBe('allow')
  })

  test('blocks what cannot be decided, whatever was accepted before', () => {
    const kinds = {
      get: () => {
        throw new RangeError('no')
      },
    } as unknown as ChainState['kinds']
    for (const make of [honest.BUY_A, honest.LIST, honest.XFER]) {
      const verdict = checkFixture(withFacts(make(), { kinds }))
      expect(found(verdict)).toContain('FLOW_UNDECIDED steps')
      expect(verdict.items).toEqual([])
    }
  })

  test('checks no plan of another chain', () => {
    const { intent, response, facts, policy } = honest.BUY_B()
    const plan = parsePlan(response)
    const chain = { ...policy.chains[1]!, id: 5 }
    const verdict = buyGuards.check({ intent, plan, chainState: facts, policy, chain, done: [], salts: [1n] })
    expect(found(verdict)).toEqual(['FLOW_CHAIN steps'])
  })

  test.each(['gas', 'maxFeePerGas', 'maxPriorityFeePerGas'])(
    'the provider’s %s is noted, not used',
    (field) => {
      const fixture = honest.BUY_B()
      Object.assign(fixture.response.steps.at(-1).items[0].data, { [field]: `${30_000_000n * eth}` })
      const verdict = checkFixture(fixture)
      expect(verdict.decision).toBe('allow')
      expect(verdict.findings).toMatchObject([{ code: 'TX_FEE', severity: 'info' }])
      expect(
        Object.keys(verdict.items[0]!.kind === 'transaction' ? verdict.items[0]!.call : {}),
      ).not.toContain(field)
    },
  )
})

describe('a rule for own orders without a substitute', () => {
  const signing = (fixture: honest.Fixture) => fixture.response.steps.at(-1).items[0].data.sign
  const changed = (make: () => honest.Fixture, change: (sign: ReturnType<typeof signing>) => void) => {
    const fixture = make()
    change(signing(fixture))
    return fixture
  }
  const sign = 'steps.1.items.0.data.sign'

  test.each<[string, () => honest.Fixture, string]>([
    [
      'fees beyond all that the policy allows, though they were agreed on',
      () =>
        honest.list('dear', [
          honest.listingTerms(1n, {
            fees: [{ recipient: marketplace, bps: 2_501 }],
            royalties: { mode: 'none' },
          }),
        ]),
      `ORD_FEE ${sign}.value.consideration`,
    ],
    [
      'a private listing that anybody may buy',
      () =>
        changed(honest.LIST_P, ({ value }) => {
          value.consideration = value.consideration.filter((item: { itemType: number }) => item.itemType < 2)
        }),
      `ORD_PRIVATE ${sign}.value.consideration`,
    ],
    [
      'types that are none',
      () =>
        changed(honest.LIST, (one) => {
          one.types = []
        }),
      `TD_TYPES ${sign}.types`,
    ],
    [
      'a tree of three branches',
      () =>
        changed(honest.LIST_B, ({ types }) => {
          types.BulkOrder[0].type = 'OrderComponents[2][3]'
        }),
      `TD_TYPES ${sign}.types.BulkOrder`,
    ],
    [
      'a tree that is none',
      () =>
        changed(honest.LIST_B, ({ value }) => {
          value.tree = value.tree[0]
        }),
      `ORD_BULK ${sign}.value.tree`,
    ],
    [
      'an offer in a coin that the page never listed',
      () => {
        const own = `0x${'7e'.repeat(20)}` as const
        const fixture = honest.BID()
        const { bids, ...intent } = fixture.intent as BidIntent
        return { ...fixture, intent: { ...intent, bids: bids.map((bid) => ({ ...bid, currency: own })) } }
      },
      'ORD_OFFER_ITEM intent',
    ],
    [
      'a trait of which any token is one',
      () => {
        const fixture = honest.BID_C()
        const { bids, ...intent } = fixture.intent as BidIntent
        const target = { kind: 'attribute' as const, contract: nft, key: 'Hat', value: 'Top' }
        return { ...fixture, intent: { ...intent, bids: bids.map((bid) => ({ ...bid, target })) } }
      },
      'ORD_CRITERIA steps.4.items.0.data.sign.value.consideration.0.identifierOrCriteria',
    ],
    [
      'an offer of nothing',
      () => {
        const fixture = honest.BID_C()
        const { bids, ...intent } = fixture.intent as BidIntent
        return { ...fixture, intent: { ...intent, bids: bids.map((bid) => ({ ...bid, gross: 0n })) } }
      },
      'ORD_TERMS steps.4.items.0.data.sign.value.price',
    ],
    [
      'a cancellation by signature without a text to sign',
      () => {
        const fixture = honest.CXL_O()
        fixture.response.steps.at(-1).items[0].data.sign = null
        return fixture
      },
      'SHAPE_SIGN steps.0.items.0.data.sign',
    ],
    [
      'the same cancellation signed twice',
      () => {
        const fixture = honest.CXL_O()
        const [step] = fixture.response.steps
        step.items.push(structuredClone(step.items[0]))
        return fixture
      },
      'FLOW_BUDGET steps.0.items.1',
    ],
  ])('%s', (_, make, finding) => {
    expect(found(checkFixture(make()))).toContain(finding)
  })

  test('a missing amount of an unread balance asks for confirmation', () => {
    const verdict = checkFixture(withFacts(honest.BID(), { balances: new Map() }))
    expect(verdict.decision).toBe('confirm')
    expect(verdict.findings.map(({ code, severity }) => `${severity} ${code}`)).toContain('confirm CALL_WRAP')
  })

  test('an unread counter asks for confirmation, and then the provider’s is used', () => {
    const verdict = checkFixture(withFacts(honest.LIST(), { counters: new Map() }))
    expect(verdict.decision).toBe('confirm')
    expect(verdict.findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      'confirm ORD_COUNTER',
    ])
  })

  test('blocks more orders under one signature than the policy allows', () => {
    const policy = who.policyOf({ orders: { maxPerSignature: 2 } })
    const fixture = honest.LIST_B()
    expect(found(checkFixture({ ...fixture, policy }))).toContain('ORD_BULK steps.1.items.0')
    expect(
      checkFixture({ ...fixture, policy: who.policyOf({ orders: { maxPerSignature: 3 } }) }).decision,
    ).toBe('allow')
  })

  test('a signature for many orders of an unread account asks for confirmation', () => {
    const verdict = checkFixture(withFacts(honest.LIST_B(), { accountCode: undefined }))
    expect(verdict.decision).toBe('confirm')
    expect(verdict.findings.map(({ code, severity }) => `${severity} ${code}`)).toEqual(['confirm ORD_BULK'])
    expect(checkFixture(withFacts(honest.LIST(), { accountCode: undefined })).decision).toBe('allow')
  })
})

describe('a receipt', () => {
  const [item] = checkFixture(honest.BUY_B()).items
  const receipt = { from: who.user, to: who.seaport, logs: [] } as const
  if (item === undefined) throw new Error('An honest plan has an item.')

  test('of a reverted call shows no effect, whatever it logged', () => {
    const transfer = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
    const word = (text: string) => `0x${text.slice(2).padStart(64, '0')}` as const
    const topics = [transfer, word(who.maker), word(who.user), word('0x32')] as const
    const logs = [{ address: nft, topics, data: '0x' as const }]
    expect(checkReceipt(item, { ...receipt, logs, status: 'success' })).toEqual([])
    expect(checkReceipt(item, { ...receipt, logs, status: 'reverted' })).toMatchObject([
      { code: 'RCPT_EFFECT', path: 'receipt.status' },
    ])
  })
})
