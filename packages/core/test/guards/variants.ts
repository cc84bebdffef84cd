import {
  buildListing,
  fulfilAdvanced,
  fulfilAvailable,
  fulfilBasic,
  matchBids,
  orderHash,
  seaportAbi,
  seaportAddress,
} from '@sluice/seaport'
import { type Address, encodeFunctionData, getAddress, toHex } from 'viem'
import * as who from './actors.ts'
import * as honest from './honest.ts'

export type Variant = readonly [name: string, make: () => honest.Fixture]
const {
  artist,
  conduitKey,
  counter,
  day,
  editions,
  eth,
  marketplace,
  native,
  nft,
  nowSeconds,
  receiver,
  seaport,
  user,
  weth,
} = who

const change = (make: () => honest.Fixture, edit: (response: honest.Fixture['response']) => void) => () => {
  const fixture = make()
  edit(fixture.response)
  return fixture
}
const last = (response: honest.Fixture['response']) => response.steps.at(-1).items[0]
const sale = (call: { to: Address; data: `0x${string}`; value: bigint }) =>
  honest.step('sale', 'transaction', [honest.incomplete(honest.transaction(call.to, call.data, call.value))])

/** Writes every address of an answer in another case; hashes, keys and call data stay. */
const recase = (value: unknown, write: (address: Address) => string): unknown => {
  if (typeof value === 'string') return /^0x[0-9a-f]{40}$/.test(value) ? write(value as Address) : value
  if (Array.isArray(value)) return value.map((each) => recase(each, write))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, recase(each, write)]))
}
const recased = (make: () => honest.Fixture, write: (address: Address) => string) => () => {
  const fixture = make()
  return { ...fixture, response: recase(fixture.response, write) }
}

/** A listing whose fees the provider wrote in another way. */
const fees = (edit: (items: Record<string, string>[]) => void) =>
  change(honest.LIST, (r) => edit(last(r).data.sign.value.consideration))
const many = (count: number) =>
  honest.list(
    `${count} listings`,
    Array.from({ length: count }, (_, index) =>
      honest.listingTerms(BigInt(index + 1), { royalties: { mode: 'none' } }),
    ),
  )

/** Listings without royalties, however many. */
const bulk = (count: number) => () => {
  const fixture = many(count)
  if (fixture.intent.action !== 'list') throw new Error('A list.')
  const orders = fixture.intent.listings.map((terms) =>
    buildListing({
      maker: user,
      gross: terms.gross,
      currency: native,
      quantity: 1n,
      fees: terms.fees,
      startTime: nowSeconds - 60n,
      endTime: terms.endTime,
      salt: terms.tokenId,
      conduitKey,
      counter,
      token: nft,
      tokenId: terms.tokenId,
      kind: 'erc721',
    }),
  )
  fixture.response.steps[1].items = [
    orders.length === 1 ? honest.signOrder(orders[0]!) : honest.signBulk(orders),
  ]
  return fixture
}
const priced = (gross: bigint) => () => honest.list(`price ${gross}`, [honest.listingTerms(1n, { gross })])
const { fillOf, fillOptions, ask, offer } = honest
const bought =
  (name: string, data: { to: Address; data: `0x${string}`; value: bigint }, intent = honest.buyIntent()) =>
  () =>
    honest.buy(name, intent, [sale(data)])

const basicOf = (name: 'fulfillBasicOrder', call: { to: Address; data: `0x${string}`; value: bigint }) => ({
  ...call,
  data: `0xfb0f3ee1${call.data.slice(10)}` as const,
  name,
})
const parameters = () => {
  const { counter: _, ...rest } = ask()
  return {
    ...rest,
    offer: [...rest.offer],
    consideration: [...rest.consideration],
    totalOriginalConsiderationItems: 3n,
  }
}
const plainOrder = () => ({
  to: seaport,
  data: encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillOrder',
    args: [{ parameters: parameters(), signature: who.signature }, conduitKey],
  }),
  value: eth,
})
const at = (orderIndex: bigint, itemIndex: bigint) => [{ orderIndex, itemIndex }]
const plainAvailable = () => ({
  to: seaport,
  data: encodeFunctionData({
    abi: seaportAbi,
    functionName: 'fulfillAvailableOrders',
    args: [
      [{ parameters: parameters(), signature: who.signature }],
      [at(0n, 0n)],
      [at(0n, 0n), at(0n, 1n), at(0n, 2n)],
      conduitKey,
      1n,
    ],
  }),
  value: eth,
})

/** Honest answers in every other way that they may be written. */
export const variants: readonly Variant[] = [
  ...[honest.LIST_A, honest.BID, honest.BUY_E, honest.SELL_A, honest.XFER, honest.CXL_O].flatMap(
    (make): readonly Variant[] => [
      [`${make.name} in upper case`, recased(make, (address) => `0x${address.slice(2).toUpperCase()}`)],
      [`${make.name} with checksums`, recased(make, (address) => getAddress(address))],
    ],
  ),
  [
    'a start time as text',
    change(honest.LIST, (r) => {
      last(r).data.sign.value.startTime = `${last(r).data.sign.value.startTime}`
    }),
  ],
  [
    'a start five minutes off',
    change(honest.LIST, (r) => {
      last(r).data.sign.value.startTime += 300
    }),
  ],
  [
    'a start five minutes early',
    change(honest.LIST, (r) => {
      last(r).data.sign.value.startTime -= 300
    }),
  ],
  [
    'unknown keys everywhere',
    change(honest.BUY_A, (r) => {
      Object.assign(last(r), { tip: 'x', gasEstimate: 1, orderIds: [], check: {}, kind: 'y' })
      r.more = 1
    }),
  ],
  [
    'gas as the provider likes it',
    change(honest.BUY_A, (r) =>
      Object.assign(last(r).data, { gas: '0x1', maxFeePerGas: '1', maxPriorityFeePerGas: '0x1' }),
    ),
  ],
  [
    'no value',
    change(honest.BUY_E, (r) => {
      delete last(r).data.value
    }),
  ],
  [
    'value 0x0',
    change(honest.BUY_E, (r) => {
      last(r).data.value = '0x0'
    }),
  ],
  [
    'value 0x00',
    change(honest.BUY_E, (r) => {
      last(r).data.value = '0x00'
    }),
  ],
  [
    'a decimal value',
    change(honest.BUY_A, (r) => {
      last(r).data.value = `${eth}`
    }),
  ],
  [
    'no sender',
    change(honest.BUY_A, (r) => {
      delete last(r).data.from
    }),
  ],
  [
    'an attribution suffix',
    change(honest.BUY_A, (r) => {
      last(r).data.data += '1d4da48bdeadbeef'
    }),
  ],
  [
    'an attribution suffix of four bytes',
    change(honest.BUY_B, (r) => {
      last(r).data.data += '1d4da48b'
    }),
  ],
  ['an approval that is there already', () => ({ ...honest.LIST_A(), facts: who.approvedFacts() })],
  ['an allowance that is there already', () => ({ ...honest.BUY_E(), facts: who.approvedFacts() })],
  ['empty steps', change(honest.LIST, (r) => r.steps.unshift(honest.step('auth', 'signature', [])))],
  ['fees in another order', fees((items) => items.reverse())],
  ['fees in another order, net first', fees((items) => items.push(items.splice(1, 1)[0]!))],
  [
    'a net split in two',
    fees((items) => {
      const [net] = items
      const half = `${BigInt(net!.startAmount!) / 2n}`
      Object.assign(net!, { startAmount: half, endAmount: half })
      items.push({ ...net! })
    }),
  ],
  [
    'a domain type of the standard',
    change(honest.LIST, (r) => {
      last(r).data.sign.types.EIP712Domain = [
        ['name', 'string'],
        ['version', 'string'],
        ['chainId', 'uint256'],
        ['verifyingContract', 'address'],
      ].map(([name, type]) => ({ name, type }))
    }),
  ],
  [
    'extra keys in the order',
    change(honest.LIST, (r) =>
      Object.assign(last(r).data.sign.value, { kind: 'single-token', signature: '0x' }),
    ),
  ],
  [
    'posted to v4',
    change(honest.LIST, (r) => {
      last(r).data.post.endpoint = '/order/v4'
    }),
  ],
  ['a price that 10,000 does not divide', priced(1_234_567_890_123_456_789n)],
  ['a price of 12,345 wei', priced(12_345n)],
  [
    'royalties to several',
    () => {
      const facts = who.approvedFacts({
        royalties: new Map([
          [
            `${nft}:1`,
            [
              { recipient: artist, bps: 300 },
              { recipient: receiver, bps: 200 },
            ],
          ],
        ]),
      })
      const fixture = honest.list('several', [honest.listingTerms(1n)], { facts })
      const shares = [
        { recipient: artist, bps: 300 },
        { recipient: receiver, bps: 200 },
        { recipient: marketplace, bps: 250 },
      ]
      fixture.response.steps[1].items = [
        honest.signOrder(honest.providerListing(honest.listingTerms(1n), { fees: shares })),
      ]
      return fixture
    },
  ],
  ...['merged', 'apart'].map(
    (how): Variant => [
      `royalty and fee to one, ${how}`,
      () => {
        const facts = who.approvedFacts({
          royalties: new Map([[`${nft}:1`, { recipient: marketplace, bps: 500 }]]),
        })
        const fixture = honest.list('one', [honest.listingTerms(1n, { gross: 1_234_567_891n })], { facts })
        const shares =
          how === 'merged'
            ? [{ recipient: marketplace, bps: 750 }]
            : [
                { recipient: marketplace, bps: 250 },
                { recipient: marketplace, bps: 500 },
              ]
        fixture.response.steps[1].items = [
          honest.signOrder(
            honest.providerListing(honest.listingTerms(1n, { gross: 1_234_567_891n }), { fees: shares }),
          ),
        ]
        return fixture
      },
    ],
  ),
  [
    'a royalty of the seller’s own',
    () => {
      const facts = who.approvedFacts({ royalties: new Map([[`${nft}:1`, { recipient: user, bps: 500 }]]) })
      const fixture = honest.list('own', [honest.listingTerms(1n)], { facts })
      fixture.response.steps[1].items = [
        honest.signOrder(
          honest.providerListing(honest.listingTerms(1n), { fees: [{ recipient: marketplace, bps: 250 }] }),
        ),
      ]
      return fixture
    },
  ],
  ...[1, 2, 3, 5, 33].map((count): Variant => [`${count} listings at once`, bulk(count)]),
  [
    'a list of one token',
    () => {
      const fixture = honest.BID_T()
      if (fixture.intent.action !== 'bid') throw new Error('A bid.')
      const terms = honest.bidTerms({ kind: 'list', contract: nft, tokenIds: [9n] })
      fixture.response.steps.at(-1).items = [
        honest.signOrder(honest.providerBid(terms, [{ recipient: artist, bps: 500 }])),
      ]
      return { ...fixture, intent: { ...fixture.intent, bids: [terms] } }
    },
  ],
  [
    'the older basic function',
    bought('older', basicOf('fulfillBasicOrder', fulfilBasic(fillOf(ask()), fillOptions))),
  ],
  ['the plain function', bought('plain', plainOrder())],
  ['the plain sweep', bought('plain sweep', plainAvailable())],
  ['a sweep of one', bought('sweep of one', fulfilAvailable([fillOf(ask())], fillOptions))],
  [
    'Seaport as one’s own conduit',
    bought('direct', fulfilAdvanced(fillOf(ask()), { ...fillOptions, conduitKey: `0x${'0'.repeat(64)}` })),
  ],
  [
    'Seaport 1.5',
    bought('1.5', fulfilAdvanced(fillOf(ask()), { ...fillOptions, seaport: seaportAddress['1.5'] })),
  ],
  [
    'the buyer named as recipient',
    bought('recipient', fulfilAdvanced(fillOf(ask()), { ...fillOptions, recipient: user })),
  ],
  [
    'another recipient, as agreed',
    bought(
      'gift',
      fulfilAdvanced(fillOf(ask()), { ...fillOptions, recipient: receiver }),
      honest.buyIntent({ recipient: receiver }),
    ),
  ],
  [
    'five payments',
    bought(
      'five',
      fulfilAdvanced(
        fillOf(
          ask(50n, {
            fees: [1, 2, 3, 4].map((n) => ({ recipient: `0x${`0${n}`.repeat(20)}` as Address, bps: 100 })),
          }),
        ),
        fillOptions,
      ),
    ),
  ],
  [
    'an order of OpenSea’s zone',
    () => {
      const zoned = ask(50n, { zone: '0x000056f7000000ece9003ca63978907a00ffd100' })
      return honest.buy('zone', honest.buyIntent(), [
        sale(fulfilAdvanced(fillOf(zoned, { extraData: '0x00ff' }), fillOptions)),
      ])
    },
  ],
  [
    'a price that falls',
    () => {
      const falling = ask(50n, { gross: 2n * eth, endGross: eth / 2n })
      const call = fulfilAdvanced(fillOf(falling), fillOptions)
      return honest.buy('falling', honest.buyIntent({ limits: new Map([[native, call.value]]) }), [
        sale(call),
      ])
    },
  ],
  [
    'any token of a collection',
    bought(
      'collection',
      fulfilBasic(fillOf(ask()), fillOptions),
      honest.buyIntent({ items: [{ target: { kind: 'collection', contract: nft }, quantity: 1n }] }),
    ),
  ],
  [
    'units from two makers',
    () => {
      const two = [1n, 2n].map((salt) =>
        fillOf(ask(7n, { token: editions, kind: 'erc1155', salt, quantity: 2n, gross: 2n * eth })),
      )
      const intent = honest.buyIntent({
        items: [{ target: { kind: 'token', contract: editions, tokenId: 7n }, quantity: 4n }],
        limits: new Map([[native, 4n * eth]]),
      })
      return honest.buy('two makers', intent, [sale(fulfilAvailable(two, fillOptions))])
    },
  ],
  [
    'an offer named by its id',
    () => {
      const components = offer({ tokenId: 3n })
      const intent = honest.sellIntent({
        items: [{ contract: nft, tokenId: 3n, quantity: 1n, orderId: orderHash(components) }],
      })
      return { ...honest.SELL_B(), intent }
    },
  ],
  [
    'two offers in one match',
    () => {
      const intent = honest.sellIntent({
        items: [3n, 4n].map((tokenId) => ({ contract: nft, tokenId, quantity: 1n, orderId: undefined })),
        minimums: new Map([[weth, (1850n * eth) / 100n]]),
      })
      const fills = [3n, 4n].map((tokenId) =>
        fillOf(offer({ root: 0n }, { salt: tokenId }), { tokenId, proof: [] }),
      )
      return honest.sell(
        'two offers',
        [
          honest.step('nft-approval', 'transaction', [honest.approveOperator(nft)]),
          sale(matchBids(fills, { ...fillOptions, account: user })),
        ],
        intent,
      )
    },
  ],
  [
    'USDT’s reset before an allowance',
    () => {
      const fixture = honest.BUY_E()
      fixture.response.steps[1].items.unshift(honest.approveAmount(who.usdc, 0n))
      const allowances = new Map(fixture.facts.allowances).set(`${who.usdc}:${who.conduit}`, 5n)
      return { ...fixture, facts: { ...fixture.facts, allowances } }
    },
  ],
  [
    'enough WETH already',
    () => {
      const fixture = honest.BID()
      fixture.response.steps[0].items = []
      return { ...fixture, facts: who.factsOf({ balances: new Map([[weth, 5n * eth]]) }) }
    },
  ],
  [
    'a contract account with one order',
    () => ({ ...honest.LIST(), facts: who.approvedFacts({ accountCode: 'contract' }) }),
  ],
  [
    'a known delegate',
    () => ({
      ...honest.BUY_A(),
      facts: who.factsOf({ accountCode: { delegate: '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b' } }),
    }),
  ],
  [
    'orders that have ended, cancelled',
    () => ({ ...honest.CXL(), facts: who.factsOf({ now: Number(nowSeconds + 300n * day) * 1000 }) }),
  ],
  [
    'cancelling what is partly cancelled',
    () => {
      const fixture = honest.CXL()
      const [, second] = honest.cancelIntent().orderIds
      fixture.response.steps[0].items[0].data.data = encodeFunctionData({
        abi: seaportAbi,
        functionName: 'cancel',
        args: [
          honest
            .ownOrders()
            .slice(0, 1)
            .map((order) => ({ ...order, offer: [...order.offer], consideration: [...order.consideration] })),
        ],
      })
      return {
        ...fixture,
        facts: who.factsOf({ orderStatus: new Map([[second!, { cancelled: true, filled: 0n, size: 0n }]]) }),
      }
    },
  ],
  [
    'a fee on top that three units do not divide by',
    () => {
      const fixture = honest.BUY_1155()
      const paid = { recipient: who.marketplace, amount: 999n }
      return honest.buy(
        'fee',
        {
          ...(fixture.intent as ReturnType<typeof honest.buyIntent>),
          feesOnTop: [{ ...paid, amount: 1_000n }],
          limits: new Map([[who.native, 3n * eth + 1_000n]]),
        },
        [
          honest.sale(
            fulfilAdvanced(
              fillOf(ask(7n, { token: editions, kind: 'erc1155', quantity: 10n, gross: 10n * eth }), {
                units: 3n,
                tips: [paid],
              }),
              honest.fillOptions,
            ),
          ),
        ],
      )
    },
  ],
  [
    'twenty tokens at once',
    () => {
      const items = Array.from({ length: 20 }, (_, index) => ({
        contract: editions,
        tokenId: BigInt(index),
        quantity: 2n,
      }))
      const data = encodeFunctionData({
        abi: honest.erc1155,
        functionName: 'safeBatchTransferFrom',
        args: [user, receiver, items.map((item) => item.tokenId), items.map((item) => item.quantity), '0x'],
      })
      return {
        ...honest.XFER(),
        intent: honest.transferIntent(...items),
        response: {
          steps: [
            honest.step('transfer', 'transaction', [
              honest.incomplete({ ...honest.transaction(editions, data), value: toHex(0n) }),
            ]),
          ],
        },
      }
    },
  ],
]
