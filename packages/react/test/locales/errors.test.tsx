import { createClient, TradeError, type TradeErrorCode } from '@sluice/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { mayRetry } from '../../src/flows/useRunFlow.ts'
import { SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { en } from '../../src/locales/en.ts'
import { languages } from '../../src/locales/languages.ts'
import { loadMessages } from '../../src/locales/loadMessages.ts'
import type { Messages } from '../../src/locales/messages.ts'
import { ErrorNote } from '../../src/progress/ErrorNote.tsx'

const client = createClient({ chains: [{ id: 1, name: 'Test', baseApiUrl: 'https://provider.example' }] })
const draw = (children: ReactNode, messages: Messages = en) =>
  renderToStaticMarkup(
    <SluiceProvider client={client} messages={messages}>
      {children}
    </SluiceProvider>,
  )
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&quot;', '"')
const codes = Object.keys(en.errors) as TradeErrorCode[]
const states = Object.keys(en.money) as (keyof typeof en.money)[]

describe('what is said when a trade stops', () => {
  test.each(['buy', 'sell'] as const)(
    'orders that are open and cannot be filled are not called sold: %s',
    (action) => {
      for (const unfillable of ['reverts', 'barred', 'own_order'] as const) {
        const error = new TradeError('order_unavailable', 'x', { data: { answer: { unfillable } } })
        const text = plain(draw(<ErrorNote error={error} action={action} />))
        expect(text).toContain(en.gone[unfillable].title)
        expect(text).not.toContain(en.errors.order_unavailable.title)
        expect(text).not.toContain(en.gone.sell.title)
      }
    },
  )

  test.each(languages)(
    'every code has its title, and every state of the money its sentence: %s',
    async (language) => {
      const messages = await loadMessages(language)
      for (const code of codes) {
        const text = plain(draw(<ErrorNote error={new TradeError(code, 'never shown')} />, messages))
        expect(text, code).toContain(messages.errors[code].title)
        expect(text, code).not.toContain('never shown')
      }
      for (const money of states) {
        const error = new TradeError('unexpected', 'x', { money })
        expect(plain(draw(<ErrorNote error={error} />, messages))).toContain(messages.money[money])
      }
    },
  )

  test('of a trade that was started before, it is not said that no money moved: the first start may have', () => {
    const again = plain(draw(<ErrorNote error={new TradeError('busy', 'x', { money: 'untouched' })} />))
    expect(again).toContain(en.moved.unasked)
    expect(again).not.toContain(en.money.untouched)
    const later = plain(draw(<ErrorNote error={new TradeError('busy', 'x', { money: 'spent' })} />))
    expect(later).toContain(en.money.spent)
  })

  test.each(languages)(
    'an offer and an order that are gone are not called sold to others: %s',
    async (language) => {
      const messages = await loadMessages(language)
      const said = (action: 'buy' | 'sell' | 'cancel') =>
        plain(draw(<ErrorNote error={new TradeError('order_unavailable', 'x')} action={action} />, messages))
      expect(said('buy')).toContain(messages.errors.order_unavailable.title)
      for (const action of ['sell', 'cancel'] as const) {
        expect(said(action)).toContain(messages.gone[action].title)
        expect(said(action)).not.toContain(messages.errors.order_unavailable.title)
      }
    },
  )

  test.each(languages)(
    'a token that was sold or moved meanwhile is said to be gone, whatever was to be done with it: %s',
    async (language) => {
      const messages = await loadMessages(language)
      const error = new TradeError('provider_error', 'x', { data: { providerCode: 10 } })
      for (const action of ['sell', 'transfer'] as const) {
        const said = plain(draw(<ErrorNote error={error} action={action} />, messages))
        expect(said).toContain(messages.gone.token.title)
        expect(said).not.toContain(messages.errors.provider_error.title)
      }
    },
  )

  test.each(languages)(
    'a token that is gone when it is to be listed is said to be gone: %s',
    async (language) => {
      const messages = await loadMessages(language)
      const answered = (errors: readonly { message: string }[]) =>
        new TradeError('provider_error', 'x', {
          data: { status: 400, providerCode: 12, answer: { field: 'params.0.token', errors } },
        })
      const said = (error: TradeError) => plain(draw(<ErrorNote error={error} action="list" />, messages))
      const notHeld = { message: 'Maker does not own token' }
      expect(said(answered([notHeld, notHeld]))).toContain(messages.gone.token.title)
      for (const errors of [[], [notHeld, { message: 'Unsupported currency' }]])
        expect(said(answered(errors))).toContain(messages.refused.title)
    },
  )

  test.each(languages)(
    'what is refused for good is not said to be worth another try: %s',
    async (language) => {
      const messages = await loadMessages(language)
      const said = (status: number) =>
        plain(
          draw(<ErrorNote error={new TradeError('provider_error', 'x', { data: { status } })} />, messages),
        )
      for (const status of [400, 401, 404, 422]) {
        expect(said(status), `${status}`).toContain(messages.refused.body)
        expect(said(status), `${status}`).not.toContain(messages.errors.provider_error.body)
      }
      for (const status of [408, 409, 425, 500, 503])
        expect(said(status), `${status}`).toContain(messages.errors.provider_error.body)
    },
  )

  test('an error after which money may be gone is drawn as grave, and read out at once', () => {
    const kind = (money: (typeof states)[number], code: TradeErrorCode = 'unexpected') =>
      /data-kind="(\w+)" role="alert"/.exec(
        draw(<ErrorNote error={new TradeError(code, 'x', { money })} />),
      )?.[1]
    for (const money of ['spent', 'sent', 'unknown'] as const) expect(kind(money), money).toBe('danger')
    for (const money of ['untouched', 'gas_only'] as const) expect(kind(money), money).toBe('warning')
    expect(kind('untouched', 'blocked')).toBe('danger')
  })

  test('a transaction that was sent can be looked at in the explorer; no other address is linked', () => {
    const linked = (explorerUrl: string) =>
      draw(<ErrorNote error={new TradeError('transaction_timeout', 'x', { data: { explorerUrl } })} />)
    expect(linked('https://explorer.example/tx/0x1')).toContain('href="https://explorer.example/tx/0x1"')
    for (const address of ['javascript:alert(1)', 'data:text/html,x', '//explorer.example'])
      expect(linked(address)).not.toContain('href')
  })
})

describe('trying again', () => {
  test.each(codes)(
    'after %s is never offered while the money is on its way or its state is unknown',
    (code) => {
      for (const money of ['sent', 'unknown'] as const)
        expect(mayRetry(new TradeError(code, 'x', { money })), money).toBe(false)
    },
  )

  test('is never offered where a signed order may be live, or a part was done', () => {
    const retry = (data: TradeError['data']) =>
      mayRetry(new TradeError('provider_unreachable', 'x', { money: 'signed', data }))
    expect(retry({})).toBe(true)
    expect(retry({ mayBeLive: [`0x${'01'.repeat(32)}`] })).toBe(false)
    const items = (['done', 'open'] as const).map((state, index) => ({ index, state, units: 1, done: 0 }))
    expect(retry({ progress: { done: 1, total: 2, items } })).toBe(false)
  })

  test('is not offered where the end is open, whatever the money says', () => {
    for (const code of ['transaction_timeout', 'no_transaction_hash', 'effect_missing', 'busy'] as const)
      expect(mayRetry(new TradeError(code, 'x', { money: 'untouched' })), code).toBe(false)
  })

  test('is offered where nothing moved', () => {
    for (const code of [
      'wallet_refused',
      'provider_unreachable',
      'price_mismatch',
      'insufficient_funds',
    ] as const)
      expect(mayRetry(new TradeError(code, 'x', { money: 'untouched' })), code).toBe(true)
  })
})
