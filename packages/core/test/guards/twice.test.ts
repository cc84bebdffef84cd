import { expect, test } from 'vitest'
import * as who from './actors.ts'
import * as honest from './honest.ts'
import { judged } from './judged.ts'
import { saying } from './saying.ts'

const { eth, seaport, usdc, weth } = who
const stopped = (fixture: honest.Fixture) =>
  judged(fixture)
    .findings.filter(({ severity }) => severity === 'block')
    .map(({ code, path }) => `${code} ${path}`)

test.each([honest.CXL, honest.CXL_ALL])('%o: default: a cancellation is sent once', (make) => {
  const fixture = make()
  const [step] = fixture.response.steps
  step.items.push(structuredClone(step.items[0]))
  expect(stopped(fixture)).toContain('FLOW_BUDGET steps.0.items.1')
})

test('while the purchase is awaited one spender is permitted, not each that could be needed', () => {
  const fixture = honest.BUY_E()
  delete fixture.response.steps.at(-1).items[0].data
  expect(stopped(fixture)).toEqual([])
  const [, approval] = fixture.response.steps
  approval.items.push(honest.approveAmount(usdc, eth, seaport))
  expect(stopped(fixture)).toContain('APR_SPENDER steps')
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
    const fixture = saying(honest.SELL_X(), ([orders]) => change(orders[1]))
    expect(stopped(fixture).join()).toContain('CALL_SELF_ORDER steps.2.items.0.data.data#orders.1')
  }
})

test('an offer whose fees are more than it pays is none, though no least was agreed on', () => {
  const made = honest.SELL_A()
  const fixture = saying({ ...made, intent: honest.sellIntent({ minimums: undefined }) }, ([order]) => {
    const fee = order.parameters.consideration.find(
      ({ token }: { token: string }) => token.toLowerCase() === weth,
    )
    fee.startAmount = 11n * eth
    fee.endAmount = 11n * eth
  })
  expect(stopped(fixture)).toContain('CALL_PRICE steps.2.items.0.data.data')
})

test('no more units move than were agreed on', () => {
  const fixture = honest.XFER_B()
  const items = honest.bulkItems.map((item) =>
    item.amount > 1n ? { ...item, amount: item.amount + 1n } : item,
  )
  fixture.response.steps.at(-1).items = [
    honest.bulkTransfer([{ items, recipient: who.receiver, validateERC721Receiver: true }]),
  ]
  expect(stopped(fixture).join()).toContain('CALL_TRANSFER_SET steps.1.items.0.data.data')
})

test('an approval is of the kind that its contract knows, made once, and never taken back after it', () => {
  const currency = (...items: unknown[]) => {
    const fixture = honest.BUY_E()
    fixture.response.steps[1].items = items
    return stopped(fixture)
  }
  expect(currency(honest.approveOperator(usdc))).toContain('APR_KIND steps.1.items.0.data.data')
  const exact = honest.approveAmount(usdc, 500_000_000n)
  expect(currency(exact, honest.approveAmount(usdc, 0n))).toContain('FLOW_REORDER steps.1.items.1')
  expect(currency(exact, structuredClone(exact))).toContain('FLOW_BUDGET steps.1.items.1')
  const fixture = honest.LIST_A()
  const [step] = fixture.response.steps
  step.items.push(structuredClone(step.items[0]))
  expect(stopped(fixture)).toContain('FLOW_BUDGET steps.0.items.1')
  const policy = who.policyOf({ approvals: { nft: 'token' } })
  expect(stopped({ ...honest.LIST_A(), policy })).toContain('APR_KIND steps.0.items.0.data.data')
})
