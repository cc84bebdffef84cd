import { createHmac } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { request } from 'node:https'
import ipaddr from 'ipaddr.js'
import type { ChainDeps } from '../deps.ts'
import type { Queries } from '../storage/connection/database.ts'
import { type OutboxEvent, readEventsAfter } from '../storage/service/outbox.ts'
import {
  dueWebhook,
  dueWebhooks,
  moveWebhook,
  postponeWebhook,
  saveDeadLetters,
  type Webhook,
} from '../storage/service/webhooks.ts'

/** Sends one call. @returns the status of the response. @throws when there is none. */
export type Send = (url: string, headers: Readonly<Record<string, string>>, body: string) => Promise<number>

/** The most attempts for one call before its events become dead letters, over nearly three hours. */
const maxAttempts = 12
/** Events in one call. */
const page = 100
/** Milliseconds for one call. */
const timeout = 10_000

/** Seconds until the next attempt: 5, 10, 20 … */
const backoff = (failures: number): number => 5 * 2 ** (failures - 1)

/** The signature that a receiver computes from the body and its secret: `sha256=<hex of HMAC(time.body)>`. */
export const signatureOf = (secret: string, time: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`

/**
 * Calls a public host by https. Its name is resolved once, every address must be public, and the connection goes to the
 * address that was checked. Redirects are not followed, and the body is not read.
 */
export const sendPublic: Send = async (url, headers, body) => {
  const target = new URL(url)
  if (target.protocol !== 'https:') throw new Error('Only https is allowed.')
  const found = await lookup(target.hostname.replace(/^\[|\]$/g, ''), { all: true, verbatim: true })
  const [first] = found
  if (first === undefined || !found.every(({ address }) => ipaddr.parse(address).range() === 'unicast'))
    throw new Error('The host is not public.')
  return new Promise((done, fail) => {
    const call = request(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: false,
        signal: AbortSignal.timeout(timeout),
        lookup: (_host, _options, answer) => answer(null, [first] as never, first.family),
      },
      (answer) => {
        answer.destroy()
        done(answer.statusCode ?? 0)
      },
    )
    call.on('error', fail)
    call.end(body)
  })
}

const wants = ({ kinds, contracts }: Webhook, { kind, payload }: OutboxEvent): boolean =>
  kinds.includes(kind) &&
  (contracts.length === 0 || contracts.some((contract) => contract === payload.contract))

/** Sends a webhook its next page. It advances when it answered 2xx, or when all attempts are used up. */
async function deliver(
  { db, config, clock, log }: ChainDeps,
  webhook: Webhook,
  send: Send,
): Promise<boolean> {
  const { id, seq, failures } = webhook
  const events = await readEventsAfter(db, config.id, seq, page)
  const last = events.at(-1)?.seq
  if (last === undefined) return false
  const wanted = events.filter((event) => wants(webhook, event))
  const move = (queries: Queries) => moveWebhook(queries, config.id, webhook, last)
  if (wanted.length === 0) {
    await move(db)
    return true
  }
  const body = JSON.stringify({
    chainId: config.id,
    events: wanted.map((event) => ({ id: event.seq, type: event.kind, data: event.payload })),
  })
  const time = String(Math.floor(clock() / 1000))
  const reason = await send(
    webhook.url,
    {
      'content-type': 'application/json',
      'user-agent': 'sluice-webhook',
      'x-sluice-time': time,
      'x-sluice-signature': signatureOf(webhook.secret, time, body),
    },
    body,
  ).then(
    (status) => (status >= 200 && status < 300 ? undefined : `it answered ${status}`),
    (cause: unknown) => (cause instanceof Error ? cause.message : 'it did not answer'),
  )
  if (reason === undefined) {
    await move(db)
    return true
  }
  log.warn({ webhook: id, failures: failures + 1, reason }, 'a webhook did not accept its events')
  if (failures + 1 >= maxAttempts) {
    await db.transaction(async (tx) => {
      await saveDeadLetters(tx, config.id, webhook, wanted, reason)
      await move(tx)
    })
    return true
  }
  await postponeWebhook(db, config.id, webhook, reason, backoff(failures + 1))
  return false
}

/**
 * Sends every due webhook the events that it has not received, in order and at least once. Events stay in the outbox, so
 * none is lost when a process ends between a call and storing its outcome; a receiver recognizes a repeated event by
 * its id.
 */
export async function tellWebhooks(
  chain: ChainDeps,
  signal: AbortSignal,
  send: Send = sendPublic,
): Promise<void> {
  const { db, config } = chain
  await Promise.all(
    (await dueWebhooks(db, config.id)).map(async (first) => {
      let webhook: Webhook | undefined = first
      while (webhook !== undefined && !signal.aborted && (await deliver(chain, webhook, send)))
        webhook = await dueWebhook(db, config.id, first.id)
    }),
  )
}
