import { type Execution, type JournalEntry, memoryStorage, type NextOrder, type Run } from '@sluice/core'
import { beforeEach, describe, expect, test } from 'vitest'
import { type PendingTradesResult, usePendingTrades } from '../../src/hooks/pending/usePendingTrades.ts'
import type { RunStore } from '../../src/kit/runs.ts'
import { useKit } from '../../src/kit/SluiceProvider.tsx'
import { PendingTrades } from '../../src/lists/pending/PendingTrades.tsx'
import { en } from '../../src/locales/en.ts'
import { account, collection, native, orderId, refOf, stranger } from '../support/answers.ts'
import { dialogs, says } from '../support/dom.ts'
import { journalEntry } from '../support/journalEntry.ts'
import { until } from '../support/page.ts'
import { withShop } from '../support/shop.tsx'

const shop = await withShop()

const followedBy: NextOrder = {
  side: 'listing',
  subject: refOf(1),
  weiPrice: '5',
  currency: native,
  quantity: 1,
  expirationTime: Math.floor(Date.now() / 1_000) + 3_600,
}
const canceled = (more: Partial<JournalEntry> = {}) =>
  journalEntry({ id: 'half', action: 'cancel', purpose: 'cancel', state: 'done', followedBy, ...more })

/** A run that a test moves. */
function script(id: string, first: Partial<Execution> = {}) {
  const listeners = new Set<() => void>()
  const state = {
    execution: {
      id,
      action: 'buy',
      chainId: 1,
      account,
      status: 'running',
      money: 'untouched',
      agreed: [],
      steps: [],
      past: [],
      ...first,
    } as unknown as Execution,
  }
  const ending: { resolve: (last: Execution) => void } = { resolve: () => {} }
  const run = {
    id,
    get execution() {
      return state.execution
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    done: new Promise<Execution>((resolve) => {
      ending.resolve = resolve
    }),
  } as unknown as Run
  return {
    run,
    move: (next: Partial<Execution>) => {
      state.execution = { ...state.execution, ...next }
      for (const listener of [...listeners]) listener()
      if (next.status !== undefined && next.status !== 'running') ending.resolve(state.execution)
    },
  }
}

async function open(...entries: readonly JournalEntry[]) {
  const client = shop.client({ storage: memoryStorage() })
  for (const one of entries) await client.journal.write(one)
  const held: { runs?: RunStore } = {}
  const shown = shop.show(
    () => {
      held.runs = useKit().runs
      return usePendingTrades()
    },
    { client, wallet: shop.wallet() },
  )
  await shown.until(() => held.runs !== undefined)
  return { client, shown, runs: held.runs as RunStore }
}
const ids = ({ pending }: PendingTradesResult) => pending.map(({ type, id }) => `${type} ${id}`)
const outcomes = ({ ended }: PendingTradesResult) => ended.map(({ type, id }) => `${type} ${id}`)

// The node answers each call to the collection with the account: it owns every token.
beforeEach(() => shop.balances.set(collection, BigInt(account)))

describe('a trade of this page', () => {
  test('is pending while no dialog shows it, and says when it needs its user', async () => {
    const { shown, runs } = await open()
    const { run, move } = script('now')
    runs.start('buy', () => run)
    const found = await shown.until(({ pending }) => pending.length === 1)
    expect(found.pending).toMatchObject([{ type: 'run', id: 'now', key: 'buy', needsUser: false }])
    move({ steps: [{ items: [{ phase: 'prompted' }] }] as never })
    await shown.until(({ pending }) => pending[0]?.needsUser === true, 'the wallet')
    const hide = runs.show('now')
    await shown.until(({ pending }) => pending.length === 0, 'the dialog')
    hide()
    await shown.until(({ pending }) => pending.length === 1, 'no dialog')
    shown.leave()
  })

  test('that ends while its dialog is closed leaves a notice until it is dismissed', async () => {
    const { shown, runs } = await open()
    const { run, move } = script('now')
    runs.start('buy', () => run)
    await shown.until(({ pending }) => pending.length === 1)
    move({ status: 'complete' })
    const { ended, pending } = await shown.until((one) => one.ended.length === 1, 'the notice')
    expect(pending).toEqual([])
    expect(ended).toMatchObject([{ type: 'run', id: 'now', execution: { status: 'complete' } }])
    ended[0]?.dismiss()
    await shown.until((one) => one.ended.length === 0, 'no notice')
    expect(runs.get('buy')).toBeUndefined()
    shown.leave()
  })

  test('that ends while its dialog is open leaves none', async () => {
    const { shown, runs } = await open()
    const { run, move } = script('now')
    const hide = runs.show('now')
    runs.start('buy', () => run)
    move({ status: 'complete' })
    hide()
    await shown.until(({ pending }) => pending.length === 0)
    expect(outcomes(shown.now)).toEqual([])
    shown.leave()
  })

  test('that its user declined leaves none', async () => {
    const { shown, runs } = await open()
    const { run, move } = script('now')
    runs.start('buy', () => run)
    await shown.until(({ pending }) => pending.length === 1)
    move({ status: 'failed', error: { code: 'declined', money: 'untouched' } as never })
    await shown.until(({ pending }) => pending.length === 0)
    expect(outcomes(shown.now)).toEqual([])
    shown.leave()
  })

  test('of another account is not shown', async () => {
    const { shown, runs } = await open()
    runs.start('buy', () => script('theirs', { account: stranger }).run)
    runs.start('list', () => script('mine').run)
    expect(ids(await shown.until(({ pending }) => pending.length > 0))).toEqual(['run mine'])
    shown.leave()
  })

  test('that failed before it had read its account is shown to the account that started it alone', async () => {
    const { shown, runs } = await open()
    runs.start('sell', () => script('mine').run)
    await shown.until(({ pending }) => pending.length === 1, 'the account')
    const { run, move } = script('now', { account: undefined } as never)
    runs.start('buy', () => run)
    expect(ids(await shown.until(({ pending }) => pending.length === 2))).toContain('run now')
    move({ status: 'failed', error: { code: 'provider_error', money: 'untouched' } as never })
    expect(outcomes(await shown.until(({ ended }) => ended.length === 1))).toEqual(['run now'])
    shown.again(undefined, { wallet: { ...shop.wallet(), address: async () => stranger } })
    runs.start('list', () => script('theirs', { account: stranger }).run)
    await shown.until(({ pending }) => pending.some(({ id }) => id === 'theirs'), 'the other account')
    expect({ pending: ids(shown.now), ended: outcomes(shown.now) }).toEqual({
      pending: ['run theirs'],
      ended: [],
    })
    shown.leave()
  })
})

describe('what an earlier visit left', () => {
  test.each([
    ['prompting', true],
    ['unknown', true],
    ['sent', false],
  ] as const)('is pending while it is %s', async (state, needsUser) => {
    const { shown } = await open(journalEntry({ state, hash: undefined } as never))
    const { pending } = await shown.until((one) => one.pending.length === 1)
    expect(pending).toMatchObject([{ type: 'entry', id: 'one', entry: { action: 'buy' } }])
    expect(pending[0]?.needsUser).toBe(needsUser)
    shown.leave()
  })

  test('is not pending if it is of another account, has ended, or goes on in this page', async () => {
    const { shown, runs } = await open(
      journalEntry({ id: 'theirs', account: stranger }),
      journalEntry({ id: 'ended', state: 'done' }),
      journalEntry({ id: 'mine', run: 'now' }),
    )
    runs.start('buy', () => script('now').run)
    await shown.until((one) => one.pending.some(({ type }) => type === 'run'))
    expect(ids(shown.now)).toEqual(['run now'])
    shown.leave()
  })

  test('appears when it is written, without a reload', async () => {
    const { shown, client } = await open()
    await client.journal.write(journalEntry())
    await shown.until((one) => one.pending.length === 1, 'the entry')
    shown.leave()
  })
})

describe('a change whose second half is missing', () => {
  test('is pending until it is given up', async () => {
    const { shown } = await open(canceled())
    const { pending } = await shown.until((one) => one.pending.length === 1, 'the change')
    const [change] = pending
    expect(change).toMatchObject({
      type: 'change',
      needsUser: true,
      change: { orderId: orderId(1), order: { weiPrice: '5' } },
    })
    if (change?.type === 'change') change.giveUp()
    await shown.until((one) => one.pending.length === 0, 'nothing')
    shown.leave()
  })

  test('is over once a new listing of the token is signed', async () => {
    const { shown, client } = await open(canceled({ createdAt: 1 }))
    await shown.until((one) => one.pending.length === 1, 'the change')
    const part = `1|${account}|list|${collection} 1 - 1 reservoir -`
    await client.journal.write(
      journalEntry({
        id: 'new',
        action: 'list',
        kind: 'signature',
        purpose: 'sign-listing',
        state: 'posted',
        parts: [part],
      }),
    )
    await shown.until((one) => one.pending.length === 0, 'nothing')
    shown.leave()
  })

  test('is one with the run that signs it, and its cancellation leaves no notice', async () => {
    const { shown, runs } = await open(canceled())
    await shown.until((one) => one.pending.length === 1, 'the change')
    const change = { orderId: orderId(1), side: 'listing' } as const
    const [first, second] = [script('first', { action: 'cancel' }), script('second', { action: 'list' })]
    runs.start('edit-cancel', () => first.run, change)
    first.move({ status: 'complete' })
    runs.start('edit', () => second.run, change)
    await shown.until((one) => ids(one).join() === 'run second', 'the signature alone')
    expect(outcomes(shown.now)).toEqual([])
    shown.leave()
  })
})

describe('the button in the head of a page', () => {
  async function draw(...entries: readonly JournalEntry[]) {
    const client = shop.client({ storage: memoryStorage() })
    for (const one of entries) await client.journal.write(one)
    const held: { runs?: RunStore } = {}
    const Keep = () => {
      held.runs = useKit().runs
      return null
    }
    const { element, remove } = shop.draw(
      <>
        <Keep />
        <PendingTrades />
      </>,
      { client, wallet: shop.wallet() },
    )
    return { element, remove, runs: held.runs as RunStore }
  }
  const buttonOf = (element: HTMLElement) => element.querySelector('button')
  /** What the notices say, in whichever tree they are. */
  const notices = () =>
    [...document.querySelectorAll('[data-sluice-dialogs]')]
      .map(({ shadowRoot }) => shadowRoot?.querySelector('.sluice-ended')?.textContent ?? '')
      .join('')

  /** The regions whose changes a screen reader reads, in whichever tree they are. */
  const regions = () =>
    [...document.querySelectorAll('[data-sluice-dialogs]')].flatMap(({ shadowRoot }) => [
      ...(shadowRoot?.querySelectorAll(`[role="status"][aria-label="${en.pending.ended}"]`) ?? []),
    ])

  test('has a place for notices before there is one, so that a screen reader reads it', async () => {
    const { element, remove, runs } = await draw()
    await until(() => regions().length === 1, 'the place')
    const [place] = regions()
    expect(place?.textContent).toBe('')
    const { run, move } = script('now')
    runs.start('buy', () => run)
    await until(() => buttonOf(element) !== null, 'the button')
    move({ status: 'failed', error: { code: 'transaction_timeout', money: 'sent', data: {} } as never })
    await until(() => place?.textContent?.includes(en.money.sent) === true, 'the notice', notices)
    expect(regions()).toEqual([place])
    remove()
  })

  test('is not there while there is nothing', async () => {
    const { element, remove, runs } = await draw()
    const { run, move } = script('now')
    runs.start('buy', () => run)
    await until(() => buttonOf(element) !== null, 'the button')
    move({ status: 'failed', error: { code: 'declined', money: 'untouched' } as never })
    await until(() => buttonOf(element) === null, 'no button')
    expect([dialogs().length, notices(), element.textContent]).toEqual([0, '', ''])
    remove()
  })

  test('opens a list that says what each trade is, on which chain, and how it stands', async () => {
    const { element, remove } = await draw(journalEntry({ state: 'unknown', hash: undefined } as never))
    await until(() => buttonOf(element) !== null, 'the button')
    expect(buttonOf(element)?.getAttribute('aria-label')).toBe(
      `${en.pending.count(1)} · ${en.pending.needsUser}`,
    )
    buttonOf(element)?.click()
    for (const text of [en.pending.kinds.buy, en.resume.states.unknown, 'Ethereum']) await says(text)
    // What waits for its user says what to do.
    await says(en.pending.unanswered)
    remove()
  })

  test('links what was sent to its transaction', async () => {
    const { element, remove } = await draw(journalEntry())
    await until(() => buttonOf(element) !== null, 'the button')
    expect(buttonOf(element)?.getAttribute('aria-label')).toBe(en.pending.count(1))
    buttonOf(element)?.click()
    await says(en.resume.states.sent)
    expect(dialogs()[0]?.textContent).not.toContain(en.pending.unanswered)
    expect(dialogs()[0]?.querySelector('a')?.getAttribute('href')).toMatch(
      new RegExp(`^https://.*/tx/0x${'ab'.repeat(32)}$`),
    )
    remove()
  })

  test.each(['untouched', 'gas_only', 'spent', 'sent', 'unknown'] as const)(
    'leaves a notice of a trade that stopped, which says that its money is %s and no more',
    async (money) => {
      const { remove, runs } = await draw()
      const { run, move } = script('now')
      runs.start('buy', () => run)
      move({ status: 'failed', error: { code: 'transaction_timeout', money, data: {} } as never })
      await until(() => notices().includes(en.money[money]), en.money[money], notices)
      expect(notices()).toContain(en.errors.transaction_timeout.title)
      expect(notices()).not.toContain(en.resume.confirmed)
      remove()
    },
  )
})
