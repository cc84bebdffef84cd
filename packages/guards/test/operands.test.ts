import {
  cancelOrders,
  fulfillAdvanced,
  fulfillAvailable,
  fulfillBasic,
  matchBids,
  orderHash,
  transferHelperAddress,
} from '@sluice/seaport'
import { encodeFunctionData, type Hex, zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { verify } from '../src/verify.ts'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { type Args, changeCall } from './support/changeCall.ts'
import { blockingCodes, checkFixture } from './support/checkFixture.ts'

const {
  attacker,
  attackerKey,
  conduit,
  editions,
  eth,
  native,
  nft,
  nowSeconds,
  receiver,
  seaport,
  user,
  weth,
} = who
const { ask, buyIntent, fillOf, fillOptions, offer, sale, sellIntent } = honest

describe('a purchase', () => {
  test('is blocked if it approves a currency that it does not need, even for a known spender', () => {
    const intent = buyIntent({
      limits: new Map([
        [native, eth],
        [weth, eth],
      ]),
    })
    const spare = honest.step('currency-approval', 'transaction', [honest.approveAmount(weth, eth)])
    const call = sale(fulfillAdvanced(fillOf(ask()), fillOptions))
    expect(blockingCodes(honest.buy('spare', intent, [spare, call]))).toEqual(['FLOW_EXTRA_STEP'])
  })

  test('fills orders of one currency in a call', () => {
    const intent = { ...honest.sweepIntent, limits: new Map([native, weth].map((one) => [one, 3n * eth])) }
    const orders = [ask(50n), ask(51n, { currency: weth }), ask(52n)]
    const { to, data } = fulfillAvailable(
      honest.sweepItems.map((id) => fillOf(ask(id))),
      fillOptions,
    )
    const fixture = changeCall(
      honest.buy('mixed', intent, [sale({ to, data, value: 2n * eth })]),
      ([filled]: Args) => {
        for (const [index, { offer: given, consideration }] of orders.entries())
          Object.assign(filled[index].parameters, { offer: given, consideration })
      },
    )
    expect(blockingCodes(fixture)).toContain('CALL_CURRENCY')
  })

  test('is whole unless less was agreed to, and never empty', () => {
    const some = [50n, 51n].map((id) => fillOf(ask(id)))
    const partly = (partial: boolean, ...steps: unknown[]) =>
      honest.buy('some', { ...honest.sweepIntent, partial }, steps)
    const call = sale(fulfillAvailable(some, fillOptions))
    expect(blockingCodes(partly(true, call))).toEqual([])
    expect(blockingCodes(partly(false, call))).toEqual(['FLOW_FALSE_COMPLETE'])
    expect(blockingCodes(partly(true))).toEqual(['FLOW_FALSE_COMPLETE'])
  })

  test('for somebody else goes to the recipient, and the review says so', () => {
    for (const make of [fulfillAdvanced, (fill: Args, how: Args) => fulfillAvailable([fill], how)]) {
      const call = make(fillOf(ask()), { ...fillOptions, recipient: receiver })
      const verdict = checkFixture(honest.buy('gift', buyIntent({ recipient: receiver }), [sale(call)]))
      expect(verdict.effects.get).toMatchObject([{ contract: nft, tokenId: 50n, counterparty: receiver }])
      const [item] = verdict.items
      expect(item?.kind === 'transaction' && item.call.data).toContain(receiver.slice(2))
    }
  })

  test('fills an order from a minute before its start until just before its end', () => {
    const at = (startTime: bigint, endTime: bigint) =>
      blockingCodes(
        honest.buy('at', buyIntent(), [
          sale(fulfillBasic(fillOf(ask(50n, { startTime, endTime })), fillOptions)),
        ]),
      )
    expect(at(nowSeconds + 60n, nowSeconds + 600n)).toEqual([])
    expect(at(nowSeconds + 61n, nowSeconds + 600n)).toContain('CALL_EXPIRED')
    expect(at(nowSeconds - 60n, nowSeconds + 1n)).toEqual([])
    expect(at(nowSeconds - 60n, nowSeconds)).toContain('CALL_EXPIRED')
  })

  test('fills an order unless the chain shows it as cancelled or filled', () => {
    const seen = (status: { cancelled: boolean; filled: bigint; size: bigint }) => {
      const facts = who.factsOf({ orderStatus: new Map([[orderHash(ask()), status]]) })
      return blockingCodes({ ...honest.BUY_A(), facts })
    }
    expect(seen({ cancelled: false, filled: 0n, size: 0n })).toEqual([])
    expect(seen({ cancelled: false, filled: 1n, size: 2n })).toEqual([])
    expect(seen({ cancelled: false, filled: 2n, size: 2n })).toContain('CALL_EXPIRED')
    expect(seen({ cancelled: true, filled: 0n, size: 0n })).toContain('CALL_EXPIRED')
  })

  test('fills a part that is more than nothing, at most all, and whole in every item', () => {
    const part = (numerator: bigint, denominator: bigint, tip = 0n) =>
      blockingCodes(
        changeCall(honest.BUY_1155(), ([order]: Args) => {
          Object.assign(order, { numerator, denominator })
          if (tip > 0n)
            order.parameters.consideration.push({ ...order.parameters.consideration[0], startAmount: tip })
        }),
      )
    expect(part(3n, 10n)).toEqual([])
    for (const [numerator, denominator] of [
      [0n, 10n],
      [13n, 10n],
      [1n, 3n],
    ] as const)
      expect(part(numerator, denominator)).toContain('CALL_FRACTION')
    expect(part(3n, 10n, 7n)).not.toEqual([])
  })

  test('pays the price in the buyer’s own side of a private match, and does nothing else', () => {
    const changes: readonly ((own: Args) => void)[] = [
      (own) => own.parameters.consideration.push({ ...own.parameters.offer[0], recipient: attacker }),
      (own) => own.parameters.consideration.push({ ...own.parameters.offer[0], recipient: user }),
      (own) => Object.assign(own.parameters, { orderType: 1 }),
      (own) => Object.assign(own.parameters.offer[0], { token: weth }),
      (own) => Object.assign(own.parameters.offer[0], { itemType: 1 }),
      (own) => Object.assign(own.parameters.offer[0], { identifierOrCriteria: 1n }),
      (own) => Object.assign(own.parameters.offer[0], { endAmount: 2n * eth }),
      (own) => own.parameters.offer.push(own.parameters.offer[0]),
      (own) => own.parameters.offer.pop(),
    ]
    for (const change of changes) {
      const fixture = changeCall(honest.BUY_X(), ([orders]: Args) =>
        change(orders.find(({ parameters }: Args) => parameters.offerer.toLowerCase() === user)),
      )
      expect(blockingCodes(fixture)).not.toEqual([])
    }
    expect(blockingCodes({ ...honest.BUY_X(), intent: buyIntent({ recipient: receiver }) })).toContain(
      'CALL_RECIPIENT',
    )
  })
})

test('is blocked by the code of an unexpected item, whatever else is wrong with it', () => {
  const stranger = honest.BUY_A()
  stranger.response.steps.at(-1).items[0].data.to = who.trap
  expect(blockingCodes(stranger)).toEqual(expect.arrayContaining(['TX_TO', 'FLOW_EXTRA_STEP']))
  const text = honest.BUY_A()
  const sign = { signatureKind: 'eip191', message: 'Hello' }
  const post = { endpoint: '/execute/auth-signature/v1', method: 'POST', body: {} }
  text.response.steps.unshift(honest.step('auth', 'signature', [honest.incomplete({ sign, post })]))
  expect(blockingCodes(text)).toContain('FLOW_EXTRA_STEP')
  const order = honest.BUY_A()
  order.response.steps.unshift(honest.LIST().response.steps.at(-1))
  expect(blockingCodes(order)).toEqual(expect.arrayContaining(['TD_UNKNOWN', 'FLOW_EXTRA_STEP']))
})

describe('a finished item', () => {
  test('is not bought again in its place, even if it is less this time', () => {
    const fixture = honest.BUY_1155()
    const { items: done } = checkFixture(fixture)
    const whole = ask(7n, { token: editions, kind: 'erc1155', quantity: 10n, gross: 10n * eth })
    const again = (units: bigint) => {
      const { steps } = fixture.response
      const response = {
        steps: [...steps.slice(0, -1), sale(fulfillAdvanced(fillOf(whole, { units }), fillOptions))],
      }
      return verify(fixture.intent, response, fixture.facts, fixture.policy, { done })
    }
    expect(again(3n)).toMatchObject({ decision: 'allow', items: [], settled: [{ itemIndex: 0 }] })
    for (const units of [1n, 2n]) {
      const codes = again(units).findings.map(({ code }) => code)
      expect(codes).toContain('FLOW_BUDGET')
      expect(again(units).items).toEqual([])
    }
  })
})

describe('a sale', () => {
  test('moves no more units than were agreed on', () => {
    const units = (quantity: bigint) => {
      const target = { kind: 'erc1155', token: editions, tokenId: 7n } as const
      const order = offer({ tokenId: 7n }, { quantity: 3n, gross: 30n * eth, target })
      const intent = sellIntent({
        items: [{ contract: editions, tokenId: 7n, quantity, orderId: undefined }],
      })
      const facts = who.approvedFacts()
      return blockingCodes(
        honest.sell('units', [sale(fulfillBasic(fillOf(order), fillOptions))], intent, facts),
      )
    }
    expect(units(3n)).toEqual([])
    expect(units(2n)).not.toEqual([])
  })

  test('fills the named offer and no other, even if it pays the same', () => {
    const named = (salt: bigint) => {
      const orderId = orderHash(offer({ tokenId: 3n }, { salt }))
      const intent = sellIntent({ items: [{ contract: nft, tokenId: 3n, quantity: 1n, orderId }] })
      return blockingCodes({ ...honest.SELL_B(), intent })
    }
    expect(named(5n)).toEqual([])
    expect(named(6n)).toContain('CALL_ORDER_ID')
  })

  test('uses one conduit for the seller’s own orders of a match, which give and take what was agreed', () => {
    const intent = sellIntent({
      items: [3n, 4n].map((tokenId) => ({ contract: nft, tokenId, quantity: 1n, orderId: undefined })),
      minimums: new Map([[weth, (1_850n * eth) / 100n]]),
    })
    const fills = [3n, 4n].map((tokenId) =>
      fillOf(offer({ root: 0n }, { salt: tokenId }), { tokenId, proof: [] }),
    )
    const matched = () =>
      honest.sell(
        'two',
        [sale(matchBids(fills, { ...fillOptions, account: user }))],
        intent,
        who.approvedFacts(),
      )
    expect(blockingCodes(matched())).toEqual([])
    const changes: readonly ((own: Args) => void)[] = [
      (own) => Object.assign(own, { conduitKey: attackerKey }),
      (own) => Object.assign(own, { conduitKey: `0x${'00'.repeat(32)}` }),
      (own) => Object.assign(own.offer[0], { identifierOrCriteria: 9n }),
      (own) => Object.assign(own.offer[0], { endAmount: 2n }),
      (own) => Object.assign(own.consideration[0], { itemType: 0, token: zeroAddress }),
      (own) => Object.assign(own.consideration[0], { endAmount: 1n }),
      (own) => Object.assign(own.consideration[0], { recipient: attacker }),
      (own) => own.consideration.pop(),
    ]
    for (const change of changes) {
      const fixture = changeCall(matched(), ([orders]: Args) =>
        change(
          orders.findLast(({ parameters }: Args) => parameters.offerer.toLowerCase() === user).parameters,
        ),
      )
      expect(blockingCodes(fixture)).not.toEqual([])
    }
  })

  test('writes an approval for one token as such, and an edition has none', () => {
    const approve = (token: typeof nft, id: bigint) => honest.approveAmount(token, id, conduit)
    const one = honest.SELL_B()
    one.response.steps[0].items = [approve(nft, 3n)]
    const [item] = checkFixture(one).items
    const data = encodeFunctionData({ abi: honest.erc20, functionName: 'approve', args: [conduit, 3n] })
    expect(item).toMatchObject({ purpose: 'approve-token', call: { to: nft, data } })
    expect(item?.effects.authority).toEqual([{ kind: 'nft-token', contract: nft, spender: conduit }])
    const many = honest.XFER_B()
    many.response.steps[0].items[1] = approve(editions, 7n)
    expect(blockingCodes(many)).toContain('APR_KIND')
  })

  test('does not request an existing approval again', () => {
    const { settled, items, findings } = checkFixture({ ...honest.SELL_B(), facts: who.approvedFacts() })
    expect(findings).toEqual([])
    expect(settled).toEqual([{ stepIndex: 0, itemIndex: 0 }])
    expect(items.map(({ purpose }) => purpose)).toEqual(['sell'])
  })
})

describe('a transfer', () => {
  const given = (
    to: Hex,
    data: Hex,
    intent = honest.transferIntent({ contract: nft, tokenId: 1n, quantity: 1n }),
  ) => {
    const fixture = honest.XFER()
    fixture.response.steps[1].items = [honest.incomplete(honest.transaction(to, data))]
    return blockingCodes({ ...fixture, intent })
  }
  const safe = (to: Hex, id = 1n) =>
    encodeFunctionData({ abi: honest.erc721, functionName: 'safeTransferFrom', args: [user, to, id] })

  test.each([seaport, conduit, transferHelperAddress, weth, nft])(
    'gives nothing to a contract of the trade: %s',
    (to) => {
      const intent = { ...honest.transferIntent({ contract: nft, tokenId: 1n, quantity: 1n }), to }
      expect(given(nft, safe(to), intent)).toEqual(['CALL_RECIPIENT'])
    },
  )

  test('names units one by one, of the kind of their token', () => {
    const batch = (ids: bigint[], amounts: bigint[]) =>
      encodeFunctionData({
        abi: honest.erc1155,
        functionName: 'safeBatchTransferFrom',
        args: [user, receiver, ids, amounts, '0x'],
      })
    const intent = honest.transferIntent(
      { contract: editions, tokenId: 7n, quantity: 5n },
      { contract: editions, tokenId: 8n, quantity: 1n },
    )
    expect(given(editions, batch([7n, 8n], [5n, 1n]), intent)).toEqual([])
    for (const [ids, amounts] of [
      [[7n, 8n], [5n]],
      [[7n], [5n, 1n]],
      [
        [7n, 8n],
        [5n, 0n],
      ],
      [[], []],
    ] as const)
      expect(given(editions, batch([...ids], [...amounts]), intent)).toContain('CALL_TRANSFER_SET')
    const single = honest.transferIntent({ contract: editions, tokenId: 7n, quantity: 1n })
    expect(given(editions, safe(receiver, 7n), single)).toContain('CALL_TRANSFER_SET')
    const money = honest.transferIntent({ contract: weth, tokenId: 1n, quantity: 1n })
    expect(given(weth, safe(receiver), money)).toContain('CALL_TRANSFER_SET')
  })
})

describe('a cancellation', () => {
  test.each([
    ['another name', { name: 'Seaport' }],
    ['another version', { version: '1.1.0' }],
    ['another chain', { chainId: 137 }],
    ['a field more', { salt: '0x01' }],
    ['another zone', { verifyingContract: attacker }],
  ])('by signature is signed under the zone’s own domain: %s', (_, change) => {
    const fixture = honest.CXL_O()
    Object.assign(fixture.response.steps[0].items[0].data.sign.domain, change)
    expect(blockingCodes(fixture)).toContain('TD_DOMAIN')
  })

  test.each([
    ['another name', { OrderHashes: [{ name: 'hashes', type: 'bytes32[]' }] }],
    ['another kind', { OrderHashes: [{ name: 'orderHashes', type: 'bytes32[1]' }] }],
    [
      'a field more',
      {
        OrderHashes: [
          { name: 'orderHashes', type: 'bytes32[]' },
          { name: 'all', type: 'bool' },
        ],
      },
    ],
    ['a type more', { OrderHashes: [{ name: 'orderHashes', type: 'bytes32[]' }], Permit: [] }],
  ])('by signature signs ids and nothing else: %s', (_, types) => {
    const fixture = honest.CXL_O()
    fixture.response.steps[0].items[0].data.sign.types = types
    expect(blockingCodes(fixture)).toContain('TD_TYPES')
  })

  test('by signature cannot cancel every order by naming some', () => {
    const intent = honest.cancelIntent({ mode: 'all' })
    expect(blockingCodes({ ...honest.CXL_O(), intent })).toContain('CALL_CANCEL_SET')
  })

  test('needs no call for what has ended on chain, and one for what has not', () => {
    const [one, other] = honest.ownOrders()
    const shown = (status: { cancelled: boolean; filled: bigint; size: bigint }) => {
      const { to, data, value } = cancelOrders(seaport, [one!])
      const fixture = honest.cancellation('one', [
        honest.step('cancellation', 'transaction', [honest.incomplete(honest.transaction(to, data, value))]),
      ])
      const facts = who.factsOf({ orderStatus: new Map([[orderHash(other!), status]]) })
      return blockingCodes({ ...fixture, facts })
    }
    expect(shown({ cancelled: true, filled: 0n, size: 0n })).toEqual([])
    expect(shown({ cancelled: false, filled: 2n, size: 2n })).toEqual([])
    expect(shown({ cancelled: false, filled: 1n, size: 2n })).toContain('FLOW_FALSE_COMPLETE')
    expect(shown({ cancelled: false, filled: 0n, size: 0n })).toContain('FLOW_FALSE_COMPLETE')
  })
})
