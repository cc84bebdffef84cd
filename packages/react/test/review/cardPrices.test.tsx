import { createClient, reviewCard } from '@sluice/core'
import { verify } from '@sluice/core/guards'
import { matchAsks } from '@sluice/seaport'
import { renderToStaticMarkup } from 'react-dom/server'
import { zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import * as honest from '../../../guards/test/honest/honest.ts'
import { editions, eth, user } from '../../../guards/test/support/actors.ts'
import type { TradedTokens } from '../../src/flows/useTradedTokens.ts'
import { SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { ReviewCard } from '../../src/review/ReviewCard.tsx'

const client = createClient({
  chains: [{ id: 1, name: 'Test', baseApiUrl: 'https://provider.example', blockTime: 12_000 }],
})
/** The card as a reader sees it, one row a line. */
function rowsOf({ intent, response, facts, policy }: honest.Fixture, tokens?: TradedTokens) {
  const verdict = verify(intent, response, facts, policy, { salts: [1n, 2n, 3n] })
  const html = renderToStaticMarkup(
    <SluiceProvider client={client}>
      <ReviewCard review={{ action: intent.action, chainId: 1, verdict }} tokens={tokens} />
    </SluiceProvider>,
  )
  const text = (part: string) => part.replace(/<small[^>]*>/g, ' | ').replace(/<[^>]+>/g, ' ')
  const rows = html.split('<div class="sluice-row">').map((row) => text(row).replace(/\s+/g, ' ').trim())
  return { html, row: (name: string) => rows.find((one) => one.startsWith(name)) ?? '' }
}
const count = (text: string, part: string) => text.split(part).length - 1

describe('a card of several orders', () => {
  test('says what each token of a purchase costs, and that the money is for all of them', () => {
    const { row } = rowsOf(honest.BUY_M())
    expect(count(row('You get'), 'Costs 1 ETH')).toBe(3)
    expect(row('You give')).toMatch(/^You give 3 ETH \| Total for 3 tokens$/)
  })

  test('adds the fee on top to the token that carries it, and counts units', () => {
    const { row } = rowsOf(honest.BUY_N())
    expect(row('You get')).toContain('Costs 1.01 ETH')
    expect(row('You get')).toContain('Costs 1 ETH')
    expect(row('You get')).toContain('Costs 3 ETH')
    expect(row('You give')).toContain('Total for 5 tokens')
  })

  test('says what each listing brings after fees, and not their sum alone', () => {
    const { row } = rowsOf(honest.LIST_B())
    const each = count(row('You give'), 'Brings')
    expect(each).toBeGreaterThan(1)
    expect(row('You get')).toContain(`Total for ${each} tokens`)
    expect(row('You get')).not.toContain('Brings')
  })

  test('names a token once that several orders bring, with the price of each', () => {
    const print = (salt: bigint, gross: bigint) =>
      honest.fillOf(honest.ask(7n, { token: editions, kind: 'erc1155', salt, quantity: 2n, gross }))
    const intent = honest.buyIntent({
      items: [{ target: { kind: 'token', contract: editions, tokenId: 7n }, quantity: 4n }],
      limits: new Map([[zeroAddress, 7n * eth]]),
    })
    const call = matchAsks([print(1n, 2n * eth), print(2n, 5n * eth)], {
      ...honest.fillOptions,
      account: user,
    })
    const { row } = rowsOf(honest.buy('units', intent, [honest.sale(call)]))
    expect(row('You get')).toMatch(/4 × #7 .*2 × · Costs 2 ETH .*2 × · Costs 5 ETH$/)
    expect(count(row('You get'), '#7')).toBe(1)
    expect(row('You give')).toContain('Total for 4 tokens')
    expect(count(row('Fees'), 'Marketplace')).toBe(1)
  })

  test('of one order says the price once', () => {
    for (const make of [honest.BUY_B, honest.LIST, honest.SELL_B, honest.BID])
      expect(rowsOf(make()).html).not.toMatch(/Costs|Brings|Total for/)
  })
})

describe('a card of several listings', () => {
  const rows = () => rowsOf(honest.LIST_B())

  test('names the price of each token before fees, what it brings, and the sums of both', () => {
    const { row } = rows()
    const listings = count(row('You give'), 'Price ')
    expect(listings).toBe(count(row('You give'), 'Brings '))
    expect(row('Total price')).toContain('ETH')
    expect(row('You get')).toContain(`Total for ${listings} tokens, after fees`)
  })

  test('the sum of the prices is what arrives and the fees together', () => {
    const { intent, response, facts, policy } = honest.LIST_B()
    const verdict = verify(intent, response, facts, policy, { salts: [1n, 2n, 3n] })
    const { trades, get, fees } = reviewCard('list', verdict)
    const sum = (amounts: readonly (bigint | undefined)[]) =>
      amounts.reduce<bigint>((all, amount) => all + (amount ?? 0n), 0n)
    expect(sum(trades.map(({ gross }) => gross))).toBe(sum([...get, ...fees].map(({ amount }) => amount)))
  })
})

describe('a card of a listing whose price falls', () => {
  const falling = (tokenId: bigint) => honest.listingTerms(tokenId, { gross: 2n * eth, endGross: eth })

  test('says from what to what it falls and until when, and what the seller gets at least', () => {
    const { row } = rowsOf(honest.LIST_D())
    expect(row('Price')).toMatch(/^Price Falls from 2 ETH to 1 ETH by \w+ \d+, \d{4}/)
    expect(row('You get')).toMatch(/^You get \(at least\) 0\.\d+ ETH/)
  })

  test('beside others says it of each that falls, and no total price', () => {
    const { row } = rowsOf(honest.list('LIST_BD', [falling(1n), honest.listingTerms(2n)]))
    expect(row('You give')).toMatch(
      /Falls from 2 ETH to 1 ETH by [^|]* \| Brings 0\.\d+ ETH.*Price 1 ETH \| Brings/,
    )
    expect(row('Total price')).toBe('')
  })

  test('of a fixed price says nothing of falling', () => {
    expect(rowsOf(honest.LIST()).html).not.toContain('Falls')
  })
})

describe('a card with what the marketplace says of its tokens', () => {
  const fixture = honest.LIST_B()
  const tokens = (currency: 'ETH' | 'USDC') =>
    new Map(
      fixture.intent.action !== 'list'
        ? []
        : fixture.intent.listings.map(({ contract, tokenId }) => [
            `${contract}:${tokenId}`,
            {
              token: {
                token: { contract, tokenId: String(tokenId), image: 'https://pictures.example/1.png' },
              },
              floor: { amount: 2n * eth, currency: zeroAddress, symbol: currency, decimals: 18 },
              lastSale: undefined,
            },
          ]),
    )

  test('shows a picture and the floor in the row of each token', () => {
    const { html } = rowsOf(fixture, tokens('ETH'))
    const listings = fixture.intent.action === 'list' ? fixture.intent.listings.length : 0
    expect(count(html, 'https://pictures.example/1.png')).toBe(listings)
    expect(count(html, 'Floor price 2\u00a0ETH')).toBe(listings)
    expect(html).not.toContain('Last sale')
  })
})

test('a card of a listing for one account names it as the only buyer, and nobody else', () => {
  const { html, row } = rowsOf(honest.LIST_P())
  expect(row('Sell to one account only')).not.toBe('')
  expect(html).toContain('Only the buyer named above can fill your signed listing')
  expect(html).not.toContain('anyone')
})

test.each([
  ['one', honest.CXL],
  ['every order', honest.CXL_ALL],
  ['one by signature', honest.CXL_O],
])('a card of a cancellation of %s names what ends, and says nothing of give and get', (_name, make) => {
  const { row } = rowsOf(make())
  expect(row('Cancels')).not.toBe('')
  expect(row('You give')).toBe('')
  expect(row('You get')).toBe('')
})

test('a card with a transaction has a row for the network fee, and one without has none', () => {
  expect(rowsOf(honest.BUY_B()).row('Network fee')).not.toBe('')
  expect(rowsOf(honest.CXL_O()).row('Network fee')).toBe('')
})
