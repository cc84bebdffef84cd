import { createClient, TradeError, type TradeErrorCode } from '@sluice/core'
import { verify } from '@sluice/core/guards'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { AnnounceIntent } from '../../../guards/src/model/intent.ts'
import { announcePlan } from '../../../guards/src/orders/announce.ts'
import {
  day,
  eth,
  factsOf,
  nft,
  nowSeconds,
  otherNft,
  policy,
  user,
  weth,
} from '../../../guards/test/support/actors.ts'
import { SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { en } from '../../src/locales/en.ts'
import { languages } from '../../src/locales/languages.ts'
import { loadMessages } from '../../src/locales/loadMessages.ts'
import type { Messages } from '../../src/locales/messages.ts'
import { ErrorNote } from '../../src/progress/ErrorNote.tsx'
import { ReviewCard } from '../../src/review/ReviewCard.tsx'

const paymentTokens = [{ address: weth, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 }]
const chain = { id: 1, name: 'Test', baseApiUrl: 'https://provider.example', blockTime: 12_000 }
const client = createClient({ chains: [{ ...chain, paymentTokens }] })
const terms = { currency: weth, reserve: eth, stepBps: 525n, stepAmount: 0n, endsAt: nowSeconds + 3n * day }

/** The card of a statement as a reader sees it, by the names of its rows. */
function rowsOf(said: AnnounceIntent['terms'], messages: Messages = en) {
  const about = { chainId: 1, account: user, contract: nft, tokenId: 42n, at: nowSeconds }
  const intent: AnnounceIntent = { action: 'announce', ...about, terms: said }
  const plan = announcePlan(intent)
  const verdict = verify(intent, plan, factsOf(), policy, { salts: [1n] })
  const html = renderToStaticMarkup(
    <SluiceProvider client={client} messages={messages}>
      <ReviewCard review={{ action: 'announce', chainId: 1, verdict }} />
    </SluiceProvider>,
  )
  const rows = [...html.matchAll(/<dt>(.*?)<\/dt><dd[^>]*>(.*?)<\/dd>/g)].map(
    ([, name, value]) =>
      [
        name,
        value
          ?.replace(/<[^>]+>/g, '')
          .replace(/\s+/g, ' ')
          .trim(),
      ] as const,
  )
  return Object.fromEntries(rows) as Readonly<Record<string, string>>
}
const text = en.auction

describe('the card of an announced auction', () => {
  test('shows every term that is signed, and that it is not binding', () => {
    const card = rowsOf(terms)
    expect(card[text.announces]).toContain('#42')
    expect(card[text.announces]).toContain(text.binds)
    expect(card[text.currency]).toBe('WETH')
    expect(card[text.reserve]).toBe('1 WETH')
    expect(card[text.step]).toBe('5.25%')
    const year = String(new Date(Number(terms.endsAt) * 1_000).getUTCFullYear())
    expect(card[text.until]).toContain(year)
    const { give, get, until, feesOfTrade } = en.review
    for (const name of [give, get, until]) expect(card).not.toHaveProperty(name)
    expect(card[feesOfTrade]).toBe(en.fields.noFees)
  })

  test.each([
    [{ reserve: 0n }, text.reserve, text.noReserve],
    [{ stepBps: 0n, stepAmount: eth / 4n }, text.step, '0.25 WETH'],
    [{ stepAmount: eth / 4n }, text.step, '5.25% or 0.25 WETH, whichever is more'],
    [{ stepBps: 0n }, text.step, text.noStep],
  ])('says of %o under "%s": %s', (more, name, value) => {
    expect(rowsOf({ ...terms, ...more })[name]).toBe(value)
  })

  test('never shows the symbol of a currency that the chain does not list without its contract', () => {
    const card = rowsOf({ ...terms, currency: otherNft })
    const shown = `? ${otherNft.slice(0, 6)}…${otherNft.slice(-4)}`
    expect(card[text.currency]).toBe(shown)
    expect(card[text.reserve]).toContain(shown)
  })

  test('of a withdrawal says what ends, and that offers stay', () => {
    const card = rowsOf(undefined)
    expect(card[text.withdraws]).toContain('#42')
    expect(card[text.withdraws]).toContain(text.offersStay)
    for (const name of [text.announces, text.reserve, text.until]) expect(card).not.toHaveProperty(name)
  })

  test.each(languages)('has a name for every row: %s', async (language) => {
    const messages = await loadMessages(language)
    const card = rowsOf({ ...terms, stepAmount: 1n }, messages)
    const { announces, currency, reserve, step, until } = messages.auction
    for (const name of [announces, currency, reserve, step, until]) expect(card[name], name).toBeTruthy()
  })
})

test('a signature of an announcement that was not published is not called an order that may be live', () => {
  const note = (action: 'announce' | 'list', code: TradeErrorCode = 'provider_unreachable') =>
    renderToStaticMarkup(
      <SluiceProvider client={client}>
        <ErrorNote error={new TradeError(code, 'x', { money: 'signed' })} action={action} />
      </SluiceProvider>,
    )
  expect(note('announce')).toContain(text.signed)
  expect(note('announce')).not.toContain(en.money.signed)
  expect(note('list')).toContain(en.money.signed)
  expect(note('announce', 'order_refused')).toContain(text.refused.title)
  expect(note('list', 'order_refused')).toContain(en.errors.order_refused.title)
})
