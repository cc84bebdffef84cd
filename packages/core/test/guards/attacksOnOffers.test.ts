import { toHex } from 'viem'
import * as who from './actors.ts'
import { type Attack, call, order, permit, recall, testAttacks, tx } from './attack.ts'
import * as honest from './honest.ts'

const { attacker, conduit, eth, junkNft, nft, otherNft, permit2, trap, usdc, weth } = who
const { LIST_A, BID, BID_C, BID_T, BUY_E, SELL_A, SELL_B, SELL_X } = honest

const attacks: readonly Attack[] = [
  // Bid
  [
    'O-01 another currency',
    BID,
    (r) => {
      order(r).offer[0].token = usdc
    },
    'ORD_OFFER_ITEM',
  ],
  [
    'O-03 ten times the price',
    BID,
    (r) => {
      order(r).offer[0].startAmount = order(r).offer[0].endAmount = `${10n * eth}`
    },
    'ORD_OFFER_AMOUNT',
  ],
  [
    'O-04 more offered',
    BID,
    (r) =>
      order(r).offer.push({
        itemType: 1,
        token: usdc,
        identifierOrCriteria: '0',
        startAmount: '1',
        endAmount: '1',
      }),
    'ORD_OFFER_COUNT',
  ],
  ['O-07 nothing bought', BID, (r) => order(r).consideration.shift(), 'ORD_CONS_ITEM'],
  [
    'O-08 the token to the attacker',
    BID,
    (r) => {
      order(r).consideration[0].recipient = attacker
    },
    'ORD_CONS_RECIPIENT',
  ],
  [
    'O-09 another collection',
    BID,
    (r) => {
      order(r).consideration[0].token = junkNft
    },
    'ORD_CONS_ITEM',
  ],
  [
    'O-10 any token instead of one',
    BID,
    (r) => Object.assign(order(r).consideration[0], { itemType: 4, identifierOrCriteria: '0' }),
    'ORD_CRITERIA',
  ],
  [
    'O-11 another root',
    BID_T,
    (r) => {
      order(r).consideration[0].identifierOrCriteria = '12345'
    },
    'ORD_CRITERIA',
  ],
  [
    'O-12 a root of nothing',
    BID_T,
    (r) => {
      order(r).consideration[0].identifierOrCriteria = '0'
    },
    'ORD_CRITERIA',
  ],
  [
    'O-13 any token of a shared contract',
    () => ({ ...BID_C(), policy: who.policyOf({ sharedContracts: [nft] }) }),
    () => {},
    'ORD_CRITERIA',
  ],
  [
    'O-16 a higher fee',
    BID,
    (r) => {
      order(r).consideration[1].startAmount = order(r).consideration[1].endAmount = `${eth / 2n}`
    },
    'ORD_FEE',
  ],
  [
    'O-19 a year longer',
    BID,
    (r) => {
      order(r).endTime += 31_536_000
    },
    'ORD_TIME',
  ],
  [
    'O-22 fifty ETH wrapped',
    BID,
    (r) => {
      r.steps[0].items[0].data.value = toHex(50n * eth)
    },
    'CALL_WRAP',
  ],
  [
    'O-23 wrapped elsewhere',
    BID,
    (r) => {
      r.steps[0].items[0].data.to = who.fakeWeth
    },
    'TX_TO',
  ],
  ['O-28 a permit instead of an approval', BID, permit('Permit'), 'TD_UNKNOWN'],
  // Sell
  [
    'S-01 a second token',
    SELL_A,
    recall((args) =>
      args[0].parameters.consideration.push({
        ...args[0].parameters.consideration[0],
        itemType: 2,
        identifierOrCriteria: 1n,
      }),
    ),
    'CALL_TIP',
  ],
  [
    'S-01 a second token in the offer itself',
    SELL_A,
    recall((args) => {
      args[0].parameters.consideration.push({
        ...args[0].parameters.consideration[0],
        itemType: 2,
        identifierOrCriteria: 1n,
      })
      args[0].parameters.totalOriginalConsiderationItems += 1n
    }),
    'CALL_ORDER_ITEM',
  ],
  [
    'S-02 another token of the collection',
    SELL_A,
    recall((args) => {
      args[1][0].identifier = 1n
    }),
    'CALL_ORDER_ITEM',
  ],
  [
    'S-03 a fee of nearly all',
    SELL_B,
    recall((args) => {
      args[0].additionalRecipients[0].amount = 99n * (eth / 10n) - eth
    }),
    'CALL_PRICE',
  ],
  [
    'S-04 a tip of nine WETH',
    SELL_B,
    recall((args) => args[0].additionalRecipients.push({ amount: 9n * eth, recipient: attacker })),
    'CALL_TIP',
  ],
  [
    'S-07 an offer that falls',
    SELL_A,
    recall((args) => {
      args[0].parameters.offer[0].endAmount = 0n
    }),
    'CALL_PRICE',
  ],
  [
    'S-10 a second order of the user',
    SELL_X,
    recall((args) =>
      args[0].push({
        ...structuredClone(args[0][1]),
        parameters: {
          ...structuredClone(args[0][1].parameters),
          offer: [{ itemType: 2, token: otherNft, identifierOrCriteria: 1n, startAmount: 1n, endAmount: 1n }],
        },
      }),
    ),
    'CALL_SELF_ORDER',
  ],
  [
    'S-11 proceeds to the attacker',
    SELL_X,
    recall((args) => {
      args[0][1].parameters.consideration[0].recipient = attacker
    }),
    'CALL_TIP',
  ],
  [
    'S-12 less taken than left',
    SELL_X,
    recall((args) => {
      args[0][1].parameters.consideration[0].startAmount = args[0][1].parameters.consideration[0].endAmount =
        1n
    }),
    'CALL_PRICE',
  ],
  [
    'S-13 an endless allowance',
    SELL_A,
    (r) => {
      r.steps[1].items = [honest.approveAmount(weth, 2n ** 256n - 1n)]
    },
    'APR_AMOUNT',
  ],
  [
    'S-13 to the attacker',
    SELL_A,
    (r) => {
      r.steps[1].items = [honest.approveAmount(weth, (75n * eth) / 100n, trap)]
    },
    'APR_SPENDER',
  ],
  [
    'S-16 wei out of the seller’s pocket',
    SELL_A,
    (r) => {
      tx(r).value = toHex(eth)
    },
    'TX_VALUE',
  ],
  // Approvals
  [
    'A-01 a stranger as spender',
    BUY_E,
    (r) => {
      r.steps[1].items = [honest.approveAmount(usdc, 1n, attacker)]
    },
    'APR_SPENDER',
  ],
  [
    'A-02 a stranger as operator',
    LIST_A,
    (r) => {
      r.steps[0].items = [honest.approveOperator(nft, attacker)]
    },
    'APR_SPENDER',
  ],
  [
    'A-04 more allowance',
    BUY_E,
    (r) => {
      r.steps[1].items[0].data.data = call(honest.erc20, 'increaseAllowance', [conduit, 2n ** 256n - 1n])
    },
    'APR_KIND',
  ],
  [
    'A-05 a plain transfer',
    BUY_E,
    (r) => {
      r.steps[1].items[0].data.data = call(honest.erc20, 'transfer', [attacker, eth])
    },
    'TX_SELECTOR',
  ],
  [
    'A-07 Permit2 as spender',
    BUY_E,
    (r) => {
      r.steps[1].items = [honest.approveAmount(usdc, 1n, permit2)]
    },
    'APR_SPENDER',
  ],
  [
    'A-08 wei with an approval',
    BUY_E,
    (r) => {
      r.steps[1].items[0].data.value = toHex(eth)
    },
    'TX_VALUE',
  ],
  [
    'A-09 another currency',
    BUY_E,
    (r) => {
      r.steps[1].items = [honest.approveAmount(weth, eth)]
    },
    'TX_TO',
  ],
  [
    'A-13 an approval after the sale',
    BUY_E,
    (r) => {
      r.steps.push(r.steps.splice(1, 1)[0])
    },
    'FLOW_REORDER',
  ],
  [
    'A-14 an approval twice',
    BUY_E,
    (r) => r.steps[1].items.push(structuredClone(r.steps[1].items[0])),
    'FLOW_BUDGET',
  ],
  [
    'A-15 no approval where one is missing',
    SELL_A,
    (r) => {
      r.steps[0].items = [{ status: 'complete' }]
    },
    'FLOW_FALSE_COMPLETE',
  ],
]

testAttacks(attacks)
