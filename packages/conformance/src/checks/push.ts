import { routes } from '@sluice/wire'
import { must } from '../answer.ts'
import { type Check, rulesOf } from '../check.ts'

const { extra } = rulesOf('push')

/** Rules of the event stream, which a provider may have in addition to the routes that every client needs. */
export const pushChecks = (baseUrl: string, get: typeof fetch): readonly Check[] => [
  extra('push', 'Changes are sent as server-sent events, so that clients need not poll.', async () => {
    const stop = new AbortController()
    try {
      const response = await get(`${baseUrl}${routes.events.path}`, {
        headers: { accept: 'text/event-stream' },
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(5_000)]),
      })
      const type = response.headers.get('content-type') ?? ''
      must(response.status === 200, `${routes.events.path} returned ${response.status}.`)
      must(type.includes('text/event-stream'), `The content type is "${type}".`)
    } finally {
      stop.abort()
    }
  }),
]
