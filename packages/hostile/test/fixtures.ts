import type { BuyIntent, PolicyInput } from '@sluice/guards'
import { zeroAddress } from '@sluice/seaport'
import type { Address } from 'viem'
import * as honest from '../../guards/test/honest/honest.ts'
import * as who from '../../guards/test/support/actors.ts'
import { type AttackContext, defaultContext } from '../src/attackContext.ts'

export type { Fixture } from '../../guards/test/honest/honest.ts'

/** The accounts and contracts of the honest fixtures. */
export const context: AttackContext = {
  ...defaultContext,
  account: who.user,
  attacker: who.attacker,
  attackerKey: who.attackerKey,
  trap: who.trap,
  receiver: who.receiver,
  nft: who.nft,
  otherNft: who.otherNft,
  junkNft: who.junkNft,
  editions: who.editions,
  weth: who.weth,
  usdc: who.usdc,
  fakeWeth: who.fakeWeth,
  permit2: who.permit2,
}

const zoned = (zone: Address) => who.factsOf({ zones: honest.zonesOf(zone) })
const under = (make: () => honest.Fixture, policy: PolicyInput) => () => ({
  ...make(),
  policy: who.policyOf(policy),
})

const mintOf = (item: Partial<BuyIntent['items'][number]>) => () => ({
  ...honest.BUY_MINT(),
  intent: honest.mintIntent({ items: honest.mintIntent().items.map((one) => ({ ...one, ...item })) }),
})
const dropped = (terms: Partial<typeof honest.drop>) => () => ({
  ...honest.BUY_MINT(),
  facts: honest.dropFacts({ drops: new Map([[who.nft, { ...honest.drop, ...terms }]]) }),
})

/** Honest answers by name, and the circumstances in which an honest looking answer is a lie. */
export const fixtures: ReadonlyMap<string, () => honest.Fixture> = new Map([
  ...honest.honest.map((make) => [make().name, make] as const),
  [
    'LIST_B of a contract account',
    () => ({ ...honest.LIST_B(), facts: who.approvedFacts({ accountCode: 'contract' }) }),
  ],
  ['BUY_MINT for listings alone', mintOf({ fillType: 'trade' })],
  ['BUY_MINT for one token', mintOf({ target: { kind: 'token', contract: who.nft, tokenId: 50n } })],
  ['BUY_MINT after its end', dropped({ endTime: who.nowSeconds - 1n })],
  ['BUY_MINT before its start', dropped({ startTime: who.nowSeconds + 60n })],
  ['BUY_MINT at three times the price', dropped({ price: 3n * honest.drop.price })],
  ['BUY_MINT without its terms', () => ({ ...honest.BUY_MINT(), facts: who.factsOf() })],
  ['BID_C in a shared contract', under(honest.BID_C, { sharedContracts: [who.nft] })],
  ['CXL_O of orders without a zone', () => ({ ...honest.CXL_O(), facts: zoned(zeroAddress) })],
  ['CXL_O of orders in another zone', () => ({ ...honest.CXL_O(), facts: zoned(who.trap) })],
  ['CXL_O of orders that were not read', () => ({ ...honest.CXL_O(), facts: who.factsOf() })],
  ['XFER_B without its helper', under(honest.XFER_B, { transferHelper: who.trap })],
])

export const fixtureOf = (name: string): honest.Fixture => {
  const make = fixtures.get(name)
  if (make === undefined) throw new RangeError(`There is no honest answer ${name}.`)
  return make()
}
