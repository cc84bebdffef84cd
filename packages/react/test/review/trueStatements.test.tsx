import { createClient, type Execution, TradeError, type Verdict } from '@sluice/core'
import { verify } from '@sluice/core/guards'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import * as honest from '../../../guards/test/honest/honest.ts'
import type { RunningFlow } from '../../src/flows/flow.ts'
import { SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { en } from '../../src/locales/en.ts'
import type { ChangeView } from '../../src/progress/changeView.ts'
import { ErrorNote } from '../../src/progress/ErrorNote.tsx'
import { lostTokens } from '../../src/progress/lostTokens.ts'
import { RunView } from '../../src/progress/RunView.tsx'
import type { TokenNames } from '../../src/values/names.ts'

const client = createClient({ chains: [{ id: 1, name: 'Test', baseApiUrl: 'https://provider.example' }] })
const said = (children: ReactNode) =>
  renderToStaticMarkup(<SluiceProvider client={client}>{children}</SluiceProvider>)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll(/\s+/g, ' ')

const hash = (digit: string) => `0x${digit.repeat(64)}` as const
const verdictOf = ({ intent, response, facts, policy }: honest.Fixture): Verdict =>
  verify(intent, response, facts, policy, { salts: [1n, 2n, 3n] })

/** A step as a run shows it; the parts that the view does not read are left out. */
const step = (more: object = {}) => ({
  id: 'one',
  kind: 'transaction',
  items: [
    {
      status: 'incomplete',
      phase: 'prompted',
      money: 'untouched',
      purpose: 'cancel',
      hashes: [],
      orderIds: [],
      orderIndexes: [],
      ...more,
    },
  ],
})
const execution = (more: object = {}) =>
  ({
    id: 'run',
    action: 'cancel',
    chainId: 1,
    status: 'running',
    agreed: [{ slot: `cancel:${hash('1')}`, units: 1, optional: false }],
    past: [],
    path: [],
    problems: [],
    steps: [step()],
    money: 'untouched',
    startedAt: 1,
    ...more,
  }) as unknown as Execution

type Shown = {
  readonly open?: 'listing' | 'offer'
  readonly change?: ChangeView
  readonly names?: TokenNames
}
const view = (flow: RunningFlow, more: Shown = {}) =>
  said(
    <RunView
      flow={flow}
      complete={en.edit.complete}
      names={more.names ?? new Map()}
      stillOpen={more.open}
      change={more.change}
      onLeave={() => {}}
    />,
  )
const running = (run: Execution): RunningFlow => ({ status: 'running', execution: run, stop: () => {} })
const failed = (error: TradeError, run = execution({ status: 'failed' })): RunningFlow => ({
  status: 'failed',
  execution: run,
  error,
  retry: () => {},
  reset: () => {},
})
const complete = (run: Execution): RunningFlow => ({ status: 'complete', execution: run, reset: () => {} })

/** A cancellation that was mined for a fee of 0.001 ETH. */
const canceled = execution({
  status: 'complete',
  steps: [
    step({
      status: 'complete',
      phase: 'complete',
      money: 'spent',
      txHash: hash('a'),
      hashes: [hash('a')],
      receipt: { hash: hash('a'), status: 'success', blockNumber: 1n, gasCost: 10n ** 15n },
    }),
  ],
})
const signing = (more: object = {}) =>
  execution({
    action: 'list',
    agreed: [{ slot: 'order:0', units: 1, optional: false }],
    steps: [step({ purpose: 'sign-listing', ...more })],
  })
const second: ChangeView = {
  before: canceled,
  followedBy: undefined,
  about: en.edit.canceled.listing,
  stopped: en.edit.stopped.listing,
}

describe('a change of two runs', () => {
  test('names both steps and both prices while the first of them runs', () => {
    const about = en.edit.plan.listing('0.5 ETH', '0.7 ETH')
    const text = view(running(execution()), {
      change: { before: undefined, followedBy: 'sign-listing', about, stopped: en.edit.stopped.listing },
    })
    expect(text).toContain(about)
    expect(text).toContain(en.steps.purposes['sign-listing'].title)
    expect(text).toContain(en.steps.progress(0, 2))
  })

  test('says in the second that the old order is canceled, and counts its step', () => {
    const text = view(running(signing()), { change: second })
    expect(text).toContain(en.edit.canceled.listing)
    expect(text).toContain(en.steps.progress(1, 2))
  })

  test('has the transaction and the network fee of the cancellation in its receipt', () => {
    const text = view(complete(signing({ status: 'complete', phase: 'complete', money: 'signed' })), {
      change: second,
    })
    expect(text).toContain('0xaaaa…aaaa')
    expect(text).toMatch(/Network fee 0\.001/)
    expect(text).toContain(en.steps.purposes.cancel.title)
  })

  test('that stops between them says that gas was paid and that nothing is for sale', () => {
    const text = view(failed(new TradeError('wallet_refused', 'x'), signing()), { change: second })
    expect(text).toContain(en.edit.stopped.listing)
    expect(text).toContain(en.money.gas_only)
    expect(text).not.toContain(en.money.untouched)
    expect(text).toContain('0xaaaa…aaaa')
  })

  test('claims nothing about the sale if the new order may be live', () => {
    const error = new TradeError('provider_unreachable', 'x', { money: 'signed' })
    expect(view(failed(error, signing()), { change: second })).not.toContain(en.edit.stopped.listing)
  })
})

describe('a cancellation that failed', () => {
  test.each(['untouched', 'gas_only'] as const)('says that the order is still open: %s', (money) => {
    const error = new TradeError('transaction_cancelled', 'x', { money })
    const text = view(failed(error), { open: 'listing' })
    expect(text).toContain(en.cancel.stillOpen.listing)
    expect(text.indexOf(en.cancel.stillOpen.listing)).toBeLessThan(
      text.indexOf(en.errors.transaction_cancelled.title),
    )
    expect(view(failed(error), { open: 'offer' })).toContain(en.cancel.stillOpen.offer)
  })

  test('says so of a blocked one', () => {
    const verdict = { ...verdictOf(honest.LIST()), decision: 'block' } as Verdict
    const run = execution({ status: 'failed', verdict })
    expect(view(failed(new TradeError('blocked', 'x'), run), { open: 'listing' })).toContain(
      en.cancel.stillOpen.listing,
    )
  })

  test.each([
    new TradeError('transaction_timeout', 'x', { money: 'sent' }),
    new TradeError('wallet_error', 'x', { money: 'unknown' }),
    new TradeError('order_unavailable', 'x'),
    new TradeError('busy', 'x'),
    new TradeError('transaction_reverted', 'x', {
      money: 'gas_only',
      data: { revert: { reason: 'order_filled' } },
    }),
  ])('claims nothing where that is not known: $code', (error) => {
    expect(view(failed(error), { open: 'listing' })).not.toContain(en.cancel.stillOpen.listing)
  })
})

describe('while a run is under way', () => {
  test.each([
    ['prompted', en.steps.keepOpen.wallet],
    ['sent', en.steps.keepOpen.sent],
    ['mined', en.steps.keepOpen.sent],
    ['posting', undefined],
    ['searching', undefined],
  ] as const)('says what goes on when the window is closed: %s', (phase, text) => {
    const shown = view(running(execution({ steps: [step({ phase })] })))
    for (const one of Object.values(en.steps.keepOpen)) expect(shown.includes(one)).toBe(one === text)
  })

  test('says what is being signed: what leaves, what comes, until when, and the fingerprint', () => {
    const verdict = verdictOf(honest.LIST())
    const text = view(running(execution({ action: 'list', verdict })))
    for (const name of [en.review.give, en.review.get, en.review.until]) expect(text).toContain(name)
    expect(text).toContain(`${verdict.digest.slice(2, 10)}…${verdict.digest.slice(-8)}`)
  })

  test('names the recipient of a transfer', () => {
    const to = `0x${'b0'.repeat(20)}`
    const asset = {
      kind: 'erc721',
      contract: `0x${'c0'.repeat(20)}`,
      tokenId: 7n,
      amount: 1n,
      counterparty: to,
    }
    const effects = { give: [asset], get: [], fees: [], authority: [] }
    const verdict = { ...verdictOf(honest.LIST()), effects } as unknown as Verdict
    const text = view(running(execution({ action: 'transfer', verdict })))
    expect(text).toContain(en.fields.recipient)
    expect(text.replaceAll(/[^0-9a-z]/gi, '').toLowerCase()).toContain(to)
  })
})

describe('a price that moved', () => {
  const currency = `0x${'0'.repeat(40)}`
  const error = (data: TradeError['data']) => new TradeError('price_mismatch', 'x', { data })
  const both = { currency, decimals: 18, expected: 31n * 10n ** 16n, raw: 35n * 10n ** 16n }

  test('is said with both amounts', () => {
    const text = said(<ErrorNote error={error(both)} action="buy" />)
    expect(text).toContain('It was 0.31 ETH and is now 0.35 ETH.')
    expect(text).toContain(en.moved.unasked)
  })

  test('of an offer is called that', () => {
    const text = said(<ErrorNote error={error(both)} action="sell" />)
    expect(text).toContain(en.moved.offer)
    expect(text).not.toContain(en.errors.price_mismatch.title)
  })

  test('without both amounts is said in general', () => {
    const text = said(<ErrorNote error={error({ ...both, expected: undefined })} action="buy" />)
    expect(text).toContain(en.errors.price_mismatch.body)
  })

  test('leads back by a button that says what is seen there', () => {
    const flow = (action: string) => failed(error(both), execution({ action, status: 'failed' }))
    expect(view(flow('buy'))).toContain(en.moved.review.buy)
    expect(view(flow('sell'))).toContain(en.moved.review.sell)
  })
})

describe('a purchase that lost a token', () => {
  const contract = `0x${'c0'.repeat(20)}` as const
  const token = (tokenId: bigint) => ({ kind: 'erc721', contract, tokenId, amount: 1n }) as const
  const names = new Map([7n, 8n].map((id) => [`${contract}:${id}`, `Tidelines #${id}`]))
  const agreed = ['item:0', 'item:1'].map((slot) => ({ slot, units: 1, optional: true }))
  const effects = {
    give: [{ kind: 'native', contract: `0x${'0'.repeat(40)}`, amount: 33n * 10n ** 15n }],
    get: [token(7n)],
    fees: [],
    authority: [],
  }

  test('names it, and what is bought without it', () => {
    const verdict = { ...verdictOf(honest.BUY_B()), effects } as unknown as Verdict
    const run = execution({ action: 'buy', agreed, steps: [step({ purpose: 'buy', effects })], verdict })
    const flow = {
      status: 'reviewing',
      execution: run,
      review: { action: 'buy', chainId: 1, verdict },
      approve: () => {},
      decline: () => {},
    } as unknown as RunningFlow
    expect(view(flow, { names })).toContain(
      'Tidelines #8 was sold or withdrawn. You are now buying 1 of 2 for 0.033 ETH.',
    )
  })

  test('names none where its names do not account for all of it', () => {
    const run = execution({ action: 'buy', agreed })
    expect(lostTokens(run, names, [token(7n)])).toEqual(['Tidelines #8'])
    expect(lostTokens(run, new Map([...names].slice(0, 1)), [token(7n)])).toBeUndefined()
    expect(lostTokens(run, new Map([...names, [`${contract}:9`, 'Other']]), [token(7n)])).toBeUndefined()
    expect(lostTokens(run, names, [token(7n), token(8n)])).toBeUndefined()
  })
})

describe('a transaction that cost gas and did nothing', () => {
  test('is named, with its network fee', () => {
    const item = {
      phase: 'failed',
      money: 'gas_only',
      txHash: hash('b'),
      receipt: { hash: hash('b'), status: 'reverted', blockNumber: 1n, gasCost: 2n * 10n ** 15n },
    }
    const error = new TradeError('transaction_reverted', 'x', { money: 'gas_only' })
    const text = view(failed(error, execution({ status: 'failed', steps: [step(item)] })))
    expect(text).toContain('0xbbbb…bbbb')
    expect(text).toMatch(/Network fee 0\.002/)
    expect(text).toContain(en.steps.failedOnChain)
  })

  test('is named by the error where the run no longer knows it', () => {
    const error = new TradeError('transaction_replaced', 'x', {
      money: 'gas_only',
      data: { hash: hash('d') },
    })
    expect(view(failed(error))).toContain('0xdddd…dddd')
  })
})
