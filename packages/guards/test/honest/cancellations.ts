import { cancelOrders, incrementCounter, orderHash } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import type { CancelIntent } from '../../src/model/intent.ts'
import { factsOf, policy, policyOf, seaport, user, zone } from '../support/actors.ts'
import { incomplete, step, transaction } from '../support/answer.ts'
import type { Fixture } from './fixture.ts'
import { listingTerms, providerListing } from './listings.ts'

export const ownOrders = () => [providerListing(listingTerms(1n)), providerListing(listingTerms(2n))]
export const cancelIntent = (overrides: Partial<CancelIntent> = {}): CancelIntent => ({
  chainId: 1,
  account: user,
  action: 'cancel',
  orderIds: ownOrders().map((order) => orderHash(order)),
  mode: 'orders',
  version: '1.6',
  ...overrides,
})
/** Under which zone the orders stand that are to end. */
export const zonesOf = (zone: Address) => new Map(cancelIntent().orderIds.map((id) => [id, zone]))
export const cancellation = (
  name: string,
  steps: unknown[],
  intent = cancelIntent(),
  given = policy,
  facts = factsOf(),
): Fixture => ({ name, intent, facts, policy: given, response: { steps } })
export const cancelStep = (call: { to: Address; data: Hex; value: bigint }) =>
  step('cancellation', 'transaction', [incomplete(transaction(call.to, call.data, call.value))])
export const CXL = () => cancellation('CXL', [cancelStep(cancelOrders(seaport, ownOrders()))])
export const CXL_ALL = () =>
  cancellation(
    'CXL_ALL',
    [cancelStep(incrementCounter(seaport))],
    cancelIntent({ orderIds: [], mode: 'all' }),
  )
export const CXL_O = () =>
  cancellation(
    'CXL_O',
    [
      step('cancellation-signature', 'signature', [
        incomplete({
          sign: {
            signatureKind: 'eip712',
            domain: { name: 'SignedZone', version: '1.0.0', chainId: 1, verifyingContract: zone },
            types: { OrderHashes: [{ name: 'orderHashes', type: 'bytes32[]' }] },
            primaryType: 'OrderHashes',
            value: { orderHashes: cancelIntent().orderIds },
          },
          post: {
            endpoint: '/execute/cancel-signature/v1',
            method: 'POST',
            body: { orderIds: cancelIntent().orderIds, orderKind: 'seaport-v1.6' },
          },
        }),
      ]),
    ],
    cancelIntent(),
    policyOf({ zones: { own: [zone] } }),
    factsOf({ zones: zonesOf(zone) }),
  )
