import { toHex, zeroAddress, zeroHash } from 'viem'
import type { Cast } from '../cast.ts'
import { type Json, recall } from '../parts.ts'
import { type PlanAttack, type Row, rows } from './attack.ts'

const eth = 10n ** 18n

/** Lies in a match that buys several listings, all or none of them: the account's own unsigned order is the last. */
export function matchedPurchaseAttacks(cast: Cast): readonly PlanAttack[] {
  const { account, attacker, attackerKey, otherNft, junkNft, weth } = cast
  type Change = (args: Json, own: Json, data: Json) => unknown
  const row = (name: string, change: Change, rule: string): Row => [
    `B-41 ${name}`,
    'BUY_N',
    recall((args, data) => {
      change(args, args[0].at(-1), data)
    }),
    rule,
  ]
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
  /** An order of the account, as one that it signed for others. */
  const signedOwn = (own: Json, offer: Json, consideration: Json) => ({
    ...structuredClone(own),
    parameters: {
      ...structuredClone(own.parameters),
      salt: 77n,
      offer,
      consideration,
      totalOriginalConsiderationItems: BigInt(consideration.length),
    },
    signature: `0x${'5e'.repeat(64)}`,
  })
  const raised = (items: Json, by: bigint) => {
    const [first] = items
    Object.assign(first, fixed(first.startAmount + by))
  }

  return rows([
    row(
      'one of the tokens to the attacker',
      (_, own) => {
        own.parameters.consideration[0].recipient = attacker
      },
      'CALL_SELF_ORDER',
    ),
    row(
      'a token that the account does not ask for, left to whoever gets the rest',
      (args, own) => {
        own.parameters.consideration.shift()
        own.parameters.totalOriginalConsiderationItems -= 1n
        args[2] = args[2].slice(1)
        args[3] = attacker
      },
      'CALL_SELF_ORDER',
    ),
    row(
      'what is left of the money to the attacker',
      (args) => {
        args[3] = attacker
      },
      'CALL_RECIPIENT',
    ),
    row(
      'a listing of junk among them, paid with the rest',
      (args, own, data) => {
        const extra = structuredClone(args[0][0])
        extra.parameters.offer[0].token = junkNft
        args[0].splice(1, 0, extra)
        raised(own.parameters.offer, eth)
        data.value = toHex(BigInt(data.value) + eth)
      },
      'CALL_EXTRA_ORDER',
    ),
    row(
      'more offered than the listings cost',
      (_, own, data) => {
        raised(own.parameters.offer, eth)
        data.value = toHex(BigInt(data.value) + eth)
      },
      'CALL_SELF_ORDER',
    ),
    row(
      'an offer of money that grows with time',
      (_, own) => {
        own.parameters.offer[0].endAmount *= 10n
      },
      'CALL_SELF_ORDER',
    ),
    row(
      'another currency beside the price',
      (_, own) => own.parameters.offer.push({ ...coin(eth), itemType: 1, token: weth }),
      'CALL_SELF_ORDER',
    ),
    row(
      'a token of the account beside the price',
      (_, own) => own.parameters.offer.push(token(otherNft, 1n)),
      'CALL_SELF_ORDER',
    ),
    row(
      'two orders of the account that each pay all',
      (args, own) =>
        args[0].push({
          ...structuredClone(own),
          parameters: { ...structuredClone(own.parameters), salt: 9n },
        }),
      'CALL_SELF_ORDER',
    ),
    row(
      'a listing of the account’s own, bought for a wei',
      (args, own) =>
        args[0].push(signedOwn(own, [token(otherNft, 1n)], [{ ...coin(1n), recipient: account }])),
      'CALL_SELF_ORDER',
    ),
    row(
      'an offer of the account’s own, met with any token',
      (args, own) =>
        args[0].push(
          signedOwn(
            own,
            [{ ...coin(5n * eth), itemType: 1, token: weth }],
            [{ ...token(junkNft, 0n), itemType: 4, recipient: account }],
          ),
        ),
      'CALL_SELF_ORDER',
    ),
    row('a listing left out, paid all the same', (args) => args[0].splice(1, 1), 'CALL_SELF_ORDER'),
    row(
      'a listing left out together with its price',
      (args, own, data) => {
        args[0].splice(1, 1)
        raised(own.parameters.offer, -eth)
        data.value = toHex(BigInt(data.value) - eth)
      },
      'FLOW_FALSE_COMPLETE',
    ),
    row(
      'one listing twice in the place of another',
      (args) => {
        args[0][1] = structuredClone(args[0][0])
      },
      'CALL_EXTRA_ORDER',
    ),
    row(
      'one listing that takes all of the money',
      (args, own, data) => {
        raised(args[0][0].parameters.consideration, 5n * eth)
        raised(own.parameters.offer, 5n * eth)
        data.value = toHex(BigInt(data.value) + 5n * eth)
      },
      'CALL_PRICE',
    ),
    row(
      'the private listing for somebody else',
      (args) => {
        args[0][1].parameters.consideration.at(-1).recipient = attacker
      },
      'CALL_RECIPIENT',
    ),
    row(
      'a listing paid in another currency',
      (args, own) => {
        for (const item of args[0][1].parameters.consideration)
          if (item.itemType === 0) Object.assign(item, { itemType: 1, token: weth })
        raised(own.parameters.offer, -eth)
        own.parameters.offer.push({ ...coin(eth), itemType: 1, token: weth })
      },
      'CALL_CURRENCY',
    ),
    row(
      'fewer units than are paid for',
      (_, own) => Object.assign(own.parameters.consideration.at(-1), fixed(1n)),
      'CALL_SELF_ORDER',
    ),
    row(
      'a token on top of a listing, for the attacker',
      (args) => args[0][0].parameters.consideration.push({ ...token(otherNft, 1n), recipient: attacker }),
      'CALL_TIP',
    ),
    row(
      'a payment of the account’s own order to the attacker',
      (_, own) => own.parameters.consideration.push({ ...coin(eth), recipient: attacker }),
      'CALL_SELF_ORDER',
    ),
    row(
      'a token of the account’s own order that changes with time',
      (_, own) => {
        own.parameters.consideration.at(-1).endAmount = 1n
      },
      'CALL_SELF_ORDER',
    ),
    row(
      'half of the account’s own order',
      (_, own) => Object.assign(own, { numerator: 1n, denominator: 2n }),
      'CALL_SELF_ORDER',
    ),
    row(
      'an order of the account that a contract decides about',
      (_, own) => Object.assign(own.parameters, { orderType: 4, zone: attacker }),
      'CALL_SELF_ORDER',
    ),
    row(
      'an order of the account that ends before it starts',
      (_, own) => Object.assign(own.parameters, { endTime: own.parameters.startTime }),
      'CALL_SELF_ORDER',
    ),
    row(
      'tips of the account’s own order',
      (_, own) => {
        own.parameters.totalOriginalConsiderationItems = 0n
      },
      'CALL_SELF_ORDER',
    ),
    row(
      'the attacker’s conduit for the account’s own order',
      (_, own) => {
        own.parameters.conduitKey = attackerKey
      },
      'CALL_CONDUIT',
    ),
    row(
      'two conduits',
      (args, own) =>
        args[0].push({
          ...structuredClone(own),
          parameters: { ...structuredClone(own.parameters), conduitKey: attackerKey },
        }),
      'CALL_CONDUIT',
    ),
    row('no order of the account', (args) => args[0].pop(), 'CALL_CONDUIT'),
    row(
      'more orders than anybody reads',
      (args) => {
        for (let more = 0; more < 100; more++) args[0].splice(1, 0, structuredClone(args[0][0]))
      },
      'SHAPE_PLAN',
    ),
    row(
      'a resolver of an order that is not there',
      (args) => args[1].push({ orderIndex: 9n, side: 0, index: 0n, identifier: 1n, criteriaProof: [] }),
      'CALL_RESOLVER',
    ),
    row(
      'fulfillments that pay one maker with another’s token',
      (args) => {
        for (const one of args[2]) one.offerComponents[0].orderIndex = 0n
      },
      'harmless',
    ),
    row(
      'no fulfillments at all',
      (args) => {
        args[2] = []
      },
      'harmless',
    ),
    row(
      'another salt, zone hash and signature of the account’s own order',
      (_, own) => {
        Object.assign(own.parameters, { salt: 1n, zoneHash: `${zeroHash.slice(0, -2)}07` })
        own.signature = `0x${'5e'.repeat(64)}`
      },
      'harmless',
    ),
  ])
}
