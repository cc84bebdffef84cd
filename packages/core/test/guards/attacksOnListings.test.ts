import { seaportAddress } from '@sluice/seaport'
import * as who from './actors.ts'
import { type Attack, before, feeTo, nftTo, order, permit, sign, testAttacks } from './attack.ts'
import * as honest from './honest.ts'

const { attacker, eth, otherNft, seaport, trap, usdc, weth } = who
const { LIST, LIST_B, LIST_E, LIST_P } = honest

const attacks: readonly Attack[] = [
  // Signatures
  [
    'G-01 a hash to sign as text',
    LIST,
    (r) => {
      sign(r).signatureKind = 'eip191'
      sign(r).message = `0x${'ab'.repeat(32)}`
    },
    'MSG_HASHLIKE',
  ],
  [
    'G-02 32 raw characters',
    LIST,
    (r) => {
      sign(r).signatureKind = 'eip191'
      sign(r).message = 'x'.repeat(32)
    },
    'MSG_HASHLIKE',
  ],
  [
    'G-03 a hash inside a sentence',
    LIST,
    (r) => {
      sign(r).signatureKind = 'eip191'
      sign(r).message = `Sign in: 0x${'ab'.repeat(32)}`
    },
    'MSG_HASHLIKE',
  ],
  [
    'G-04 text that hides its clause',
    LIST,
    (r) => {
      sign(r).signatureKind = 'eip191'
      sign(r).message = `Hello\u202e${'\n'.repeat(2000)}I give all`
    },
    'MSG_CTRL',
  ],
  ['G-05 an ERC-2612 permit', LIST, permit('Permit'), 'TD_UNKNOWN'],
  ['G-07 a Permit2 batch', LIST, permit('PermitBatch'), 'TD_UNKNOWN'],
  ['G-10 a user operation', LIST, permit('PackedUserOperation'), 'TD_UNKNOWN'],
  [
    'G-13 a chain id as text',
    LIST,
    (r) => {
      sign(r).domain.chainId = '1'
    },
    'TD_DOMAIN',
  ],
  [
    'G-13 no chain id',
    LIST,
    (r) => {
      delete sign(r).domain.chainId
    },
    'TD_DOMAIN',
  ],
  [
    'G-14 another verifying contract',
    LIST,
    (r) => {
      sign(r).domain.verifyingContract = trap
    },
    'TD_DOMAIN',
  ],
  [
    'G-15 another Seaport than agreed',
    LIST,
    (r) => Object.assign(sign(r).domain, { version: '1.5', verifyingContract: seaportAddress['1.5'] }),
    'TD_DOMAIN',
  ],
  [
    'G-16 a domain type of its own',
    LIST,
    (r) => {
      sign(r).types.EIP712Domain = [{ name: 'name', type: 'string' }]
    },
    'TD_TYPES',
  ],
  [
    'G-17 a field of another type',
    LIST,
    (r) => {
      sign(r).types.OfferItem[3].type = 'uint8'
    },
    'TD_TYPES',
  ],
  // List
  [
    'L-01 proceeds to the attacker',
    LIST,
    (r) => {
      order(r).consideration[0].recipient = attacker
    },
    'ORD_CONS_RECIPIENT',
  ],
  [
    'L-04 a private sale for nothing',
    LIST,
    (r) => {
      order(r).consideration = [nftTo(attacker)]
    },
    'ORD_PRIVATE',
  ],
  [
    'L-04 and its price',
    LIST,
    (r) => {
      order(r).consideration = [nftTo(attacker)]
    },
    'ORD_PRICE',
  ],
  [
    'L-07 a fee on the side',
    LIST,
    (r) => {
      const [net] = order(r).consideration
      net.startAmount = net.endAmount = `${(875n * eth) / 1000n}`
      order(r).consideration.push(feeTo(attacker, eth / 20n))
    },
    'ORD_FEE',
  ],
  [
    'L-13 the same number of another currency',
    LIST,
    (r) => {
      for (const item of order(r).consideration) Object.assign(item, { itemType: 1, token: usdc })
    },
    'ORD_CONS_CURRENCY',
  ],
  [
    'L-16 a price that falls to nothing',
    LIST,
    (r) => {
      for (const item of order(r).consideration) item.endAmount = '0'
    },
    'ORD_DUTCH',
  ],
  [
    'L-16 from ten years ago',
    LIST,
    (r) => {
      order(r).startTime = 1_444_000_000
    },
    'ORD_TIME',
  ],
  [
    'L-19 all WETH into the bargain',
    LIST,
    (r) =>
      order(r).offer.push({
        itemType: 1,
        token: weth,
        identifierOrCriteria: '0',
        startAmount: `${eth}`,
        endAmount: `${eth}`,
      }),
    'ORD_OFFER_COUNT',
  ],
  [
    'L-22 another token',
    LIST,
    (r) => {
      order(r).offer[0].token = otherNft
    },
    'ORD_OFFER_ITEM',
  ],
  [
    'L-25 more units for the price',
    LIST_E,
    (r) => {
      order(r).offer[0].startAmount = order(r).offer[0].endAmount = '1000'
    },
    'ORD_OFFER_AMOUNT',
  ],
  [
    'L-28 another account',
    LIST,
    (r) => {
      order(r).offerer = trap
    },
    'ORD_OFFERER',
  ],
  ['L-31 a zone', LIST, (r) => Object.assign(order(r), { orderType: 2, zone: trap }), 'ORD_ZONE'],
  ['L-31 and its type', LIST, (r) => Object.assign(order(r), { orderType: 2, zone: trap }), 'ORD_TYPE'],
  [
    'L-34 a zone hash',
    LIST,
    (r) => {
      order(r).zoneHash = `0x${'01'.repeat(32)}`
    },
    'ORD_ZONEHASH',
  ],
  [
    'L-36 an end in ten years',
    LIST,
    (r) => {
      order(r).endTime += 315_360_000
    },
    'ORD_TIME',
  ],
  [
    'L-37 a start in a year',
    LIST,
    (r) => {
      order(r).startTime += 31_536_000
    },
    'ORD_TIME',
  ],
  [
    'L-39 the attacker’s conduit',
    LIST,
    (r) => {
      order(r).conduitKey = who.attackerKey
    },
    'ORD_CONDUIT',
  ],
  [
    'L-40 a counter to come',
    LIST,
    (r) => {
      order(r).counter = '8'
    },
    'ORD_COUNTER',
  ],
  [
    'L-43 a leaf nobody sees',
    LIST_B,
    (r) => {
      const evil = structuredClone(order(r).tree[0][0])
      evil.consideration[0].startAmount = evil.consideration[0].endAmount = '1'
      order(r).tree[1][1] = evil
    },
    'ORD_BULK',
  ],
  [
    'L-43 a higher tree',
    LIST_B,
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
    LIST_B,
    (r) => {
      order(r).tree[1][0] = structuredClone(order(r).tree[0][0])
    },
    'ORD_BULK',
  ],
  [
    'L-46 many orders for a contract account',
    () => ({ ...LIST_B(), facts: who.approvedFacts({ accountCode: 'contract' }) }),
    () => {},
    'ORD_BULK',
  ],
  [
    'L-49 a wei here and there',
    LIST,
    (r) => {
      const [net, royalty] = order(r).consideration
      net.startAmount = net.endAmount = `${BigInt(net.startAmount) - 1n}`
      royalty.startAmount = royalty.endAmount = `${BigInt(royalty.startAmount) + 1n}`
    },
    'ORD_FEE',
  ],
  [
    'L-50 another taker',
    LIST_P,
    (r) => {
      order(r).consideration.at(-1).recipient = attacker
    },
    'ORD_PRIVATE',
  ],
  [
    'L-50 a token of choice',
    LIST,
    (r) => Object.assign(order(r).offer[0], { itemType: 4, identifierOrCriteria: '0' }),
    'ORD_CRITERIA',
  ],
  [
    'L-51 Seaport’s validate instead',
    LIST,
    (r) => before(r, 'transaction', honest.incomplete(honest.transaction(seaport, '0x88147732'))),
    'TX_SELECTOR',
  ],
]

testAttacks(attacks)
