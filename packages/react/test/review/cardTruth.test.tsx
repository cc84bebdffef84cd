import { createClient, type Review, type Verdict } from '@sluice/core'
import { verify } from '@sluice/core/guards'
import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import * as honest from '../../../guards/test/honest/honest.ts'
import { approvedFacts, conduit, eth, weth } from '../../../guards/test/support/actors.ts'
import { SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { en } from '../../src/locales/en.ts'
import { SigningSummary } from '../../src/progress/SigningSummary.tsx'
import { ReviewCard } from '../../src/review/ReviewCard.tsx'

const chain = { id: 1, name: 'Test', baseApiUrl: 'https://provider.example', blockTime: 12_000 }
const paymentTokens = [{ address: weth, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 }]
const client = createClient({ chains: [{ ...chain, paymentTokens }] })

/** The card of a plan as a reader sees it: all of its text, and its rows by their names. */
function cardOf({ intent, response, facts, policy }: honest.Fixture) {
  const verdict = verify(intent, response, facts, policy, { salts: [1n, 2n, 3n] })
  return { verdict, ...drawn(intent.action, verdict) }
}
const drawn = (action: Review['action'], verdict: Verdict) =>
  textsOf(<ReviewCard review={{ action, chainId: 1, verdict }} />)

function textsOf(element: ReactElement) {
  const html = renderToStaticMarkup(<SluiceProvider client={client}>{element}</SluiceProvider>)
  const textOf = (part = '') =>
    part
      .replace(/<(small|li|p|div)[^>]*>/g, ' | ')
      .replace(/<[^>]+>/g, '')
      .replace(/\s+/g, ' ')
      .replaceAll('&#x27;', "'")
      .trim()
  const rows = [...html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
    ([, name, value]) => [name, textOf(value)] as const,
  )
  return { html, text: textOf(html), row: Object.fromEntries(rows) as Record<string, string> }
}
const { review } = en

describe('the fingerprint', () => {
  test('is explained in text that a phone shows, and not as something a wallet shows', () => {
    const { html } = cardOf(honest.BUY_B())
    expect(html).toContain(`<p>${review.digestHint}</p>`)
    expect(review.digestHint).not.toContain('wallet')
  })

  test('of a blocked plan is not shown, nor what no check can guarantee', () => {
    const { verdict, html } = cardOf({ ...honest.BUY_B(), response: { steps: [] } })
    expect(verdict.decision).toBe('block')
    expect(html).not.toContain(verdict.digest.slice(-8))
    expect(html).not.toContain(review.unprovenTitle)
  })
})

describe('an offer', () => {
  test('names what is wrapped at once apart from what is paid later', () => {
    const { row } = cardOf(honest.BID())
    expect(row[review.wraps]).toBe('0.6 ETH into WETH')
    expect(row[review.give]).toBe(`| 1 WETH | ${review.later.bid}`)
    expect(row[review.get]).toMatch(/^\| #9/)
    expect(row[review.get]).not.toContain('WETH')
  })

  test('that needs no wrap has no such row', () => {
    const fixture = honest.BID()
    fixture.response.steps = fixture.response.steps.slice(-1)
    const { row } = cardOf({ ...fixture, facts: approvedFacts({ balances: new Map([[weth, 5n * eth]]) }) })
    expect(row).not.toHaveProperty(review.wraps)
    expect(row[review.give]).toContain('1 WETH')
  })

  test('beyond what is held says by how much, on a card that calls it proven', () => {
    const fixture = honest.BID()
    fixture.response.steps = fixture.response.steps.slice(-1)
    const balances = new Map([[weth, 2n * eth]])
    const openBidTotals = new Map([[`${weth}:${conduit}`, (3n * eth) / 2n]])
    const { verdict, text } = cardOf({ ...fixture, facts: approvedFacts({ openBidTotals, balances }) })
    expect(verdict.decision).toBe('confirm')
    expect(text).toContain('your open offers add up to 2.5 WETH; you have, or have allowed, 2 WETH.')
    expect(text).toContain(review.askBodyProven)
    expect(text).not.toContain(review.askBody)
  })

  test('tells that it can be accepted, and what a cancellation costs, without a word of listings', () => {
    const { row } = cardOf(honest.BID())
    expect(row[review.authority]).toContain(review.fillable)
    expect(row[review.authority]).toContain(review.revocable)
    expect(row[review.authority]).not.toContain('listing')
  })
})

describe('a listing', () => {
  test('that needs an approval has no fees, and its network fee in a row of its own', () => {
    const { row } = cardOf(honest.LIST_A())
    expect(row).toHaveProperty(review.networkFee)
    expect(row[review.authority]).toContain(review.revoke)
    expect(row[review.authority]).toContain(review.fillable)
  })

  test('says once when it moves', () => {
    const { text } = cardOf(honest.LIST())
    expect(text.split(review.later.list)).toHaveLength(2)
  })

  test('of several says it once for all of them', () => {
    const { text, row } = cardOf(honest.LIST_B())
    expect(text.split(review.laterSeveral)).toHaveLength(2)
    expect(text).not.toContain(review.later.list)
    expect(row[review.authority]).toContain(review.fillable)
  })
})

test('an order whose end is beyond any date is shown with its seconds, by the card and while the wallet asks', () => {
  const { verdict } = cardOf(honest.LIST())
  const until = 2n ** 256n - 1n
  const endless: Verdict = { ...verdict, effects: { ...verdict.effects, until } }
  const execution = { action: 'list', chainId: 1, verdict: endless } as const
  const summary = textsOf(<SigningSummary execution={execution} names={undefined} tokens={undefined} />)
  expect(drawn('list', endless).row[review.until]).toBe(String(until))
  expect(summary.row[review.until]).toBe(String(until))
})

test('a card of several listings without fees names each price once, and no sum before fees', () => {
  const { verdict } = cardOf(honest.LIST_B())
  const { get, trades = [] } = verdict.effects
  const free = trades.map((trade) => ({
    ...trade,
    price: { ...trade.price, amount: trade.gross ?? trade.price.amount },
  }))
  const { text, row } = drawn('list', {
    ...verdict,
    effects: { ...verdict.effects, fees: [], get: [{ ...get[0]!, amount: 4n * eth }], trades: free },
  })
  expect(text).toContain('Price 2 ETH')
  expect(text).not.toContain('Brings')
  expect(row).not.toHaveProperty(review.total)
  expect(row[review.get]).toContain(review.together(3))
  expect(text).not.toContain(review.togetherNet(3))
})

describe('a purchase', () => {
  test('of one token brings it, and not at least it', () => {
    const { row } = cardOf(honest.BUY_B())
    expect(row).toHaveProperty(review.get)
    expect(row).not.toHaveProperty(review.getAtLeast)
  })

  test('of several that skips what is gone costs at most that, and says so', () => {
    const fixture = honest.BUY_M()
    const intent = { ...fixture.intent, partial: true } as typeof fixture.intent
    const { row } = cardOf({ ...fixture, intent })
    expect(row[review.giveAtMost]).toContain('3 ETH')
    expect(row[review.get]).toContain(review.fewer.buy)
    expect(cardOf(fixture).row).not.toHaveProperty(review.giveAtMost)
  })

  test('and a mint say that their fees are a part of what is given; a sale does not', () => {
    for (const make of [honest.BUY_B, honest.BUY_MINT])
      expect(cardOf(make()).row[review.fees]).toContain(review.feesIncluded)
    expect(cardOf(honest.SELL_B()).row[review.fees]).not.toContain(review.feesIncluded)
  })
})

test('a sale brings at least its money', () => {
  expect(cardOf(honest.SELL_B()).row).toHaveProperty(review.getAtLeast)
})

test('a transfer names neither fees that there are not nor permissions that it does not add', () => {
  const { row } = cardOf(honest.XFER())
  expect(row[review.feesOfTrade]).toBe(en.fields.noFees)
  expect(row[review.authority]).toBe(review.authorityNone)
  expect(review.authority).toBe('New permissions')
})

describe('a cancellation', () => {
  test('names each order in a sentence, without an arrow', () => {
    const { row, html } = cardOf(honest.CXL())
    expect(row[review.ends]).toMatch(/(Listing of .*#\d+ for [\d.]+ \w+|Offer of [\d.]+ \w+ for .*#\d+)/)
    expect(html).not.toContain('→')
  })

  test('of all orders names the exchange whose orders end, and that others stay open', () => {
    const { row } = cardOf(honest.CXL_ALL())
    expect(row[review.ends]).toContain(
      'Every listing and offer that you signed for Seaport 1.6 on this chain',
    )
    expect(row[review.ends]).toContain(review.othersStay)
  })
})

test('every sentence of what was found ends', () => {
  for (const sentence of [...Object.values(review.asks), ...Object.values(review.findings)])
    expect(sentence).toMatch(/\.$/)
})
