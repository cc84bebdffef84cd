import { join, resolve } from 'node:path'
import { type Address, isAddressEqual } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stack } from '../../../devnet/src/stack/stack.ts'
import { startTestStack } from '../../../devnet/test/testStack.ts'
import { allRoutes } from '../../src/routes/allRoutes.ts'
import { checkDefined, faultsOf } from '../support/definedAnswers.ts'
import { typeErrors } from '../support/typeErrors.ts'

const root = resolve(import.meta.dirname, '../../../..')
const types = join(root, 'peers/sdk-2.5/node_modules/@reservoir0x/reservoir-sdk/dist/index.d.ts')

/**
 * Where the published types say less than the ancestor answered: of alternatives they name the first, and of a record
 * with any keys the word "string" as its one key.
 */
const impreciseTypes = [
  /"kind": "(collection|attribute|custom)"/,
  /marketplace-configurations\/v[12] "seaport-v1\.[56]": .*readonly string\?/,
]

/** Routes of ours that the ancestor's SDK knows nothing of, and those that answer no JSON. */
const ours = ['/auctions/', '/events', '/health', '/redirect/', '/currencies/rates/', '/api/v2/']

let stack: Stack
beforeAll(async () => {
  stack = await startTestStack({ size: 12, history: true })
})
afterAll(() => stack?.stop())

/** Fields that we add, which the ancestor's clients pass over. */
const ownFields = ['isCovered']

/** As the ancestor does it, what is not there may be given as null: its types leave it out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((each) => each !== null).map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      each === null || ownFields.includes(key) ? [] : [[key, withoutNulls(each)]],
    ),
  )
}

/** Asks for as much as each route can show: filters that find something, every flag set. */
function queryFor(path: string, { user, collection, txHash }: Readonly<Record<string, string>>): string {
  const tokens = `collection=${collection}&includeTopBid=true&includeLastSale=true&includeAttributes=true`
  const held = 'includeTopBid=true&includeLastSale=true&includeAttributes=true'
  const queries: Readonly<Record<string, string>> = {
    '/tokens/v6': tokens,
    '/tokens/v7': tokens,
    '/collections/v7': 'includeAttributes=true',
    '/users/:user/tokens/v7': held,
    '/users/:user/tokens/v10': held,
    '/orders/asks/v5': `contracts=${collection}&status=any&includeCriteriaMetadata=true&includeRawData=true`,
    '/orders/bids/v6': `contracts=${collection}&status=any&includeCriteriaMetadata=true&includeRawData=true`,
    '/orders/users/:user/asks/v1': 'includeCriteriaMetadata=true',
    '/transactions/synced/v2': `txHash=${txHash}&includeTransfers=true`,
    '/transfers/bulk/v1': `contract=${collection}`,
    '/transfers/bulk/v2': `contract=${collection}`,
    '/transfers/v4': `contract=${collection}`,
    '/sales/v6': `collection=${collection}`,
    '/tokens/ids/v1': `collection=${collection}`,
    '/search/activities/v1': `collections=${collection}`,
    '/owners/v1': `collection=${collection}`,
    '/owners/v2': `collection=${collection}`,
    '/search/collections/v1': 'name=a',
    '/search/collections/v2': 'prefix=a',
    '/currencies/conversion/v1': `from=0x${'0'.repeat(40)}&to=usd`,
    '/users/activity/v6': `users=${user}&includeMetadata=true`,
    '/collections/activity/v6': `collection=${collection}&includeMetadata=true`,
  }
  return queries[path] ?? ''
}

type Step = {
  kind: string
  items: { status: string; data: { sign: never; post: { endpoint: string; body: never } } }[]
}
type Order = { id: string; maker: Address; criteria: { data: { token: { tokenId: string } } } }

/** Plans every trade, posts what is signed, and asks for what becomes of it. */
async function postedAnswers(
  { baseApiUrl, contracts }: Stack['description']['chains'][number],
  txHash: string,
): Promise<readonly string[]> {
  const answers: string[] = []
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked by the published types, not by ours
  const post = async (path: string, body: object): Promise<any> => {
    const response = await fetch(`${baseApiUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    expect([path, response.status, response.status === 200 ? '' : answer]).toEqual([path, 200, ''])
    checkDefined('POST', path, response.status, answer)
    const [route] = path.split('?')
    answers.push(`post<'${route}'>()(${JSON.stringify(withoutNulls(answer), null, 1)})`)
    return answer
  }
  const first = async (path: string): Promise<Order> => {
    const { orders } = (await (await fetch(`${baseApiUrl}${path}`)).json()) as { orders: Order[] }
    const own = orders.find(({ maker }) =>
      stack.accounts.some(({ address }) => isAddressEqual(address, maker)),
    )
    if (own === undefined) throw new Error(`${path} holds no order of an account of the stack.`)
    return own
  }
  const [one, other] = contracts.collections.map(({ address }) => address)
  const ask = await first(`/orders/asks/v5?contracts=${one}&status=active`)
  const maker = stack.accounts.find(({ address }) => isAddressEqual(address, ask.maker))!
  const taker = stack.accounts.find(({ address }) => !isAddressEqual(address, ask.maker))!.address
  const token = `${one}:${ask.criteria.data.token.tokenId}`
  const signer = privateKeyToAccount(maker.privateKey)
  /** Signs what a plan asks for and posts it where the plan says. */
  const sign = async ({ steps }: { steps: Step[] }) => {
    const { sign: typed, post: to } = steps.find(({ kind }) => kind === 'signature')!.items[0]!.data
    const { value: message, ...rest } = typed as { value: never }
    const signature = await signer.signTypedData({ ...rest, message } as never)
    await post(`${to.endpoint}?signature=${signature}`, to.body)
    return to.endpoint
  }
  const listing = (weiPrice: string) => ({
    token,
    weiPrice,
    orderKind: 'seaport-v1.6',
    orderbook: 'reservoir',
  })
  const { requestId } = await post('/execute/buy/v7', { items: [{ orderId: ask.id }], taker })
  await post('/execute/results/v1', { requestId, stepId: 'sale', txHash })
  await post('/execute/status/v1', { kind: 'transaction', id: txHash })
  const many = {
    maker: maker.address,
    params: [listing('5000000000000000000'), listing('6000000000000000000')],
  }
  const posted = [
    await sign(await post('/execute/list/v5', { ...many, params: many.params.slice(0, 1) })),
    await sign(await post('/execute/list/v5', many)),
  ]
  expect(posted).toEqual(['/order/v3', '/order/v4'])
  const offered = await post('/execute/bid/v5', { maker: taker, params: [listing('1000000000000000')] })
  expect(offered.steps.length).toBeGreaterThan(0)
  const { topBids } = (await (
    await fetch(`${baseApiUrl}/orders/users/${maker.address}/top-bids/v4`)
  ).json()) as { topBids: { id: string; token: { contract: string; tokenId: string } }[] }
  const [best] = topBids
  const sold = `${best?.token.contract}:${best?.token.tokenId}`
  await post('/execute/sell/v7', { items: [{ orderId: best?.id, token: sold }], taker: maker.address })
  await post('/execute/cancel/v3', { orderIds: [ask.id] })
  await post('/execute/transfer/v1', { from: maker.address, to: taker, items: [{ token, quantity: 1 }] })
  await post('/tokens/refresh/v1', { token, liquidityOnly: true })
  await post('/tokens/refresh/v2', { tokens: [token], liquidityOnly: true })
  await post('/collections/refresh/v1', { collection: one })
  await post('/collections/refresh/v2', { collection: other })
  await post('/token-sets/v1', { tokens: [token] })
  return answers
}

test('each route answers as it is defined, and in the shape that the newest SDK of the ancestor publishes for it', async () => {
  const [chain] = stack.description.chains
  const base = chain!.baseApiUrl
  const collection = chain!.contracts.collections[0]!.address
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(`${base}${path}`)
    const body = await response.json()
    expect([path, response.status, response.status === 200 ? '' : body]).toEqual([path, 200, ''])
    return body
  }
  const { transfers } = (await get(`/transfers/bulk/v1?contract=${collection}&limit=1`)) as {
    transfers: { txHash: string }[]
  }
  const values = {
    user: stack.accounts[0]!.address.toLowerCase(),
    collection,
    token: `${collection}:1`,
    txHash: transfers[0]!.txHash,
    source: 'example.org',
  }
  const answers: string[] = []
  for (const { method, path, answer } of allRoutes) {
    if (method !== 'GET' || typeof answer === 'string' || ours.some((own) => path.startsWith(own))) continue
    const published = path.replaceAll(/:([a-zA-Z]+)/g, '{$1}')
    const filled = path.replaceAll(/:([a-zA-Z]+)/g, (_, name: keyof typeof values) => values[name] ?? name)
    const query = queryFor(path, values)
    const body = await get(query === '' ? filled : `${filled}?${query}`)
    expect(faultsOf({ answer, path }, body)).toEqual([])
    answers.push(`get<'${published}'>()(${JSON.stringify(withoutNulls(body), null, 1)})`)
  }
  answers.push(...(await postedAnswers(chain!, values.txHash)))
  const source = [
    `import type { paths } from ${JSON.stringify(types.replace(/\.d\.ts$/, '.js'))}`,
    'type Deep<T> = T extends object ? { readonly [K in keyof T]: Deep<T[K]> } : T',
    `type Body<P extends keyof paths, M extends string> = paths[P] extends Record<M, { responses: { 200: { schema: infer S } } }> ? S : never`,
    ...['get', 'post'].map(
      (method) =>
        `const ${method} = <P extends keyof paths>() => <const V extends Deep<Body<P, '${method}'>>>(value: V): V => value`,
    ),
    ...answers,
  ].join('\n')
  const lines = source.split('\n')
  const wrong = typeErrors(source).map(({ line, message }) => {
    const route = lines.slice(0, line + 1).findLast((text) => /^(?:get|post)</.test(text))
    return `${route?.slice(route.indexOf("'") + 1, route.indexOf("'>"))} ${lines[line]?.trim()} ${message.slice(0, 200)}`
  })
  const unexpected = wrong.filter((line) => !impreciseTypes.some((known) => known.test(line)))
  expect([...new Set(unexpected)]).toEqual([])
})
