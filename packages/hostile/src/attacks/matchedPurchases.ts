import { zeroAddress, zeroHash } from 'viem'
import type { AttackContext } from '../attackContext.ts'
import { editCall, type Json, type Values } from '../parts.ts'
import { type PlanAttack, type Row, rows } from './attack.ts'

const eth = 10n ** 18n

/** Puts values into the account's own unsigned order, which is the last of the match. */
const inOwn = (values: Values, more?: bigint) =>
  editCall(Object.fromEntries(Object.entries(values).map(([path, value]) => [`0.-1.${path}`, value])), more)

/** Attacks on a match that buys several listings, all or none of them. */
export function matchedPurchaseAttacks(context: AttackContext): readonly PlanAttack[] {
  const { account, attacker, attackerKey, otherNft, junkNft, weth } = context
  const fixed = (amount: bigint) => ({ startAmount: amount, endAmount: amount })
  const token = (contract: string, id: bigint) => ({
    itemType: 2,
    token: contract,
    identifierOrCriteria: id,
    ...fixed(1n),
  })
  const coin = (amount: bigint) => ({
    itemType: 0,
    token: zeroAddress,
    identifierOrCriteria: 0n,
    ...fixed(amount),
  })
  const wrapped = (amount: bigint) => ({ ...coin(amount), itemType: 1, token: weth })
  const ownAgain = (parameters: object, more: object) => (orders: Json) => {
    const own = structuredClone(orders.at(-1))
    return { ...own, parameters: { ...own.parameters, ...parameters }, ...more }
  }
  /** An order of the account, as if it had signed it before. */
  const signedOwn = (offer: readonly object[], consideration: readonly object[]) =>
    ownAgain(
      { salt: 77n, offer, consideration, totalOriginalConsiderationItems: BigInt(consideration.length) },
      { signature: `0x${'5e'.repeat(64)}` },
    )
  const raised = (by: bigint) => (amount: bigint) => amount + by
  const offered = 'parameters.offer.0.amounts'
  const all: readonly Row[] = [
    [
      'one of the tokens to the attacker',
      inOwn({ 'parameters.consideration.0.recipient': attacker }),
      'CALL_SELF_ORDER',
    ],
    [
      'a token that the account does not ask for, left to the recipient of the rest',
      (r) => {
        inOwn({
          'parameters.consideration': (items: Json) => items.slice(1),
          'parameters.totalOriginalConsiderationItems': raised(-1n),
        })(r)
        editCall({ 2: (groups: Json) => groups.slice(1), 3: attacker })(r)
      },
      'CALL_SELF_ORDER',
    ],
    ['the rest of the money to the attacker', { 3: attacker }, 'CALL_RECIPIENT'],
    [
      'a listing of junk among them, paid with the rest',
      editCall((args) => {
        const extra = structuredClone(args[0][0])
        extra.parameters.offer[0].token = junkNft
        args[0].splice(1, 0, extra)
        const [paid] = args[0].at(-1).parameters.offer
        Object.assign(paid, fixed(paid.startAmount + eth))
      }, eth),
      'CALL_EXTRA_ORDER',
    ],
    ['more offered than the listings cost', inOwn({ [offered]: raised(eth) }, eth), 'CALL_SELF_ORDER'],
    [
      'an offer of money that grows with time',
      inOwn({ 'parameters.offer.0.endAmount': (amount) => amount * 10n }),
      'CALL_SELF_ORDER',
    ],
    ['another currency beside the price', inOwn({ 'parameters.offer.+': wrapped(eth) }), 'CALL_SELF_ORDER'],
    [
      'a token of the account beside the price',
      inOwn({ 'parameters.offer.+': token(otherNft, 1n) }),
      'CALL_SELF_ORDER',
    ],
    ['two orders of the account that each pay all', { '0.+': ownAgain({ salt: 9n }, {}) }, 'CALL_SELF_ORDER'],
    [
      'a listing of the account’s own, bought for a wei',
      { '0.+': signedOwn([token(otherNft, 1n)], [{ ...coin(1n), recipient: account }]) },
      'CALL_SELF_ORDER',
    ],
    [
      'an offer of the account’s own, met with any token',
      { '0.+': signedOwn([wrapped(5n * eth)], [{ ...token(junkNft, 0n), itemType: 4, recipient: account }]) },
      'CALL_SELF_ORDER',
    ],
    ['a listing left out, but still paid', editCall((args) => args[0].splice(1, 1)), 'CALL_SELF_ORDER'],
    [
      'a listing left out together with its price',
      (r) => {
        editCall((args) => args[0].splice(1, 1))(r)
        inOwn({ [offered]: raised(-eth) }, -eth)(r)
      },
      'FLOW_FALSE_COMPLETE',
    ],
    [
      'one listing twice in place of another',
      editCall((args) => Object.assign(args[0], { 1: structuredClone(args[0][0]) })),
      'CALL_EXTRA_ORDER',
    ],
    [
      'one listing that takes all of the money',
      editCall(
        {
          '0.0.parameters.consideration.0.amounts': raised(5n * eth),
          [`0.-1.${offered}`]: raised(5n * eth),
        },
        5n * eth,
      ),
      'CALL_PRICE',
    ],
    [
      'the private listing for somebody else',
      { '0.1.parameters.consideration.-1.recipient': attacker },
      'CALL_RECIPIENT',
    ],
    [
      'a listing paid in another currency',
      editCall((args) => {
        for (const item of args[0][1].parameters.consideration)
          if (item.itemType === 0) Object.assign(item, { itemType: 1, token: weth })
        const { offer } = args[0].at(-1).parameters
        Object.assign(offer[0], fixed(offer[0].startAmount - eth))
        offer.push(wrapped(eth))
      }),
      'CALL_CURRENCY',
    ],
    [
      'fewer units than are paid for',
      inOwn({ 'parameters.consideration.-1.amounts': 1n }),
      'CALL_SELF_ORDER',
    ],
    [
      'a token on top of a listing, for the attacker',
      { '0.0.parameters.consideration.+': { ...token(otherNft, 1n), recipient: attacker } },
      'CALL_TIP',
    ],
    [
      'a payment of the account’s own order to the attacker',
      inOwn({ 'parameters.consideration.+': { ...coin(eth), recipient: attacker } }),
      'CALL_SELF_ORDER',
    ],
    [
      'a token of the account’s own order that changes with time',
      inOwn({ 'parameters.consideration.-1.endAmount': 1n }),
      'CALL_SELF_ORDER',
    ],
    ['half of the account’s own order', inOwn({ numerator: 1n, denominator: 2n }), 'CALL_SELF_ORDER'],
    [
      'an order of the account with the type of a contract order',
      inOwn({ 'parameters.orderType': 4, 'parameters.zone': attacker }),
      'CALL_SELF_ORDER',
    ],
    [
      'an order of the account that ends before it starts',
      editCall((args) => {
        const { parameters } = args[0].at(-1)
        parameters.endTime = parameters.startTime
      }),
      'CALL_SELF_ORDER',
    ],
    [
      'tips of the account’s own order',
      inOwn({ 'parameters.totalOriginalConsiderationItems': 0n }),
      'CALL_SELF_ORDER',
    ],
    [
      'the attacker’s conduit for the account’s own order',
      inOwn({ 'parameters.conduitKey': attackerKey }),
      'CALL_CONDUIT',
    ],
    ['two conduits', { '0.+': ownAgain({ conduitKey: attackerKey }, {}) }, 'CALL_CONDUIT'],
    ['no order of the account', editCall((args) => args[0].pop()), 'CALL_CONDUIT'],
    [
      'more orders than the limit',
      editCall((args) => {
        for (let more = 0; more < 100; more++) args[0].splice(1, 0, structuredClone(args[0][0]))
      }),
      'SHAPE_PLAN',
    ],
    [
      'a resolver of an order that is not there',
      { '1.+': { orderIndex: 9n, side: 0, index: 0n, identifier: 1n, criteriaProof: [] } },
      'CALL_RESOLVER',
    ],
    [
      'fulfillments that pay one maker with another’s token',
      { '2.*.offerComponents.0.orderIndex': 0n },
      'harmless',
    ],
    ['no fulfillments at all', { 2: [] }, 'harmless'],
    [
      'another salt, zone hash and signature of the account’s own order',
      inOwn({
        'parameters.salt': 1n,
        'parameters.zoneHash': `${zeroHash.slice(0, -2)}07`,
        signature: `0x${'5e'.repeat(64)}`,
      }),
      'harmless',
    ],
  ]
  return rows(
    'BUY_N',
    editCall,
    all.map(([name, ...row]): Row => [`B-41 ${name}`, ...row]),
  )
}
