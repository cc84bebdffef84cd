import { createHmac } from 'node:crypto'
import { Agent, request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { ChainDeps } from '../deps.ts'
import { isPublic } from '../network/isPublic.ts'
import { resolveName } from '../network/resolveName.ts'
import type { OutboxEvent } from '../storage/service/outbox.ts'
import {
  dueWebhooks,
  moveWebhook,
  postponeWebhook,
  readEventsFor,
  saveDeadLetters,
  type Webhook,
} from '../storage/service/webhooks.ts'
import { unixTime } from '../unixTime.ts'

/**
 * Sends one call, over a connection that `agent` has kept where it has one.
 * @returns the status of the response. @throws when there is none.
 */
export type Send = (
  url: string,
  headers: Readonly<Record<string, string>>,
  body: string,
  agent?: Agent,
) => Promise<number>

/** The most attempts for one call before its events become dead letters, over nearly three hours. */
const maxAttempts = 12
/** Events in one call, and events that are read at once. */
const [page, readAhead] = [100, 1000]
/** Milliseconds for one call, and for the rest of an answer once its status is known. */
const [timeout, restTimeout] = [10_000, 1000]
/** Bytes of an answer that are read, and dropped, so that its connection can be used again. */
const maxAnswer = 64 * 1024

/** Seconds until the next attempt: 5, 10, 20 … */
const backoff = (failures: number): number => 5 * 2 ** (failures - 1)

/** The signature that a receiver computes from the body and its secret: `sha256=<hex of HMAC(time.body)>`. */
export const signatureOf = (secret: string, time: string, body: string): string =>
  `sha256=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`

const notPublic = () => new Error('The host is not public.')

/** Resolves a name for a new connection, if all of its addresses are public. */
const lookupPublic: LookupFunction = (host, _options, answer) => {
  resolveName(host)
    .then((found) => {
      const [first] = found
      if (first === undefined || !found.every(({ address }) => isPublic(address))) throw notPublic()
      answer(null, [first] as never, first.family)
    })
    .catch((cause: NodeJS.ErrnoException) => answer(cause, []))
}

/**
 * Calls a public host by https. Its name is resolved once for each connection, every address must be public, and the
 * connection goes to the address that was checked. Redirects are not followed, and the body is dropped.
 */
export const sendPublic: Send = async (url, headers, body, agent) => {
  const target = new URL(url)
  if (target.protocol !== 'https:') throw new Error('Only https is allowed.')
  const literal = target.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) !== 0 && !isPublic(literal)) throw notPublic()
  const signal = AbortSignal.timeout(timeout)
  const attempt = (): Promise<number> =>
    new Promise((done, fail) => {
      const call = request(
        target,
        {
          method: 'POST',
          headers: { ...headers, 'content-length': Buffer.byteLength(body) },
          agent: agent ?? false,
          signal,
          lookup: lookupPublic,
        },
        (answer) => {
          const limit = setTimeout(() => answer.destroy(), restTimeout)
          let size = 0
          answer.on('data', (chunk: Buffer) => {
            size += chunk.length
            if (size > maxAnswer) answer.destroy()
          })
          // The status is what counts, however the rest of the answer ends.
          answer.on('error', () => {})
          answer.on('close', () => {
            clearTimeout(limit)
            done(answer.statusCode ?? 0)
          })
        },
      )
      call.on('error', (cause: NodeJS.ErrnoException) =>
        // The receiver closed the kept connection at the moment in which it was used again.
        call.reusedSocket && cause.code === 'ECONNRESET' ? attempt().then(done, fail) : fail(cause),
      )
      call.end(body)
    })
  return attempt()
}

const wants = ({ kinds, contracts }: Webhook, { kind, payload }: OutboxEvent): boolean =>
  kinds.includes(kind) &&
  (contracts.length === 0 || contracts.some((contract) => contract === payload.contract))

/** Sends a webhook some events. @returns why it did not accept them; `undefined` if it answered 2xx. */
async function call(
  { config, clock }: ChainDeps,
  { url, secret }: Webhook,
  events: readonly OutboxEvent[],
  send: Send,
  agent: Agent,
): Promise<string | undefined> {
  const body = JSON.stringify({
    chainId: config.id,
    events: events.map((event) => ({ id: event.seq, type: event.kind, data: event.payload })),
  })
  const time = String(unixTime(clock))
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'sluice-webhook',
    'x-sluice-time': time,
    'x-sluice-signature': signatureOf(secret, time, body),
  }
  return send(url, headers, body, agent).then(
    (status) => (status >= 200 && status < 300 ? undefined : `it answered ${status}`),
    (cause: unknown) => (cause instanceof Error ? cause.message : 'it did not answer'),
  )
}

/**
 * Sends a webhook the next events that it wants, a call each.
 * @returns the webhook as it is stored then; `undefined` when it has received everything, or did not accept a call.
 */
async function deliver(
  chain: ChainDeps,
  first: Webhook,
  signal: AbortSignal,
  send: Send,
  agent: Agent,
): Promise<Webhook | undefined> {
  const { db, config, log } = chain
  const events = await readEventsFor(db, config.id, first, readAhead)
  const last = events.at(-1)?.seq
  if (last === undefined) return undefined
  const wanted = events.filter((event) => wants(first, event))
  let webhook: Webhook | undefined = first
  for (let start = 0; webhook !== undefined && !signal.aborted; start += page) {
    const batch = wanted.slice(start, start + page)
    // After its last call the webhook has also received what it does not want.
    const to: string = start + page < wanted.length ? (batch.at(-1)?.seq ?? last) : last
    const called: Webhook = webhook
    const reason = batch.length === 0 ? undefined : await call(chain, called, batch, send, agent)
    if (reason === undefined) webhook = await moveWebhook(db, config.id, called, to)
    else {
      const failures = called.failures + 1
      log.warn({ webhook: called.id, failures, reason }, 'a webhook did not accept its events')
      if (failures < maxAttempts) {
        await postponeWebhook(db, config.id, called, reason, backoff(failures))
        return undefined
      }
      webhook = await db.transaction(async (tx) => {
        const moved = await moveWebhook(tx, config.id, called, to)
        // One that was removed, or set back, meanwhile has no new dead letters.
        if (moved !== undefined) await saveDeadLetters(tx, config.id, called, batch, reason)
        return moved
      })
    }
    if (to === last) return webhook
  }
  return undefined
}

/**
 * Sends every due webhook the events that it has not received, in order and at least once. Events stay in the outbox, so
 * none is lost when a process ends between a call and storing its outcome; a receiver recognizes a repeated event by
 * its id.
 */
export async function sendWebhooks(
  chain: ChainDeps,
  signal: AbortSignal,
  send: Send = sendPublic,
): Promise<void> {
  const { db, config } = chain
  await Promise.all(
    (await dueWebhooks(db, config.id)).map(async (first) => {
      // One call at a time, over one connection while there is more to send.
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      try {
        let webhook: Webhook | undefined = first
        while (webhook !== undefined && !signal.aborted)
          webhook = await deliver(chain, webhook, signal, send, agent)
      } finally {
        agent.destroy()
      }
    }),
  )
}
