import { zeroAddress } from '@sluice/seaport'
import { type Answer, must } from '../answer.ts'
import type { AskOptions } from '../ask.ts'
import { anyCollection, type Check, listedToken, rulesOf } from '../check.ts'
import { fieldAt, mustReject, read } from '../read.ts'

const { expected, extra } = rulesOf('apps')

const unknownHash = `0x${'ef'.repeat(32)}`
const wrongSignature = `0x${'11'.repeat(64)}1b`
const unknownId = '00000000-0000-4000-8000-000000000000'

type Found = { readonly collection: string; readonly token: string; readonly maker: string }
type Question = { readonly path: string } & AskOptions

/** Creates a rule that the response of a read has the named field. */
const page = (id: string, rule: string, field: string, look: (found: Found) => Question): Check =>
  extra(id, rule, async ({ ask, providerData }) => {
    const { name, order } = listedToken(providerData)
    const found = { collection: anyCollection(providerData).id, token: name, maker: order.maker }
    const { path, ...options } = look(found)
    const answer = await ask(path, options)
    must(read(answer, (body) => fieldAt(body, field)) !== undefined, `${path} has no ${field}.`, answer)
  })

/** Fails the check unless the response is an image, a redirect to one, or a 404. */
function isPicture(answer: Answer): void {
  if (answer.status === 404) return void mustReject(answer)
  const type = answer.headers.get('content-type') ?? ''
  const location = answer.headers.get('location') ?? ''
  const redirects = answer.status >= 300 && answer.status < 400
  must(redirects || answer.status === 200, `${answer.path} returned ${answer.status}.`, answer)
  must(
    redirects ? location !== '' : type.startsWith('image/'),
    redirects ? 'The redirect has no location.' : `The content type is "${type}".`,
  )
}

const picture = (id: string, rule: string, path: (found: Found) => string): Check =>
  expected(id, rule, async ({ ask, providerData }) => {
    const { name, order } = listedToken(providerData)
    isPicture(
      await ask(path({ collection: anyCollection(providerData).id, token: name, maker: order.maker })),
    )
  })

/** Creates a rule that a signature for something unknown is rejected. A route that does not exist returns 404. */
const rejectedSignature = (id: string, path: string, body: object): Check =>
  extra(id, `${path} rejects a signature that was never requested.`, async ({ ask }) => {
    mustReject(await ask(path, { query: { signature: wrongSignature }, body }))
  })

/** Rules of routes that older and other apps use in addition to trading. */
export const appChecks: readonly Check[] = [
  expected(
    'conversion',
    'The conversion rate of a currency is a number, or null if there is none.',
    async ({ ask }) => {
      const answer = await ask('/currencies/conversion/v1', { query: { from: zeroAddress, to: 'usd' } })
      const rates = read(answer, (body) => [fieldAt(body, 'conversion'), fieldAt(body, 'usd')])
      for (const value of rates)
        must(value === null || /^[0-9]+(?:\.[0-9]+)?$/.test(String(value)), 'A rate is not a number.', answer)
    },
  ),
  picture(
    'token-picture',
    'The image of a token has a stable URL.',
    ({ token }) => `/redirect/tokens/${token}/image/v1`,
  ),
  picture(
    'collection-picture',
    'The image of a collection has a stable URL.',
    ({ collection }) => `/redirect/collections/${collection}/image/v1`,
  ),
  picture(
    'source-logo',
    'The logo of a source has a stable URL.',
    () => '/redirect/sources/host.example/logo/v2',
  ),
  picture(
    'currency-icon',
    'The icon of a currency has a stable URL.',
    () => `/redirect/currency/${zeroAddress}/icon/v1`,
  ),
  extra(
    'source-link',
    'The page of a token at its source has a stable URL.',
    async ({ ask, providerData }) => {
      const { name } = listedToken(providerData)
      const answer = await ask(`/redirect/sources/host.example/tokens/${name}/link/v2`)
      if (answer.status >= 400) return void mustReject(answer)
      const location = answer.headers.get('location') ?? ''
      must(answer.status >= 300 && /^https?:\/\//.test(location), `It returned ${answer.status}.`, answer)
    },
  ),
  rejectedSignature('auth-signature', '/execute/auth-signature/v1', { kind: 'blur', id: unknownId }),
  rejectedSignature('permit-signature', '/execute/permit-signature/v1', { id: unknownId }),
  rejectedSignature('pre-signature', '/execute/pre-signature/v1', { id: unknownId }),
  extra(
    'mint',
    'A mint returns a plan, or an error in the common format.',
    async ({ ask, stranger, providerData }) => {
      const { id } = anyCollection(providerData)
      const answer = await ask('/execute/mint/v1', {
        body: { items: [{ collection: id, quantity: 1 }], taker: stranger },
      })
      if (answer.status !== 200) mustReject(answer)
    },
  ),
  extra(
    'call',
    'A call on another chain returns a plan, or an error in the common format.',
    async ({ ask, stranger }) => {
      const answer = await ask('/execute/call/v1', {
        body: { user: stranger, txs: [], originChainId: 1 },
      })
      if (answer.status !== 200) mustReject(answer)
    },
  ),
  extra(
    'capacity',
    'The capacity for trades across chains is a number, or the request is rejected in the common format.',
    async ({ ask }) => {
      const answer = await ask('/execute/solve/capacity/v2', { body: { kind: 'cross-chain-intent' } })
      if (answer.status !== 200) return void mustReject(answer)
      const capacity = fieldAt(answer.json(), 'capacityPerRequest')
      must(/^[0-9]+$/.test(String(capacity)), 'capacityPerRequest is not a number.', answer)
    },
  ),
  extra('execution-status', 'The status of an unknown transaction is not success.', async ({ ask }) => {
    const answer = await ask('/execute/status/v1', { body: { kind: 'transaction', id: unknownHash } })
    if (answer.status !== 200) return void mustReject(answer)
    must(
      fieldAt(answer.json(), 'status') !== 'success',
      'The status of an unknown transaction is success.',
      answer,
    )
  }),
  page('tokens-v6', 'Tokens can be read from the older route.', 'tokens', ({ token }) => ({
    path: '/tokens/v6',
    query: { tokens: token },
  })),
  page('collections-of-user', 'The collections of an account can be read.', 'collections', ({ maker }) => ({
    path: `/users/${maker}/collections/v4`,
    query: { limit: 1 },
  })),
  page('top-bids', 'The best offers for the tokens of an account can be read.', 'topBids', ({ maker }) => ({
    path: `/orders/users/${maker}/top-bids/v4`,
    query: { limit: 1 },
  })),
  page('trending', 'The most traded collections can be read.', 'collections', () => ({
    path: '/collections/trending/v1',
    query: { period: '24h', limit: 1 },
  })),
  page('trending-mints', 'The most minted collections can be read.', 'mints', () => ({
    path: '/collections/trending-mints/v1',
    query: { period: '24h', limit: 1 },
  })),
  page('search', 'Collections can be searched by the beginning of their name.', 'collections', () => ({
    path: '/search/collections/v2',
    query: { prefix: 'a', limit: 1 },
  })),
  page('chain-stats', 'The statistics of the chain can be read.', 'stats', () => ({
    path: '/chain/stats/v1',
  })),
  page('sources', 'The sources of orders can be read.', 'sources', () => ({
    path: '/sources/v1',
    query: { limit: 1 },
  })),
  page('owners', 'The owners of a collection can be read.', 'owners', ({ collection }) => ({
    path: '/owners/v2',
    query: { collection, limit: 1 },
  })),
  page('cross-posting', 'Orders that are being posted to other order books can be read.', 'orders', () => ({
    path: '/cross-posting-orders/v1',
    query: { limit: 1 },
  })),
  extra(
    'refresh-collection',
    'A collection is refreshed, or the request is rejected in the common format.',
    async (context) => {
      const { id } = anyCollection(context.providerData)
      const answer = await context.ask('/collections/refresh/v2', { body: { collection: id } })
      if (answer.status !== 200) mustReject(answer)
    },
  ),
]
