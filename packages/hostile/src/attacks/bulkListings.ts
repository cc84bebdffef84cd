import type { AttackContext } from '../attackContext.ts'
import { feeTo, inOrder, order, sign } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

/** Listings that are hidden among others: in a tree under one signature, or in an additional signature. */
export function bulkListingAttacks(context: AttackContext): readonly PlanAttack[] {
  const { account, attacker } = context
  return rows('LIST_B', inOrder, [
    [
      'L-42 a tree for one listing, with a hidden leaf',
      (r) => {
        const request = sign(r)
        const hidden = structuredClone(request.value)
        hidden.consideration = [feeTo(account, 1n)]
        request.types.BulkOrder = [{ name: 'tree', type: 'OrderComponents[2]' }]
        request.primaryType = 'BulkOrder'
        request.value = { tree: [request.value, hidden] }
        r.steps.at(-1).items[0].data.post.endpoint = '/order/v4'
      },
      'ORD_BULK',
      'LIST',
    ],
    [
      'L-43 a hidden leaf',
      (r) => {
        const hidden = structuredClone(order(r).tree[0][0])
        hidden.consideration[0].startAmount = hidden.consideration[0].endAmount = '1'
        order(r).tree[1][1] = hidden
      },
      'ORD_BULK',
    ],
    [
      'L-43 a higher tree',
      (r) => {
        sign(r).types.BulkOrder[0].type = 'OrderComponents[2][2][2]'
        const pad = order(r).tree[1][1]
        order(r).tree = [
          order(r).tree,
          [
            [pad, pad],
            [pad, structuredClone(order(r).tree[0][0])],
          ],
        ]
      },
      'ORD_BULK',
    ],
    [
      'L-44 a listing twice under one signature',
      (r) => {
        order(r).tree[1][0] = structuredClone(order(r).tree[0][0])
      },
      'ORD_BULK',
    ],
    [
      'L-45 one of many at a tenth of the price',
      { 'tree.0.1.consideration.*.amounts': (raw) => `${BigInt(raw) / 10n}` },
      'ORD_PRICE',
    ],
    [
      'L-45 one of many to the attacker',
      { 'tree.0.1.consideration.0.recipient': attacker },
      'ORD_CONS_RECIPIENT',
    ],
    ['L-45 padding that is a real order', { 'tree.1.1.offerer': account }, 'ORD_BULK'],
    ['L-46 many orders for a contract account', () => {}, 'ORD_BULK', 'LIST_B of a contract account'],
    [
      'L-47 one more signature',
      (r) => {
        const copy = structuredClone(r.steps.at(-1).items[0])
        copy.data.sign.value.salt = '99'
        r.steps.at(-1).items.push(copy)
      },
      'FLOW_BUDGET',
      'LIST',
    ],
    [
      'L-47 an unrequested second listing',
      (r) => {
        const copy = structuredClone(r.steps.at(-1).items[0])
        copy.data.sign.value.offer[0].identifierOrCriteria = '2'
        r.steps.at(-1).items.push(copy)
      },
      'ORD_OFFER_ITEM',
      'LIST',
    ],
  ])
}
