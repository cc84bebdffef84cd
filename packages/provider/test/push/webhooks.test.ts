import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addWebhook } from '../../src/commands/addWebhook.ts'
import { sweep } from '../../src/indexer/sweep.ts'
import { type Send, sendPublic, sendWebhooks, signatureOf } from '../../src/push/webhooks.ts'
import { hasEvent, publish } from '../../src/storage/service/outbox.ts'
import { listWebhooks, removeWebhook, retryWebhook } from '../../src/storage/service/webhooks.ts'
import { type State, startState } from '../support/fixture.ts'

let state: State
beforeAll(async () => {
  state = await startState()
})
afterAll(() => state?.stop())

const never = new AbortController().signal
const event = (contract: string, place: number) => ({ kind: 'sale', payload: { contract, place } })
const happen = (...events: readonly { kind: string; payload: object }[]) =>
  state.deps.db.transaction((tx) => publish(tx, state.chain.id, events as never))
/** Time passes until the next attempt. */
const wait = () => state.deps.db.rows(sql`update webhooks set next_at = now()`)

/** A receiver that answers as told and remembers what it was told. */
function createReceiver(answers: number[]) {
  const calls: { headers: Readonly<Record<string, string>>; body: string }[] = []
  const send: Send = async (_, headers, body) => {
    calls.push({ headers, body })
    return answers.shift() ?? 200
  }
  const places = () =>
    calls.map(({ body }) =>
      (JSON.parse(body) as { events: { data: { place: number } }[] }).events.map(({ data }) => data.place),
    )
  return { calls, send, places }
}

describe('a webhook', () => {
  test('default: receives the events that it wants from now on, signed, each once', async () => {
    await happen(event('0xaa', 0))
    const { secret } = await addWebhook(
      state.deps.db,
      state.chain.id,
      'https://shop.example/hook',
      ['sale'],
      ['0xAA'],
    )
    await happen(
      event('0xaa', 1),
      event('0xbb', 2),
      { kind: 'block', payload: { number: 1 } },
      event('0xaa', 3),
    )
    const { calls, send, places } = createReceiver([])
    await sendWebhooks(state.deps, never, send)
    await sendWebhooks(state.deps, never, send)
    expect(places()).toEqual([[1, 3]])
    const [{ headers, body } = { headers: {} as Record<string, string>, body: '' }] = calls
    expect(headers['x-sluice-signature']).toBe(signatureOf(secret, headers['x-sluice-time'] ?? '', body))
  })

  test('that does not accept its events receives them again, later each time, before any newer one', async () => {
    const { send, places } = createReceiver([500, 302])
    await happen(event('0xaa', 4))
    await sendWebhooks(state.deps, never, send)
    await happen(event('0xaa', 5))
    await sendWebhooks(state.deps, never, send)
    expect(places()).toEqual([[4]])
    await wait()
    await sendWebhooks(state.deps, never, send)
    await wait()
    await sendWebhooks(state.deps, never, send)
    expect(places()).toEqual([[4], [4, 5], [4, 5]])
    expect(await listWebhooks(state.deps.db, state.chain.id)).toMatchObject([{ failures: 0, dead: 0 }])
  })

  test('that never accepts an event has a dead letter, continues, and can receive it again', async () => {
    const { send, places } = createReceiver(Array.from({ length: 12 }, () => 500))
    await happen(event('0xaa', 6))
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await wait()
      await sendWebhooks(state.deps, never, send)
    }
    const [line] = await listWebhooks(state.deps.db, state.chain.id)
    expect(line).toMatchObject({ dead: 1, failures: 0 })
    await happen(event('0xaa', 7))
    await sendWebhooks(state.deps, never, send)
    expect(places().at(-1)).toEqual([7])
    expect(await retryWebhook(state.deps.db, state.chain.id, line?.id ?? '')).toBe(1)
    await sendWebhooks(state.deps, never, send)
    expect(places().at(-1)).toEqual([6, 7])
  })

  test('receives dead letters whose events are no longer stored, in order, and keeps them until it accepts them', async () => {
    const { db } = state.deps
    const { id: chainId } = state.chain
    const failing = createReceiver(Array.from({ length: 24 }, () => 500))
    const attempt = async (send: Send, times: number) => {
      for (let attempts = 0; attempts < times; attempts += 1) {
        await wait()
        await sendWebhooks(state.deps, never, send)
      }
    }
    const [first, middle] = await happen(event('0xaa', 10), event('0xbb', 11), event('0xaa', 12))
    await attempt(failing.send, 12)
    const [line] = await listWebhooks(db, chainId)
    expect(line).toMatchObject({ dead: 2 })
    const other = await addWebhook(db, chainId, 'https://other.example/hook', ['sale'], [])
    await db.rows(sql`update outbox set created_at = now() - interval '49 hours'`)
    const prune = () => sweep(state.deps, never)
    await prune()
    expect(await retryWebhook(db, chainId, line?.id ?? '')).toBe(2)
    await prune()
    // It accepts them in none of twelve attempts again: they stay dead letters.
    await attempt(failing.send, 12)
    expect((await listWebhooks(db, chainId))[0]).toMatchObject({ dead: 2, failures: 0 })
    expect(await retryWebhook(db, chainId, line?.id ?? '')).toBe(2)
    await happen(event('0xaa', 13))
    await prune()
    const told = new Map<string, number[]>()
    await sendWebhooks(state.deps, never, async (url, _, body) => {
      const { events } = JSON.parse(body) as { events: { id: string; data: { place: number } }[] }
      told.set(url, [...(told.get(url) ?? []), ...events.map(({ data }) => data.place)])
      if (url.includes('shop')) expect(events[0]?.id).toBe(first?.seq)
      return 200
    })
    expect(Object.fromEntries(told)).toEqual({
      'https://shop.example/hook': [10, 12, 13],
      'https://other.example/hook': [13],
    })
    expect((await listWebhooks(db, chainId))[0]).toMatchObject({ dead: 0 })
    expect(await retryWebhook(db, chainId, line?.id ?? '')).toBe(0)
    // A reader of the stream who comes back hears that it missed events.
    for (const seq of [first?.seq, middle?.seq]) expect(await hasEvent(db, chainId, seq ?? '')).toBe(false)
    await removeWebhook(db, chainId, other.id)
  })

  test('that is set back while it does not accept a call loses no dead letter', async () => {
    const { db } = state.deps
    const { id: chainId } = state.chain
    const [line] = await listWebhooks(db, chainId)
    const failing = createReceiver(Array.from({ length: 24 }, () => 500))
    let calls = 0
    const send: Send = async (...call) => {
      calls += 1
      if (calls === 24) await retryWebhook(db, chainId, line?.id ?? '')
      return failing.send(...call)
    }
    const seqs: string[] = []
    for (const place of [20, 21]) {
      seqs.push(...(await happen(event('0xaa', place))).map(({ seq }) => seq))
      for (let attempt = 0; attempt < 12; attempt += 1) {
        await wait()
        await sendWebhooks(state.deps, never, send)
      }
    }
    expect((await listWebhooks(db, chainId))[0]).toMatchObject({ dead: 1 })
    await db.rows(sql`delete from outbox where seq <= ${seqs[0]}`)
    const { send: accept, places } = createReceiver([])
    await sendWebhooks(state.deps, never, accept)
    expect(places().flat()).toEqual([20, 21])
    expect((await listWebhooks(db, chainId))[0]).toMatchObject({ dead: 0 })
  })

  test('whose backlog is long receives it in order, in calls of a hundred events that it wants', async () => {
    const { send, places } = createReceiver([])
    const unwanted = { kind: 'block', payload: { number: 2 } }
    const wanted = Array.from({ length: 1150 }, (_, index) => event('0xaa', 100 + index))
    await happen(...wanted.flatMap((one) => [one, unwanted]))
    await sendWebhooks(state.deps, never, send)
    expect(places().flat()).toEqual(wanted.map(({ payload }) => payload.place))
    expect(places().map(({ length }) => length)).toEqual([
      100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 50,
    ])
  })

  test('is told the call again in whose midst the process ended, and nothing before it', async () => {
    await happen(...Array.from({ length: 250 }, (_, index) => event('0xaa', 2000 + index)))
    const ending = new AbortController()
    const before = createReceiver([])
    const dying: Send = async (...call) => {
      const status = await before.send(...call)
      if (before.calls.length < 2) return status
      // The receiver has accepted the second call, and the process ends before it knows.
      ending.abort()
      throw new Error('The process ended.')
    }
    await sendWebhooks(state.deps, ending.signal, dying)
    await wait()
    const after = createReceiver([])
    await sendWebhooks(state.deps, never, after.send)
    expect(before.places().map(([first]) => first)).toEqual([2000, 2100])
    expect(after.places().map(([first]) => first)).toEqual([2100, 2200])
  })

  test('that is removed while it is told is told no more', async () => {
    const [line] = await listWebhooks(state.deps.db, state.chain.id)
    await happen(...Array.from({ length: 250 }, (_, index) => event('0xaa', 3000 + index)))
    const { calls, send } = createReceiver([])
    await sendWebhooks(state.deps, never, async (...call) => {
      await removeWebhook(state.deps.db, state.chain.id, line?.id ?? '')
      return send(...call)
    })
    expect(calls).toHaveLength(1)
  })

  test.each([
    'https://127.0.0.1/x',
    'https://[::1]/x',
    'https://[::ffff:169.254.169.254]/x',
    'https://10.1.2.3/x',
    'https://192.168.0.1/x',
    'https://100.64.0.1/x',
    'https://0x7f000001/x',
    'https://2130706433/x',
    'https://localhost/x',
    'http://93.184.216.34/x',
  ])('is never called inside a network: %s', async (url) => {
    await expect(sendPublic(url, {}, '{}')).rejects.toThrow(/not public|Only https/)
  })
})
