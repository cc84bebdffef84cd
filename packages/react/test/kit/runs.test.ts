import { type Effects, type Execution, type Review, type Run, TradeError, type Verdict } from '@sluice/core'
import { describe, expect, test } from 'vitest'
import { mayRetry } from '../../src/flows/useRunFlow.ts'
import { createRunStore, type RunSetup } from '../../src/kit/runs.ts'

const effects = (amount: bigint): Effects => ({
  give: [{ kind: 'native', contract: `0x${'00'.repeat(20)}`, amount }],
  get: [],
  fees: [],
  authority: [],
})
const review = (amount: bigint, decision: Verdict['decision'] = 'allow') =>
  ({ verdict: { decision, effects: effects(amount) } }) as Review

/** A run that does what the test says. */
function script(id = 'run') {
  const setups: RunSetup[] = []
  const state: { status: Execution['status']; end: () => void } = { status: 'running', end: () => {} }
  const done = new Promise<Execution>((resolve) => {
    state.end = () => {
      state.status = 'complete'
      for (const listener of [...listeners]) listener()
      resolve({ status: 'complete' } as Execution)
    }
  })
  const listeners = new Set<() => void>()
  const make = (setup: RunSetup) => {
    setups.push(setup)
    return {
      id,
      subscribe: (listener: () => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      get execution() {
        return { status: state.status } as Execution
      },
      done,
    } as unknown as Run
  }
  return { make, setups, end: () => state.end() }
}

describe('a kit’s runs', () => {
  test('are kept until they are cleared, and reported when they end', async () => {
    const ended: Run[] = []
    const store = createRunStore((run) => ended.push(run))
    const { make, end } = script()
    const { run } = store.start('buy', make)
    expect(store.get('buy')?.run).toBe(run)
    end()
    await run.done
    store.clear('buy')
    expect(store.get('buy')).toBeUndefined()
    expect(ended).toEqual([run])
  })

  test('a double click trades once', () => {
    const store = createRunStore(() => {})
    const { make, setups } = script()
    expect(store.start('buy', make).run).toBe(store.start('buy', make).run)
    expect(setups).toHaveLength(1)
  })

  test('a run under way is not forgotten', () => {
    const store = createRunStore(() => {})
    store.start('buy', script().make)
    store.clear('buy')
    expect(store.get('buy')).toBeDefined()
  })

  test('the summary is asked once, and again when a step would take more', async () => {
    const store = createRunStore(() => {})
    const { make, setups } = script()
    store.start('buy', make)
    const confirm = setups[0]?.confirm as RunSetup['confirm']
    const first = confirm(review(100n))
    store.get('buy')?.review?.answer(true)
    expect(await first).toBe(true)
    expect(await confirm(review(100n))).toBe(true)
    expect(store.get('buy')?.review).toBeUndefined()
    const second = confirm(review(101n))
    expect(store.get('buy')?.review?.review.verdict.effects.give[0]?.amount).toBe(101n)
    store.get('buy')?.review?.answer(false)
    expect(await second).toBe(false)
  })

  test('what could not be proven is asked every time', async () => {
    const store = createRunStore(() => {})
    const { make, setups } = script()
    store.start('buy', make)
    const confirm = setups[0]?.confirm as RunSetup['confirm']
    const first = confirm(review(1n, 'confirm'))
    store.get('buy')?.review?.answer(true)
    await first
    void confirm(review(1n, 'confirm'))
    expect(store.get('buy')?.review).toBeDefined()
  })

  test('stopping answers an open question with no', async () => {
    const store = createRunStore(() => {})
    const { make, setups } = script()
    const { stop } = store.start('buy', make)
    const asked = setups[0]?.confirm(review(1n))
    stop()
    expect(await asked).toBe(false)
    expect(setups[0]?.signal.aborted).toBe(true)
  })
})

describe('trying again', () => {
  test('is offered after a rejection in the wallet and after a transaction that only cost gas', () => {
    expect(mayRetry(new TradeError('wallet_refused', ''))).toBe(true)
    expect(mayRetry(new TradeError('transaction_reverted', '', { money: 'gas_only' }))).toBe(true)
  })

  test('is not offered while a transaction may still succeed', () => {
    expect(mayRetry(new TradeError('provider_unreachable', '', { money: 'sent' }))).toBe(false)
    expect(mayRetry(new TradeError('transaction_timeout', '', { money: 'spent' }))).toBe(false)
    expect(mayRetry(new TradeError('no_transaction_hash', ''))).toBe(false)
  })
})

describe('the list of a kit’s runs', () => {
  test('says of each run whether it is drawn, and whether it was drawn after it ended', async () => {
    const store = createRunStore(() => {})
    const [first, second] = [script('first'), script('second')]
    store.start('buy', first.make)
    store.start('list', second.make)
    const marks = () => store.list().map(({ key, isShown, isSeen }) => [key, isShown, isSeen])
    const [hideFirst, hideSecond] = [store.show('first'), store.show('second')]
    expect(marks()).toEqual([
      ['buy', true, false],
      ['list', true, false],
    ])
    hideFirst()
    first.end()
    second.end()
    hideSecond()
    expect(marks()).toEqual([
      ['buy', false, false],
      ['list', false, true],
    ])
  })

  test('tells of each change of a run, also of one that was started later', () => {
    const store = createRunStore(() => {})
    let calls = 0
    const stop = store.watch(() => {
      calls += 1
    })
    const { make, end } = script()
    store.start('buy', make)
    const before = calls
    end()
    expect(calls).toBe(before + 1)
    stop()
    store.clear('buy')
    expect(calls).toBe(before + 1)
  })

  test('keeps what a run changes when it is started again', () => {
    const store = createRunStore(() => {})
    const change = { orderId: `0x${'01'.repeat(32)}`, side: 'listing' } as const
    const { make, end } = script()
    store.start('edit', make, change)
    end()
    store.restart('edit')
    expect(store.get('edit')?.change).toEqual(change)
  })
})
