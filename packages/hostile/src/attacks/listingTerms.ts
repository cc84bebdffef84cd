import { type Address, zeroAddress } from 'viem'
import type { Cast } from '../cast.ts'
import { incomplete, order, partsFor, sign } from '../parts.ts'
import { type PlanAttack, rows } from './attack.ts'

const item = (itemType: number, token: Address, id: bigint | number, amount: bigint | number) => ({
  itemType,
  token,
  identifierOrCriteria: `${id}`,
  startAmount: `${amount}`,
  endAmount: `${amount}`,
})
const feeTo = (recipient: Address, amount: bigint) => ({ ...item(0, zeroAddress, 0, amount), recipient })

/** Further listings in which one term is not as agreed. */
export function listingTermAttacks(cast: Cast): readonly PlanAttack[] {
  const { account, attacker, trap, nft, otherNft, fakeWeth } = cast
  const parts = partsFor(cast)
  return rows([
    [
      'L-02 proceeds to nobody',
      'LIST',
      (r) => {
        order(r).consideration[0].recipient = zeroAddress
      },
      'ORD_CONS_RECIPIENT',
    ],
    [
      'L-02 proceeds to the fee’s recipient',
      'LIST',
      (r) => {
        order(r).consideration[0].recipient = order(r).consideration[1].recipient
      },
      'ORD_FEE',
    ],
    ['L-03 no proceeds', 'LIST', (r) => order(r).consideration.shift(), 'ORD_PRICE'],
    [
      'L-05 nothing asked',
      'LIST',
      (r) => {
        order(r).consideration = []
      },
      'ORD_PRICE',
    ],
    [
      'L-06 everything a millionth',
      'LIST',
      (r) => {
        for (const one of order(r).consideration)
          one.startAmount = one.endAmount = `${BigInt(one.startAmount) / 1_000_000n}`
      },
      'ORD_PRICE',
    ],
    [
      'L-06 a wei less',
      'LIST',
      (r) => {
        const [net] = order(r).consideration
        net.startAmount = net.endAmount = `${BigInt(net.startAmount) - 1n}`
      },
      'ORD_PRICE',
    ],
    [
      'L-08 the royalty to the attacker',
      'LIST',
      (r) => {
        order(r).consideration[1].recipient = attacker
      },
      'ORD_FEE',
    ],
    [
      'L-09 the marketplace’s fee to the attacker',
      'LIST',
      (r) => {
        order(r).consideration.at(-1).recipient = attacker
      },
      'ORD_FEE',
    ],
    [
      'L-11 a fee twice',
      'LIST',
      (r) => order(r).consideration.push(structuredClone(order(r).consideration.at(-1))),
      'ORD_FEE',
    ],
    [
      'L-12 paid in worthless coin',
      'LIST',
      (r) => {
        for (const one of order(r).consideration) Object.assign(one, { itemType: 1, token: fakeWeth })
      },
      'ORD_CONS_CURRENCY',
    ],
    [
      'L-12 the proceeds alone in worthless coin',
      'LIST',
      (r) => {
        Object.assign(order(r).consideration[0], { itemType: 1, token: fakeWeth })
      },
      'ORD_CONS_CURRENCY',
    ],
    [
      'L-14 a number where none belongs',
      'LIST',
      (r) => {
        order(r).consideration[0].identifierOrCriteria = '1'
      },
      'ORD_CONS_CURRENCY',
    ],
    [
      'L-15 a price that falls a little',
      'LIST',
      (r) => {
        const [net] = order(r).consideration
        net.endAmount = `${BigInt(net.endAmount) - 1n}`
      },
      'ORD_DUTCH',
    ],
    [
      'L-17 an auction that ends lower than agreed',
      'LIST_D',
      (r) => {
        for (const one of order(r).consideration) one.endAmount = '1'
      },
      'ORD_PRICE',
    ],
    [
      'L-17 an auction that starts lower',
      'LIST_D',
      (r) => {
        for (const one of order(r).consideration) one.startAmount = one.endAmount
      },
      'ORD_PRICE',
    ],
    [
      'L-18 a start the day before',
      'LIST',
      (r) => {
        order(r).startTime -= 86_400
      },
      'ORD_TIME',
    ],
    ['L-20 a second token', 'LIST', (r) => order(r).offer.push(item(2, nft, 2, 1)), 'ORD_OFFER_COUNT'],
    [
      'L-20 all tokens of another collection',
      'LIST',
      (r) => order(r).offer.push(item(4, otherNft, 0, 1)),
      'ORD_OFFER_COUNT',
    ],
    [
      'L-21 the next token',
      'LIST',
      (r) => {
        order(r).offer[0].identifierOrCriteria = '2'
      },
      'ORD_OFFER_ITEM',
    ],
    [
      'L-23 an edition in place of a token',
      'LIST',
      (r) => {
        order(r).offer[0].itemType = 3
      },
      'ORD_OFFER_ITEM',
    ],
    [
      'L-24 two of a unique token',
      'LIST',
      (r) => Object.assign(order(r).offer[0], { startAmount: '2', endAmount: '2' }),
      'ORD_OFFER_AMOUNT',
    ],
    [
      'L-26 units that grow while the order stands',
      'LIST_E',
      (r) => {
        order(r).offer[0].endAmount = '1000'
      },
      'ORD_OFFER_AMOUNT',
    ],
    [
      'L-27 nothing offered',
      'LIST',
      (r) => {
        order(r).offer = []
      },
      'ORD_OFFER_COUNT',
    ],
    [
      'L-29 the attacker’s order',
      'LIST',
      (r) => {
        order(r).offerer = attacker
      },
      'ORD_OFFERER',
    ],
    [
      'L-32 a unique token in parts',
      'LIST',
      (r) => {
        order(r).orderType = 1
      },
      'ORD_TYPE',
    ],
    [
      'L-33 an order of a contract',
      'LIST',
      (r) => {
        order(r).orderType = 4
      },
      'ORD_TYPE',
    ],
    [
      'L-35 a zone without its type',
      'LIST',
      (r) => {
        order(r).zone = trap
      },
      'ORD_ZONE',
    ],
    [
      'L-35 another zone where one was agreed',
      'LIST_Z',
      (r) => {
        order(r).zone = trap
      },
      'ORD_ZONE',
    ],
    [
      'L-38 for ever',
      'LIST',
      (r) => {
        order(r).endTime = `${2n ** 256n - 1n}`
      },
      'ORD_TIME',
    ],
    [
      'L-38 an end before the start',
      'LIST',
      (r) => {
        order(r).endTime = order(r).startTime - 1
      },
      'ORD_TIME',
    ],
    [
      'L-41 a salt of the provider’s choice',
      'LIST',
      (r) => {
        order(r).salt = '1'
      },
      'harmless',
    ],
    [
      'L-42 a tree for one listing, with a leaf nobody sees',
      'LIST',
      (r) => {
        const s = sign(r)
        const evil = structuredClone(s.value)
        evil.consideration = [feeTo(account, 1n)]
        s.types.BulkOrder = [{ name: 'tree', type: 'OrderComponents[2]' }]
        s.primaryType = 'BulkOrder'
        s.value = { tree: [s.value, evil] }
        r.steps.at(-1).items[0].data.post.endpoint = '/order/v4'
      },
      'ORD_BULK',
    ],
    [
      'L-45 one of many at a tenth',
      'LIST_B',
      (r) => {
        for (const one of order(r).tree[0][1].consideration)
          one.startAmount = one.endAmount = `${BigInt(one.startAmount) / 10n}`
      },
      'ORD_PRICE',
    ],
    [
      'L-45 one of many to the attacker',
      'LIST_B',
      (r) => {
        order(r).tree[0][1].consideration[0].recipient = attacker
      },
      'ORD_CONS_RECIPIENT',
    ],
    [
      'L-45 padding that is an order after all',
      'LIST_B',
      (r) => {
        order(r).tree[1][1].offerer = account
      },
      'ORD_BULK',
    ],
    [
      'L-47 one signature more',
      'LIST',
      (r) => {
        const copy = structuredClone(r.steps.at(-1).items[0])
        copy.data.sign.value.salt = '99'
        r.steps.at(-1).items.push(copy)
      },
      'FLOW_BUDGET',
    ],
    [
      'L-47 a second listing nobody asked for',
      'LIST',
      (r) => {
        const copy = structuredClone(r.steps.at(-1).items[0])
        copy.data.sign.value.offer[0].identifierOrCriteria = '2'
        r.steps.at(-1).items.push(copy)
      },
      'ORD_OFFER_ITEM',
    ],
    [
      'L-48 a counter for ever later',
      'LIST',
      (r) => {
        order(r).counter = `${2n ** 255n}`
      },
      'ORD_COUNTER',
    ],
    [
      'L-51 an approval to Seaport’s own address and nothing listed',
      'LIST_A',
      (r) => {
        r.steps.at(-1).items = [incomplete(undefined)]
        r.steps[0].items = [parts.approveOperator(nft, attacker)]
      },
      'APR_SPENDER',
    ],
  ])
}
