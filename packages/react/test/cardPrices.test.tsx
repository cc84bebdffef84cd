import { createClient } from '@sluice/core'
import { verify } from '@sluice/core/guards'
import { matchAsks } from '@sluice/seaport'
import { renderToStaticMarkup } from 'react-dom/server'
import { zeroAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { editions, eth, user } from '../../guards/test/actors.ts'
import * as honest from '../../guards/test/honest.ts'
import { SluiceProvider } from '../src/kit/SluiceProvider.tsx'
import { ReviewCard } from '../src/review/ReviewCard.tsx'

const client = createClient({
  chains: [{ id: 1, name: 'Test', baseApiUrl: 'https://provider.example', blockTime: 12_000 }],
})
/** The card as a reader sees it, one row a line. */
function rowsOf({ intent, response, facts, policy }: honest.Fixture) {
  const verdict = verify(intent, response, facts, policy, { salts: [1n, 2n, 3n] })
  const html = renderToStaticMarkup(
    <SluiceProvider client={client}>
      <ReviewCard review={{ action: intent.action, chainId: 1, verdict }} />
    </SluiceProvider>,
  )
  const text = (part: string) => part.replace(/<small[^>]*>/g, ' | ').replace(/<[^>]+>/g, ' ')
  const rows = html.split('<div class="sluice-row">').map((row) => text(row).replace(/\s+/g, ' ').trim())
  return { html, row: (name: string) => rows.find((one) => one.startsWith(name)) ?? '' }
}
const count = (text: string, part: string) => text.split(part).length - 1

describe('a card of several orders', () => {
  test('default: says what each token of a purchase costs, and that the money is for all of them', () => {
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
