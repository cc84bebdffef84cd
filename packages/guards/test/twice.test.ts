import { expect, test } from 'vitest'
import * as honest from './honest/honest.ts'
import * as who from './support/actors.ts'
import { changeCall } from './support/changeCall.ts'
import { checkFixture } from './support/checkFixture.ts'
import { variants } from './variants/variants.ts'

const { eth, seaport, usdc, weth } = who
/** Between which seconds the first order of a fixture's last call stands. */
const saidTimes = (fixture: honest.Fixture) => {
  const held = { startTime: 0n, endTime: 0n }
  changeCall(fixture, ([orders]) => Object.assign(held, orders[0].parameters))
  return held
}
const blockingCodes = (fixture: honest.Fixture) =>
  checkFixture(fixture)
    .findings.filter(({ severity }) => severity === 'block')
    .map(({ code, path }) => `${code} ${path}`)

test.each([honest.CXL, honest.CXL_ALL])('%o: a cancellation is sent once', (make) => {
  const fixture = make()
  const [step] = fixture.response.steps
  step.items.push(structuredClone(step.items[0]))
  expect(blockingCodes(fixture)).toContain('FLOW_BUDGET steps.0.items.1')
})

test('while the purchase is awaited, one spender is approved, not every one that could be needed', () => {
  const fixture = honest.BUY_E()
  delete fixture.response.steps.at(-1).items[0].data
  expect(blockingCodes(fixture)).toEqual([])
  const [, approval] = fixture.response.steps
  approval.items.push(honest.approveAmount(usdc, eth, seaport))
  expect(blockingCodes(fixture)).toContain('APR_SPENDER steps')
})

test('the seller’s own side of a match is whole, fixed and open to all', () => {
  const changes: readonly ((own: { parameters: { orderType: number }; denominator: bigint }) => void)[] = [
    (own) => {
      own.parameters.orderType = 1
    },
    (own) => {
      own.denominator = 2n
    },
  ]
  for (const change of changes) {
    const fixture = changeCall(honest.SELL_X(), ([orders]) => change(orders[1]))
    expect(blockingCodes(fixture).join()).toContain('CALL_SELF_ORDER steps.2.items.0.data.data#orders.1')
  }
})

test('an offer whose fees exceed its price is blocked, even without an agreed minimum', () => {
  const made = honest.SELL_A()
  const fixture = changeCall({ ...made, intent: honest.sellIntent({ minimums: undefined }) }, ([order]) => {
    const fee = order.parameters.consideration.find(
      ({ token }: { token: string }) => token.toLowerCase() === weth,
    )
    fee.startAmount = 11n * eth
    fee.endAmount = 11n * eth
  })
  expect(blockingCodes(fixture)).toContain('CALL_PRICE steps.2.items.0.data.data')
})

test('no more units move than were agreed on', () => {
  const fixture = honest.XFER_B()
  const items = honest.bulkItems.map((item) =>
    item.amount > 1n ? { ...item, amount: item.amount + 1n } : item,
  )
  fixture.response.steps.at(-1).items = [
    honest.bulkTransfer([{ items, recipient: who.receiver, validateERC721Receiver: true }]),
  ]
  expect(blockingCodes(fixture).join()).toContain('CALL_TRANSFER_SET steps.1.items.0.data.data')
})

test('an approval is of the kind that its contract has, made once, and never revoked after it', () => {
  const currency = (...items: unknown[]) => {
    const fixture = honest.BUY_E()
    fixture.response.steps[1].items = items
    return blockingCodes(fixture)
  }
  expect(currency(honest.approveOperator(usdc))).toContain('APR_KIND steps.1.items.0.data.data')
  const exact = honest.approveAmount(usdc, 500_000_000n)
  expect(currency(exact, honest.approveAmount(usdc, 0n))).toContain('FLOW_REORDER steps.1.items.1')
  expect(currency(exact, structuredClone(exact))).toContain('FLOW_BUDGET steps.1.items.1')
  const fixture = honest.LIST_A()
  const [step] = fixture.response.steps
  step.items.push(structuredClone(step.items[0]))
  expect(blockingCodes(fixture)).toContain('FLOW_BUDGET steps.0.items.1')
  const policy = who.policyOf({ approvals: { nft: 'token' } })
  expect(blockingCodes({ ...honest.LIST_A(), policy })).toContain('APR_KIND steps.0.items.0.data.data')
})

test('of two offers in one match, one may bring less by what the other brings more, because the worst of both counts', () => {
  const [, make] = variants.find(([name]) => name === 'two offers in one match')!
  const tenths = (count: bigint) => (count * eth) / 10n
  const agreed = (1850n * eth) / 100n
  for (const first of [0n, 1n, 2n])
    for (const second of [4n, 5n, 6n, 7n]) {
      // Two fees move from these starts to what they are at the end, a quarter and a half of a coin.
      const fixture = changeCall(make(), ([orders]) => {
        orders[0].parameters.consideration[1].startAmount = tenths(first)
        orders[2].parameters.consideration[2].startAmount = tenths(second)
      })
      const { startTime, endTime } = saidTimes(fixture)
      const at = (time: bigint) => {
        const fee = (start: bigint, end: bigint) =>
          (start * (endTime - time) + end * (time - startTime)) / (endTime - startTime)
        return (1925n * eth) / 100n - fee(tenths(first), eth / 4n) - fee(tenths(second), eth / 2n)
      }
      const [now, horizon] = [at(who.nowSeconds), at(who.nowSeconds + 600n)]
      const worst = now < horizon ? now : horizon
      const { decision, effects } = checkFixture(fixture)
      const got = effects.get.reduce((sum, { amount }) => sum + amount, 0n)
      expect([first, second, decision]).toEqual([first, second, worst >= agreed ? 'allow' : 'block'])
      if (decision === 'allow') expect(got).toBeGreaterThanOrEqual(agreed)
    }
})
