import { buildListing } from '@sluice/seaport'
import * as honest from '../honest/honest.ts'
import {
  approvedFacts,
  artist,
  conduitKey,
  counter,
  marketplace,
  native,
  nft,
  nowSeconds,
  receiver,
  user,
} from '../support/actors.ts'
import type { Variant } from './Variant.ts'

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

/** Orders at other prices, with other shares, and several at once. */
export const orders: readonly Variant[] = [
  ['a price that 10,000 does not divide', priced(1_234_567_890_123_456_789n)],
  ['a price of 12,345 wei', priced(12_345n)],
  [
    'royalties to several',
    () => {
      const facts = approvedFacts({
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
        const facts = approvedFacts({
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
      const facts = approvedFacts({ royalties: new Map([[`${nft}:1`, { recipient: user, bps: 500 }]]) })
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
]
