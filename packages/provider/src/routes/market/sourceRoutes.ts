import { orderSource } from '@sluice/wire'
import { ApiError } from '../../apiError.ts'
import { param } from '../../http/parameters.ts'
import { isSourceOf } from '../../storage/pages/sourcePages.ts'
import { sourceView } from '../../views/orderView.ts'
import { pageOf } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'
import { maxSources } from './sourceList.ts'

/** The marketplaces of orders, and the redirect from a token to a marketplace that lists it. */
export const sourceRoutes = [
  defineRoute({
    method: 'GET',
    path: '/sources/v1',
    summary: 'Marketplaces that orders name.',
    answer: pageOf('sources', orderSource),
    query: {
      domain: param.texts(253),
      domains: param.texts(253),
      limit: param.limit(maxSources, 100),
    },
    handler: async ({ query: { domain, domains, limit }, context }) => {
      const wanted = new Set([...domains, ...domain])
      const sources = (await context.sources()).filter((one) => wanted.size === 0 || wanted.has(one))
      return { sources: sources.slice(0, limit).map((one) => sourceView(one)), continuation: null }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/redirect/sources/{source}/tokens/{token}/link/v2',
    summary: 'Redirects to a token at the marketplace that an order for it names.',
    answer: 'redirect',
    fromReplica: true,
    handler: async ({ path: { source, token }, context: { chain }, c }) => {
      const domain = source.toLowerCase()
      const { contract, tokenId } = token
      const isName = /^(?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63}$/.test(domain)
      // Redirects only to a domain that an order of the token itself names, never to one that only the link names.
      if (!isName || !(await isSourceOf(chain.db, chain.config.id, domain, contract, tokenId)))
        throw new ApiError('notFound', 'No order of this token names that source', { field: 'source' })
      return c.redirect(`https://${domain}/${contract}/${tokenId}`, 302)
    },
  }),
]
