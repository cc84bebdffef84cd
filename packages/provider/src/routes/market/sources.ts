import type { Hono } from 'hono'
import { Refusal } from '../../apiError.ts'
import { tokenParam } from '../../http/pathParameters.ts'
import { readQuery } from '../../http/query.ts'
import type { Scope } from '../../http/scope.ts'
import { isSourceOf, listSources } from '../../storage/pages/sourcePages.ts'
import { sourceView } from '../../views/orderView.ts'

/** Milliseconds that the list of marketplaces is kept: it is read from every order there is. */
const freshness = 60_000
const most = 500

/** `GET /sources/v1`, and the way from a token to the marketplace that lists it. */
export function sourceRoutes(app: Hono, { chain }: Scope): void {
  const { db, config, clock } = chain
  let kept: { readonly at: number; readonly domains: Promise<readonly string[]> } | undefined
  const domains = (): Promise<readonly string[]> => {
    if (kept === undefined || clock() - kept.at > freshness) {
      const reading = listSources(db, config.id, most)
      reading.catch(() => {
        // A list that could not be read is asked for again by the next request.
        kept = undefined
      })
      kept = { at: clock(), domains: reading }
    }
    return kept.domains
  }

  app.get('/sources/v1', async (c) => {
    const query = readQuery(c)
    const wanted = query.texts('domains', 253).concat(query.texts('domain', 253))
    const limit = query.limit(100, most)
    const found = (await domains()).filter((domain) => wanted.length === 0 || wanted.includes(domain))
    return c.json({ sources: found.slice(0, limit).map((domain) => sourceView(domain)), continuation: null })
  })

  // Nobody is sent to a place that only the link itself names: the token's own orders must name it too.
  app.get('/redirect/sources/:source/tokens/:token/link/v2', async (c) => {
    const domain = c.req.param('source').toLowerCase()
    const { contract, tokenId } = tokenParam(c)
    const isName = /^(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(domain)
    if (!isName || !(await isSourceOf(db, config.id, domain, contract, tokenId)))
      throw new Refusal('notFound', 'No order of this token names that source', { field: 'source' })
    return c.redirect(`https://${domain}/${contract}/${tokenId}`, 302)
  })
}
