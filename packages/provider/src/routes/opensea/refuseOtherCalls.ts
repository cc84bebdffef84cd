import { executeCode } from '@sluice/wire'
import type { Hono } from 'hono'
import { errorBodyOf } from '../../http/errorResponse.ts'

/** Why calls of OpenSea's API are not served, by their path below `/api/v2`; the first that fits. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/^\/auth\//, 'No API key is needed here.'],
  [/\/actions$/, 'Action lists are not served here: ask for fulfillment data, or sign and post the order.'],
  [/^\/drops/, 'Mints are not served under OpenSea’s interface.'],
  [/cross_chain/, 'One chain is served at this address, and no other is paid from.'],
  [
    /^\/(?:swap|tokens|token-groups)\b|^\/chain\/[^/]+\/token\/|^\/account\/[^/]+\/(?:token|portfolio|pnl)/,
    'Fungible tokens and portfolios are not served here.',
  ],
  [/^\/(?:accounts|profile|watchlist|saved-tools|tools)\b|\/favorites$/, 'Profiles are not kept here.'],
  [/^\/collections\/(?:trending|top)$/, 'Ranks are not served here: list collections by volume.'],
  [/^/, 'This call of OpenSea’s API is not served here.'],
]

/** Calls whose last word stands where a slug could. */
const besideSlugs = ['/api/v2/collections/trending', '/api/v2/collections/top']

/**
 * Serves routes of OpenSea's API, and answers every other call of it with 501 and a sentence.
 * @param mount serves the routes.
 */
export function refuseOtherCalls(app: Hono, mount: () => void): void {
  const refuse = (place: string) =>
    app.all(place, (c) => {
      const path = c.req.path.slice(c.req.path.indexOf('/api/v2') + '/api/v2'.length)
      const reason = reasons.find(([pattern]) => pattern.test(path))?.[1] ?? ''
      return c.json({ ...errorBodyOf(executeCode.notServed, reason), errors: [reason] }, 501)
    })
  besideSlugs.forEach(refuse)
  mount()
  refuse('/api/v2/*')
}
