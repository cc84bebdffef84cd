import { routes } from '@sluice/wire'
import { must } from '../answer.ts'
import { type Check, rulesOf } from '../check.ts'

const { extra } = rulesOf('push')

/** What a provider may offer beyond the routes that every client needs. */
export const pushChecks = (baseUrl: string, get: typeof fetch): readonly Check[] => [
  extra('push', 'It tells changes by server-sent events, so that nobody waits for a timer.', async () => {
    const stop = new AbortController()
    try {
      const response = await get(`${baseUrl}${routes.events.path}`, {
        headers: { accept: 'text/event-stream' },
        redirect: 'manual',
        signal: AbortSignal.any([stop.signal, AbortSignal.timeout(5_000)]),
      })
      const type = response.headers.get('content-type') ?? ''
      must(response.status === 200, `${routes.events.path} answered ${response.status}.`)
      must(type.includes('text/event-stream'), `The content type is "${type}".`)
    } finally {
      stop.abort()
    }
  }),
]
