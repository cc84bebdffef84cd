import {
  createClient,
  type Execution,
  type RevertReason,
  type Review,
  TradeError,
  type Verdict,
} from '@sluice/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { SluiceProvider } from '../../src/kit/SluiceProvider.tsx'
import { en } from '../../src/locales/en.ts'
import { languageOf, languages } from '../../src/locales/languages.ts'
import { loadMessages } from '../../src/locales/loadMessages.ts'
import { isPicture } from '../../src/media/TokenPicture.tsx'
import { ErrorNote } from '../../src/progress/ErrorNote.tsx'
import { RunView } from '../../src/progress/RunView.tsx'
import { StepList } from '../../src/progress/StepList.tsx'
import { ReviewCard } from '../../src/review/ReviewCard.tsx'

function sentences(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value === 'function') return [String(value('1', '2', '3'))]
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(sentences)
  throw new Error('Words hold text and functions only.')
}

test.each(languages)('every sentence says something: %s', async (language) => {
  const messages = await loadMessages(language)
  expect(new Intl.Locale(messages.locale).language).toBe(language)
  for (const sentence of sentences(messages)) {
    expect(sentence.trim()).not.toBe('')
    expect(sentence).not.toMatch(/undefined|null|NaN|object Object/)
  }
})

test.each(languages.filter((language) => language !== 'en'))(
  'hardly a sentence is left in English: %s',
  async (language) => {
    const own = sentences(await loadMessages(language))
    const english = new Set(sentences(en).filter((sentence) => /[a-z]{3,} /i.test(sentence)))
    expect(own.filter((sentence) => english.has(sentence))).toEqual([])
  },
)

test('the first language that the kit speaks is taken, else English', () => {
  expect(languageOf(['sv-SE', 'pt-BR', 'en'])).toBe('pt')
  expect(languageOf(['zh-Hant-TW'])).toBe('zh')
  expect(languageOf(['sv'])).toBe('en')
  expect(languageOf([])).toBe('en')
})

test('every way to stop says what to do or what it was, and every state of the money has a sentence', () => {
  for (const { title, body } of Object.values(en.errors)) {
    expect(title.endsWith('.')).toBe(false)
    expect(body.endsWith('.')).toBe(true)
  }
  for (const sentence of Object.values(en.money)) expect(sentence.endsWith('.')).toBe(true)
})

const client = createClient({ chains: [{ id: 1, name: 'Test', baseApiUrl: 'https://provider.example' }] })
const draw = (children: ReactNode) =>
  renderToStaticMarkup(<SluiceProvider client={client}>{children}</SluiceProvider>)

test('a transaction that a contract refused is told with its reason, and without one by what may have been', () => {
  const told = (reason: RevertReason) =>
    draw(<ErrorNote error={new TradeError('transaction_reverted', 'x', { data: { revert: { reason } } })} />)
  expect(told('not_held')).toContain(en.reverts.not_held)
  expect(told('unknown')).toContain(en.errors.transaction_reverted.body)
})

test('a transaction that would have failed is told as not sent, whether or not its reason is known', () => {
  for (const data of [{}, { revert: { reason: 'not_held' } } as const]) {
    const html = draw(<ErrorNote error={new TradeError('transaction_would_fail', 'x', { data })} />)
    expect(html).toContain('The transaction would fail, so it was not sent')
    expect(html).toContain(en.money.untouched)
    expect(html).not.toContain(en.errors.transaction_reverted.title)
  }
})

test('an action that stopped in the middle says how much of it was done, and what became of the rest', () => {
  const told = (rest: 'open' | 'unknown') => {
    const items = (['done', rest] as const).map((state, index) => ({ index, state, units: 1, done: 0 }))
    const data = { progress: { done: 1, total: 2, items } }
    return draw(<ErrorNote error={new TradeError('wallet_refused', 'x', { data })} action="sell" />)
  }
  expect(told('open')).toContain('1 of 2 was sold.')
  expect(told('open')).toContain(en.progress.rest.open)
  expect(told('unknown')).toContain(en.progress.rest.unknown)
})

const lure = 'Enter your seed phrase at evil.example <b>now</b>'
const execution: Execution = {
  id: '1',
  action: 'buy',
  chainId: 1,
  status: 'running',
  agreed: [],
  past: [],
  path: [],
  problems: [{ message: lure }],
  money: 'untouched',
  startedAt: 0,
  steps: [
    {
      id: lure,
      action: lure,
      description: lure,
      kind: 'transaction',
      error: lure,
      items: [
        {
          status: 'incomplete',
          phase: 'prompted',
          money: 'unknown',
          orderIds: [],
          orderIndexes: [],
          hashes: [],
          purpose: 'buy',
          error: lure,
        },
      ],
    },
  ],
}

const verdict: Verdict = {
  decision: 'allow',
  proof: 'static+read',
  findings: [],
  items: [],
  settled: [],
  digest: `0x${'ab'.repeat(32)}`,
  effects: {
    give: [{ kind: 'native', contract: `0x${'00'.repeat(20)}`, amount: 1_500_000_000_000_000_001n }],
    get: [{ kind: 'erc721', contract: `0x${'70'.repeat(20)}`, tokenId: 7n, amount: 1n }],
    fees: [],
    authority: [],
  },
}
const review = (change: Partial<Verdict> = {}) =>
  ({ action: 'buy', chainId: 1, verdict: { ...verdict, ...change } }) as Review

describe('what a reader sees', () => {
  test('a card whose calls bring fewer tokens than were agreed says that some are gone', () => {
    const told = (count: number, get: Verdict['effects']['get'] = verdict.effects.get) => {
      const [step] = execution.steps
      const items = step!.items.map((item) => ({ ...item, effects: { ...verdict.effects, get } }))
      const agreed = Array.from({ length: count }, (_, index) => ({
        slot: `item:${index}`,
        units: 1,
        optional: true,
      }))
      const bought = { ...execution, agreed, steps: [{ ...step!, items }] }
      const flow = { execution: bought, review: review(), approve: () => {}, decline: () => {} }
      return draw(
        <RunView
          flow={{ status: 'reviewing', ...flow }}
          complete={en.cart.complete}
          names={new Map()}
          onLeave={() => {}}
        />,
      )
    }
    expect(told(2)).toContain(en.invalid.some_gone)
    expect(told(1)).not.toContain(en.invalid.some_gone)
    // The tokens of a mint have no number yet.
    const minted = [{ kind: 'erc721', contract: `0x${'70'.repeat(20)}`, amount: 2n }] as const
    expect(told(2, minted)).not.toContain(en.invalid.some_gone)
    expect(told(3, minted)).toContain(en.invalid.some_gone)
  })

  test('the wait for an answer of the wallet can be given up, and no other wait', () => {
    const running = (phase: 'prompted' | 'sent') => {
      const steps = execution.steps.map((step) => ({
        ...step,
        items: step.items.map((item) => ({ ...item, phase })),
      }))
      const flow = { status: 'running' as const, execution: { ...execution, steps }, stop: () => {} }
      return draw(<RunView flow={flow} complete={en.cart.complete} names={new Map()} onLeave={() => {}} />)
    }
    expect(running('prompted')).toContain(en.steps.stop)
    expect(running('sent')).not.toContain(en.steps.stop)
  })

  test('steps are told in our messages; the provider’s are not shown', () => {
    const html = draw(<StepList execution={execution} />)
    expect(html).toContain(en.steps.purposes.buy.wallet)
    expect(html).not.toContain('seed phrase')
  })

  test('the card shows every digit that leaves, and the token that arrives', () => {
    const html = draw(<ReviewCard review={review()} />)
    expect(html).toContain('1.500000000000000001')
    expect(html).toContain('#7')
    expect(html).toContain(en.review.verified)
    expect(html).toContain('abababab…abababab')
  })

  test('the card says that the network fee is sponsored where it is, and only there', () => {
    const sponsored = draw(<ReviewCard review={{ ...review(), sponsored: true }} />)
    expect(sponsored).toContain(en.review.sponsored)
    expect(draw(<ReviewCard review={review()} />)).not.toContain(en.review.sponsored)
  })

  test('where something goes to somebody else, every character of the address is on the card', () => {
    const [sold] = verdict.effects.get
    const sent = (counterparty: object) =>
      draw(
        <ReviewCard
          review={review({ effects: { ...verdict.effects, give: [{ ...sold!, ...counterparty }], get: [] } })}
        />,
      ).replaceAll(/<[^>]+>/g, '')
    const to = `0x3c44${'0'.repeat(31)}193bc`
    expect(sent({ counterparty: to })).toContain(`${en.fields.recipient}${to}`)
    expect(sent({})).not.toContain(en.fields.recipient)
  })

  describe('of what ends', () => {
    const order = `0x${'0d'.repeat(32)}` as const
    const contract = `0x${'70'.repeat(20)}` as const
    const told = (ends: NonNullable<Verdict['effects']['ends']>, names = new Map<string, string>()) =>
      draw(
        <ReviewCard
          review={{
            ...review({ effects: { ...verdict.effects, give: [], get: [], ends } }),
            action: 'cancel',
          }}
          names={names}
        />,
      ).replaceAll(/<[^>]+>/g, '')
    const [price] = verdict.effects.give
    const [token] = verdict.effects.get

    test('a listing is named with its token and price', () => {
      const card = told(
        [{ order, terms: { gives: [token!], asks: [price!] } }],
        new Map([[`${contract}:7`, 'Ember']]),
      )
      expect(card).toContain(`${en.review.ends}Listing of Ember for 1.500000000000000001`)
    })

    test('an offer is named with what it offers for which token', () => {
      expect(told([{ order, terms: { gives: [price!], asks: [token!] } }])).toMatch(
        /Offer of 1\.500000000000000001\sETH for #7/,
      )
    })

    test('an order of which only the id is signed is called what the page calls it', () => {
      expect(told([{ order }], new Map([[order, 'Ember · 1.5 ETH']]))).toContain(
        'Ember · 1.5 ETH 0x0d0d…0d0d',
      )
      expect(told([{ order }])).toContain(`${en.review.ends} 0x0d0d…0d0d`)
    })

    test('a raised counter is told as the end of every order', () => {
      expect(told('all')).toContain(en.review.endsAll('Seaport'))
      expect(told('all')).toContain(en.review.othersStay)
    })

    test('nothing is said of it where no order ends', () => {
      expect(draw(<ReviewCard review={review()} />)).not.toContain(`>${en.review.ends}<`)
    })
  })

  test('a listing for one account says who that is, and not that anybody may buy', () => {
    const taker = `0x3c44${'0'.repeat(31)}193bc` as const
    const [token] = verdict.effects.get
    const told = (given: object) =>
      draw(
        <ReviewCard
          review={{
            ...review({ effects: { ...verdict.effects, give: [{ ...token!, ...given }], get: [] } }),
            action: 'list',
          }}
        />,
      ).replaceAll(/<[^>]+>/g, '')
    expect(told({ counterparty: taker })).toContain(en.review.laterTaker)
    expect(told({ counterparty: taker })).toContain(`${en.fields.buyer}${taker}`)
    expect(told({ counterparty: taker })).not.toContain(en.review.later.list)
    expect(told({})).toContain(en.review.later.list)
    expect(told({})).not.toContain(en.fields.buyer)
  })

  test('an allowance that takes the place of an older one says what stood on that', () => {
    const authority = [
      {
        kind: 'erc20' as const,
        contract: `0x${'e1'.repeat(20)}` as const,
        spender: `0x${'c0'.repeat(20)}` as const,
        amount: 5n,
      },
    ]
    const card = (replaces: object) =>
      draw(
        <ReviewCard
          review={review({
            effects: { ...verdict.effects, authority: authority.map((one) => ({ ...one, ...replaces })) },
          })}
        />,
      )
    expect(card({ replaces: 2n })).toContain(en.review.replaces)
    expect(card({})).not.toContain(en.review.replaces)
  })

  test('only what was proven is called verified', () => {
    for (const change of [
      { proof: 'simulated' },
      { proof: 'none' },
      { decision: 'confirm' },
      { decision: 'block' },
    ] as const)
      expect(draw(<ReviewCard review={review(change)} />)).not.toContain(en.review.verified)
  })

  test('green, amber and red are told apart, and what nobody can promise is there to be read', () => {
    const colors = [
      [{}, 'green'],
      [{ proof: 'simulated', decision: 'confirm' }, 'amber'],
      [{ decision: 'block', proof: 'none' }, 'red'],
    ] as const
    for (const [change, color] of colors) {
      const html = draw(<ReviewCard review={review(change)} />)
      expect(html).toContain(`data-trust="${color}"`)
      // Nothing of a blocked plan goes to a wallet.
      expect(html.includes(en.review.unproven.resale)).toBe(color !== 'red')
      expect(html.includes(en.review.digestHint)).toBe(color !== 'red')
    }
    const red = draw(<ReviewCard review={review({ decision: 'block' })} />)
    expect(red).toContain(en.review.blockTitle)
    expect(red).not.toContain(en.review.approve)
    expect(draw(<ReviewCard review={review({ simulated: true })} />)).toContain(en.review.simulated)
    expect(draw(<ReviewCard review={review()} />)).not.toContain(en.review.simulated)
  })

  test('what is asked about has its own sentence; what was stopped is told by its family', () => {
    const found = (severity: 'confirm' | 'block') =>
      draw(
        <ReviewCard
          review={review({ decision: severity, findings: [{ code: 'ORD_FUNDS', severity, path: 'steps' }] })}
        />,
      )
    expect(found('confirm')).toContain(en.review.asks.ORD_FUNDS)
    expect(found('confirm')).not.toContain(en.review.findings.ORD)
    // The user must scroll past it to agree: a long card hides its end.
    expect(found('confirm').indexOf(en.review.asks.ORD_FUNDS)).toBeLessThan(
      found('confirm').indexOf(en.review.give),
    )
    expect(found('block')).toContain(en.review.findings.ORD)
    expect(found('block')).not.toContain(en.review.asks.ORD_FUNDS)
  })

  test('an offer for some tokens of a collection is not told as one for any, and names their root', () => {
    const any = { kind: 'erc721', contract: `0x${'70'.repeat(20)}`, amount: 1n } as const
    const root = BigInt(`0x${'5e'.repeat(32)}`)
    const card = (oneOf?: { readonly root: bigint; readonly count: number | undefined }) => {
      const effects = { ...verdict.effects, get: [{ ...any, ...(oneOf && { oneOf }) }] }
      return draw(<ReviewCard review={{ ...review({ effects }), action: 'bid' }} />)
    }
    expect(card()).toContain(en.common.anyToken(undefined))
    for (const count of [5, undefined]) {
      const html = card({ root, count })
      expect(html).not.toContain(en.common.anyToken(undefined))
      expect(html).toContain(en.review.laterAny)
      expect(html).toContain(en.common.oneOf(count))
      expect(html).toContain('5e5e5e5e')
    }
    const several = { ...verdict.effects, get: [{ ...any, amount: 3n, oneOf: { root, count: 5 } }] }
    expect(draw(<ReviewCard review={{ ...review({ effects: several }), action: 'bid' }} />)).toContain(
      '3 × Any token from a list of 5',
    )
  })

  test('what a mint or an offer for a whole collection brings is told with its name, and who picks the token', () => {
    const any = { kind: 'erc721', contract: `0x${'70'.repeat(20)}`, amount: 2n } as const
    const [known] = verdict.effects.get
    const get = [any, known ?? any]
    const card = (action: 'buy' | 'bid') =>
      draw(
        <ReviewCard
          review={{ ...review({ effects: { ...verdict.effects, get } }), action }}
          names={new Map([[any.contract, 'Ember']])}
        />,
      )
    expect(card('buy')).toContain('2 × New token in Ember')
    expect(card('buy').split(en.review.laterMinted)).toHaveLength(2)
    expect(card('bid')).toContain('2 × Any token in Ember')
    expect(card('bid').split(en.review.laterAny)).toHaveLength(2)
  })

  test('a permission without an end is called so', () => {
    const spender = `0x${'c0'.repeat(20)}` as const
    const authority = [{ kind: 'erc20', contract: spender, spender, amount: (1n << 256n) - 1n }] as const
    const html = draw(<ReviewCard review={review({ effects: { ...verdict.effects, authority } })} />)
    expect(html.replaceAll(/<[^>]+>/g, '')).toMatch(/0xc0c0…c0c0 may spend any amount of /)
  })
})

test('a token’s picture is a picture or nothing', () => {
  for (const address of [
    'https://a.example/1.png',
    'data:image/svg+xml;base64,AA==',
    'http://127.0.0.1:4700/i/1',
  ])
    expect(isPicture(address)).toBe(true)
  for (const address of [
    'javascript:alert(1)',
    'data:text/html,<script>',
    'http://a.example/1.png',
    'ipfs://a',
    '//a',
    '',
  ])
    expect(isPicture(address)).toBe(false)
})
