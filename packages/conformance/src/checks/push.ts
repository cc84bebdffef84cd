import { routes } from '@sluice/wire'
import { must } from '../answer.ts'
import { type Check, rulesOf } from '../check.ts'

const { extra } = rulesOf('push')

/** Milliseconds until the response has to begin. */
const timeout = 5_000

/** Rules of the event stream, which a provider may have in addition to the routes that every client needs. */
export const pushChecks = (baseUrl: string, get: typeof fetch): readonly Check[] => [
  extra('push', 'Changes are sent as server-sent events, so that clients need not poll.', async () => {
    const stop = new AbortController()
    const timer = setTimeout(() => stop.abort(), timeout)
    try {
      const response = await get(`${baseUrl}${routes.events.path}`, {
        headers: { accept: 'text/event-stream' },
        redirect: 'manual',
        signal: stop.signal,
      })
      const type = response.headers.get('content-type') ?? ''
      must(response.status === 200, `${routes.events.path} returned ${response.status}.`)
      must(type.includes('text/event-stream'), `The content type is "${type}".`)
    } finally {
      clearTimeout(timer)
      stop.abort()
    }
  }),
]
