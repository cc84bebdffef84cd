import { writeFileSync } from 'node:fs'
import type { TypedDataDefinition } from 'viem'
import { type Example, examplesFile, idOfRoute } from './examples.ts'
import { localSigner, signStatements } from './localSigner.ts'

/**
 * `npm run docs record`, while `npm start` is running: asks its first chain once for each route and keeps what was
 * asked and answered, for the pages of the routes.
 */
const base = process.argv[2] ?? 'http://127.0.0.1:4700/harbor'
const stranger = `0x${'51'.repeat(20)}`

type Query = Readonly<Record<string, string | number>>
type Question = {
  /** As the interface names it: `/users/{user}/tokens/v10`. */
  readonly route: string
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Query
  readonly body?: unknown
  /** What a reader of this very answer has to know. */
  readonly about?: string
}
type Json = { readonly [key: string]: Json } & readonly Json[] & string

/** Lists are cut to two entries, for a reader. */
const cut = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 2).map(cut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cut(inner)]))
}

function pathOf({ route, path = {}, query = {} }: Question): string {
  const filled = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** JSON as it is; of anything else what it is and how long, or where it leads. */
async function answerOf(response: Response): Promise<unknown> {
  const { headers, status } = response
  const kind = headers.get('content-type') ?? ''
  if (status >= 300 && status < 400) return `location: ${headers.get('location')}`
  if (!kind.startsWith('image/'))
    return JSON.parse((await response.text()).replaceAll(new URL(base).origin, 'http://127.0.0.1:4700'))
  return `content-type: ${kind}\n\n${(await response.arrayBuffer()).byteLength} bytes`
}

async function ask(question: Question): Promise<Example> {
  const { body, about } = question
  const path = pathOf(question)
  const method = body === undefined ? 'GET' : 'POST'
  const response = await fetch(`${base}${path}`, {
    method,
    redirect: 'manual',
    ...(body === undefined
      ? {}
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  return {
    method,
    path,
    ...(about === undefined ? {} : { about }),
    ...(body === undefined ? {} : { body }),
    status: response.status,
    answer: await answerOf(response),
  }
}

const read = async (route: string, query: Query = {}): Promise<Json> =>
  (await ask({ route, query })).answer as Json

const [collection, other] = (await read('/collections/v7', { limit: 2 })).collections ?? []
if (collection === undefined || other === undefined) throw new Error(`${base} holds no two collections.`)
const id = String(collection.id)
const byPrice = { sortBy: 'price', limit: 50 }
const listings = (await read('/orders/asks/v5', { contracts: id, ...byPrice, includeRawData: 'true' })).orders
const offers = (await read('/orders/bids/v6', { collection: id, ...byPrice })).orders
const listing = listings?.find(({ tokenSetId }) => String(tokenSetId).startsWith('token:'))
const [offer] = offers ?? []
if (listing === undefined || offer === undefined) throw new Error(`${base} holds no listing or no offer.`)
const maker = String(listing.maker)
const token = String(listing.tokenSetId).slice('token:'.length)
const tokens = (await read('/tokens/v7', { collection: id, limit: 100 })).tokens ?? []
const owners = tokens.map((one) => one.token).filter((one) => one?.owner !== offer.maker)
const [owned] = owners
const [sale] =
  (await read('/collections/activity/v6', { collection: id, types: 'sale', limit: 1 })).activities ?? []
const txHash = String(sale?.txHash ?? `0x${'ef'.repeat(32)}`)
const requestId = '00000000-0000-4000-8000-000000000000'
const own = { source: 'shop.example' }
/** What a plan asks a wallet to sign, and where the signature goes. */
type Signing = {
  readonly sign: Omit<TypedDataDefinition, 'message'> & { readonly value: Record<string, unknown> }
  readonly post: { readonly endpoint: string; readonly body: unknown }
}

/** The last thing to sign of a plan, signed by one of the local chain's well-known accounts. */
async function signed(plan: Question, account: string): Promise<Question> {
  const { steps } = (await ask(plan)).answer as {
    steps: readonly { kind: string; items: { data: Signing }[] }[]
  }
  const data = steps.findLast(({ kind }) => kind === 'signature')?.items[0]?.data
  if (data === undefined) throw new Error(`${account} has nothing to sign here.`)
  const { value, ...definition } = data.sign
  const signature = await localSigner(account).signTypedData({
    ...definition,
    message: value,
  } as TypedDataDefinition)
  return { route: data.post.endpoint, query: { signature }, body: data.post.body }
}

// Listed in the provider's own zone, so that it can be taken back by a signature: the market stays as it was.
const options = { 'seaport-v1.6': { useOffChainCancellation: true } }
async function listed(...prices: readonly string[]): Promise<Example> {
  const params = prices.map((weiPrice) => ({
    token,
    weiPrice,
    options,
    orderKind: 'seaport-v1.6',
    orderbook: 'reservoir',
  }))
  return ask(await signed({ route: '/execute/list/v5', body: { maker, ...own, params } }, maker))
}
const one = await listed('2000000000000000000')
const several = await listed('2100000000000000000', '2200000000000000000')
const link = await ask({
  route: '/redirect/sources/{source}/tokens/{token}/link/v2',
  path: { ...own, token },
})
const { orderId } = one.answer as { orderId: string }
const { results } = several.answer as { results: readonly { orderId: string }[] }
const orderIds = [orderId, ...results.map((result) => result.orderId)]
const takenBack = await signed({ route: '/execute/cancel/v3', body: { orderIds } }, maker)

const coin = String(offer.price?.currency?.contract)
const { announced, withdrawn } = await signStatements(Number(collection.chainId), maker, token, coin)

const questions: readonly Question[] = [
  announced,
  { route: '/auctions/v1', query: { collection: id } },
  withdrawn,
  { route: '/execute/buy/v7', body: { items: [{ token }], taker: stranger, skipBalanceCheck: true, ...own } },
  {
    route: '/execute/sell/v7',
    body: {
      items: [{ token: `${owned?.contract}:${owned?.tokenId}`, quantity: 1 }],
      taker: owned?.owner,
      ...own,
    },
  },
  {
    route: '/execute/list/v5',
    body: {
      maker,
      ...own,
      params: [{ token, weiPrice: '1250000000000000000', orderKind: 'seaport-v1.6', orderbook: 'reservoir' }],
    },
  },
  {
    route: '/execute/bid/v5',
    body: {
      maker: offer.maker,
      ...own,
      params: [
        { collection: id, weiPrice: '100000000000000000', orderKind: 'seaport-v1.6', orderbook: 'reservoir' },
      ],
    },
  },
  { route: '/execute/cancel/v3', body: { orderIds: [listing.id] } },
  { route: '/execute/transfer/v1', body: { from: maker, to: stranger, items: [{ token, quantity: 1 }] } },
  { route: '/execute/results/v1', body: { requestId, stepId: 'sale', txHash } },
  { route: '/execute/status/v1', body: { kind: 'transaction', id: txHash } },
  takenBack,
  ...['auth', 'pre', 'permit'].map((kind) => ({
    route: `/execute/${kind}-signature/v1`,
    body: { id: requestId },
    about: 'No plan of this provider asks for such a signature; a client that sends one hears so.',
  })),
  {
    route: '/execute/mint/v1',
    body: { taker: stranger },
    about: 'Nothing is minted here; a client that asks hears so, and goes on to what is for sale.',
  },
  {
    route: '/execute/call/v1',
    body: { user: stranger },
    about: 'Nothing is called on other chains; a client that asks hears so.',
  },
  { route: '/execute/solve/capacity/v2', body: {} },
  {
    route: '/tokens/flag/v1',
    body: { token, flag: 1 },
    about:
      'Asked without the operator’s key. With a key of scope `admin` it answers as the refreshing routes do.',
  },
  {
    route: '/tokens/refresh/v1',
    body: { token, liquidityOnly: true },
  },
  { route: '/tokens/refresh/v2', body: { tokens: [token], liquidityOnly: true } },
  { route: '/collections/refresh/v1', body: { collection: other.id } },
  { route: '/collections/refresh/v2', body: { collection: id } },
  {
    route: '/token-sets/v1',
    body: { tokens: owners.slice(0, 2).map((one) => `${one?.contract}:${one?.tokenId}`) },
  },
  { route: '/transactions/{txHash}/synced/v1', path: { txHash } },
  { route: '/transactions/synced/v2', query: { txHash } },
  { route: '/transfers/bulk/v1', query: { txHash } },
  { route: '/transfers/bulk/v2', query: { txHash } },
  { route: '/transfers/v4', query: { txHash } },
  { route: '/sales/v6', query: { collection: id, limit: 1 } },
  { route: '/tokens/ids/v1', query: { collection: id, limit: 2 } },
  { route: '/tokens/v7', query: { tokens: token, includeTopBid: 'true', includeAttributes: 'true' } },
  { route: '/tokens/v6', query: { tokens: token } },
  { route: '/collections/v7', query: { id } },
  { route: '/collections/v6', query: { id } },
  { route: '/collections/v5', query: { id } },
  { route: '/collections/{collection}/attributes/all/v4', path: { collection: id } },
  { route: '/collections/{collection}/attributes/all/v2', path: { collection: id } },
  { route: '/collections/{collection}/supported-marketplaces/v1', path: { collection: id } },
  { route: '/collections/{collection}/marketplace-configurations/v1', path: { collection: id } },
  { route: '/collections/{collection}/marketplace-configurations/v2', path: { collection: id } },
  { route: '/orders/asks/v5', query: { token } },
  { route: '/orders/bids/v6', query: { ids: String(offer.id) } },
  { route: '/users/{user}/asks/v1', path: { user: maker }, query: { limit: 1 } },
  { route: '/users/{user}/bids/v1', path: { user: String(offer.maker) }, query: { limit: 1 } },
  { route: '/users/{user}/tokens/v10', path: { user: maker }, query: { limit: 1, includeTopBid: 'true' } },
  { route: '/users/{user}/tokens/v7', path: { user: maker }, query: { limit: 1 } },
  { route: '/users/{user}/collections/v3', path: { user: maker }, query: { limit: 1 } },
  { route: '/users/{user}/collections/v4', path: { user: maker }, query: { limit: 1 } },
  { route: '/tokens/{token}/activity/v5', path: { token }, query: { limit: 1 } },
  { route: '/collections/activity/v6', query: { collection: id, types: 'sale', limit: 1 } },
  { route: '/users/activity/v6', query: { users: maker, limit: 1 } },
  { route: '/search/activities/v1', query: { collections: id, limit: 1 } },
  { route: '/search/collections/v1', query: { prefix: String(collection.name).slice(0, 3), limit: 1 } },
  { route: '/search/collections/v2', query: { prefix: String(collection.name).slice(0, 3), limit: 1 } },
  { route: '/collections/trending-mints/v1', query: { period: '24h', limit: 1 } },
  { route: '/orders/users/{user}/top-bids/v4', path: { user: maker }, query: { limit: 1 } },
  { route: '/sources/v1', query: { limit: 1 } },
  { route: '/collections/trending/v1', query: { period: '24h', limit: 1 } },
  { route: '/currencies/rates/v1' },
  { route: '/currencies/conversion/v1', query: { from: `0x${'0'.repeat(40)}`, to: 'usd' } },
  { route: '/chain/stats/v1' },
  { route: '/owners/v1', query: { collection: id, limit: 1 } },
  { route: '/owners/v2', query: { collection: id, limit: 1 } },
  { route: '/cross-posting-orders/v1', query: { limit: 1 } },
  { route: '/redirect/tokens/{token}/image/v1', path: { token } },
  { route: '/redirect/collections/{collection}/image/v1', path: { collection: id } },
  { route: '/redirect/sources/{source}/logo/v2', path: own },
  { route: '/redirect/currency/{currency}/icon/v1', path: { currency: `0x${'0'.repeat(40)}` } },
  { route: '/health' },
]

/** The first event that the stream sends to a reader who missed all but the first. */
async function firstEvent(): Promise<Example> {
  const path = '/events?lastEventId=1'
  const response = await fetch(`${base}${path}`, { signal: AbortSignal.timeout(10_000) })
  const decoder = new TextDecoder()
  let said = ''
  for await (const chunk of response.body ?? []) {
    said += decoder.decode(chunk as Uint8Array, { stream: true })
    const event = said.split('\n\n').find((part) => part.includes('data:'))
    if (event !== undefined && said.includes(`${event}\n\n`))
      return { method: 'GET', path, status: response.status, answer: event }
  }
  throw new Error('The stream of events ended without one.')
}

const examples: Record<string, Example> = {
  'get-events': await firstEvent(),
  'post-order-v3': one,
  'post-order-v4': several,
  [idOfRoute('GET', '/redirect/sources/{source}/tokens/{token}/link/v2')]: link,
}
for (const question of questions) {
  const example = await ask(question)
  const { method, status } = example
  examples[idOfRoute(method, question.route)] = { ...example, answer: cut(example.answer) }
  console.log(`${status} ${method} ${question.route}`)
}
writeFileSync(examplesFile, `${JSON.stringify(examples, null, 2)}\n`)
