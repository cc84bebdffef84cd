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

/** A page of an app: it has the named field, or says in the common error format that the route does not exist. */
const page = (id: string, rule: string, field: string, look: (found: Found) => Question): Check =>
  extra(id, rule, async ({ ask, providerData }) => {
    const { name, order } = listedToken(providerData)
    const found = { collection: anyCollection(providerData).id, token: name, maker: order.maker }
    const { path, ...options } = look(found)
    const answer = await ask(path, options)
    must(read(answer, (body) => fieldAt(body, field)) !== undefined, `${path} has no ${field}.`, answer)
  })

/** A picture, a redirect to one, or an error that there is none. */
function isPicture(answer: Answer): void {
  if (answer.status === 404) return void mustReject(answer)
  const type = answer.headers.get('content-type') ?? ''
  const place = answer.headers.get('location') ?? ''
  const redirects = answer.status >= 300 && answer.status < 400
  must(redirects || answer.status === 200, `${answer.path} answered ${answer.status}.`, answer)
  must(
    redirects ? place !== '' : type.startsWith('image/'),
    redirects ? 'The redirect names no place.' : `The content type is "${type}".`,
  )
}

const picture = (id: string, rule: string, path: (found: Found) => string): Check =>
  expected(id, rule, async ({ ask, providerData }) => {
    const { name, order } = listedToken(providerData)
    isPicture(
      await ask(path({ collection: anyCollection(providerData).id, token: name, maker: order.maker })),
    )
  })

/** A signature for something that does not exist is rejected; a route that is not offered is 404 in the same format. */
const refusedSignature = (id: string, path: string, body: object): Check =>
  extra(id, `${path} refuses what it never asked for.`, async ({ ask }) => {
    mustReject(await ask(path, { query: { signature: wrongSignature }, body }))
  })

/** What pages of older and other apps request besides trading. */
export const appChecks: readonly Check[] = [
  expected('conversion', 'Prices are converted, or said to have no rate.', async ({ ask }) => {
    const answer = await ask('/currencies/conversion/v1', { query: { from: zeroAddress, to: 'usd' } })
    const rates = read(answer, (body) => [fieldAt(body, 'conversion'), fieldAt(body, 'usd')])
    for (const value of rates)
      must(value === null || /^[0-9]+(?:\.[0-9]+)?$/.test(String(value)), 'A rate is no number.', answer)
  }),
  picture(
    'token-picture',
    'The picture of a token is had by a stable link.',
    ({ token }) => `/redirect/tokens/${token}/image/v1`,
  ),
  picture(
    'collection-picture',
    'The picture of a collection is had by a stable link.',
    ({ collection }) => `/redirect/collections/${collection}/image/v1`,
  ),
  picture(
    'source-logo',
    'The logo of a source is had by a stable link.',
    () => '/redirect/sources/host.example/logo/v2',
  ),
  picture(
    'currency-icon',
    'The icon of a currency is had by a stable link.',
    () => `/redirect/currency/${zeroAddress}/icon/v1`,
  ),
  extra(
    'source-link',
    'The page of a token at its source is had by a stable link.',
    async ({ ask, providerData }) => {
      const { name } = listedToken(providerData)
      const answer = await ask(`/redirect/sources/host.example/tokens/${name}/link/v2`)
      if (answer.status >= 400) return void mustReject(answer)
      const place = answer.headers.get('location') ?? ''
      must(answer.status >= 300 && /^https?:\/\//.test(place), `It answered ${answer.status}.`, answer)
    },
  ),
  refusedSignature('auth-signature', '/execute/auth-signature/v1', { kind: 'blur', id: unknownId }),
  refusedSignature('permit-signature', '/execute/permit-signature/v1', { id: unknownId }),
  refusedSignature('pre-signature', '/execute/pre-signature/v1', { id: unknownId }),
  extra('mint', 'Minting is planned, or said to be absent.', async ({ ask, stranger, providerData }) => {
    const { id } = anyCollection(providerData)
    const answer = await ask('/execute/mint/v1', {
      body: { items: [{ collection: id, quantity: 1 }], taker: stranger },
    })
    if (answer.status !== 200) mustReject(answer)
  }),
  extra('call', 'Calls on other chains are planned, or said to be absent.', async ({ ask, stranger }) => {
    const answer = await ask('/execute/call/v1', {
      body: { user: stranger, txs: [], originChainId: 1 },
    })
    if (answer.status !== 200) mustReject(answer)
  }),
  extra(
    'capacity',
    'The capacity for trades across chains is told, or said to be absent.',
    async ({ ask }) => {
      const answer = await ask('/execute/solve/capacity/v2', { body: { kind: 'cross-chain-intent' } })
      if (answer.status !== 200) return void mustReject(answer)
      const capacity = fieldAt(answer.json(), 'capacityPerRequest')
      must(/^[0-9]+$/.test(String(capacity)), 'capacityPerRequest is no number.', answer)
    },
  ),
  extra('execution-status', 'An unknown transaction is no success.', async ({ ask }) => {
    const answer = await ask('/execute/status/v1', { body: { kind: 'transaction', id: unknownHash } })
    if (answer.status !== 200) return void mustReject(answer)
    must(
      fieldAt(answer.json(), 'status') !== 'success',
      'It says that an unknown transaction succeeded.',
      answer,
    )
  }),
  page('tokens-v6', 'Tokens are had by the older route.', 'tokens', ({ token }) => ({
    path: '/tokens/v6',
    query: { tokens: token },
  })),
  page('collections-of-user', 'The collections of an account are had.', 'collections', ({ maker }) => ({
    path: `/users/${maker}/collections/v4`,
    query: { limit: 1 },
  })),
  page('top-bids', 'The best offers for what an account owns are had.', 'topBids', ({ maker }) => ({
    path: `/orders/users/${maker}/top-bids/v4`,
    query: { limit: 1 },
  })),
  page('trending', 'Collections that are traded now are had.', 'collections', () => ({
    path: '/collections/trending/v1',
    query: { period: '24h', limit: 1 },
  })),
  page('trending-mints', 'Collections that are minted now are had.', 'mints', () => ({
    path: '/collections/trending-mints/v1',
    query: { period: '24h', limit: 1 },
  })),
  page('search', 'Collections are found by the beginning of their name.', 'collections', () => ({
    path: '/search/collections/v2',
    query: { prefix: 'a', limit: 1 },
  })),
  page('chain-stats', 'What the chain traded is told.', 'stats', () => ({ path: '/chain/stats/v1' })),
  page('sources', 'The sources of orders are had.', 'sources', () => ({
    path: '/sources/v1',
    query: { limit: 1 },
  })),
  page('owners', 'The owners of a collection are had.', 'owners', ({ collection }) => ({
    path: '/owners/v2',
    query: { collection, limit: 1 },
  })),
  page('cross-posting', 'Orders on their way to other books are had.', 'orders', () => ({
    path: '/cross-posting-orders/v1',
    query: { limit: 1 },
  })),
  extra(
    'refresh-collection',
    'A collection is refreshed, or said to be refreshed too often.',
    async (context) => {
      const { id } = anyCollection(context.providerData)
      const answer = await context.ask('/collections/refresh/v2', { body: { collection: id } })
      if (answer.status !== 200) mustReject(answer)
    },
  ),
]
