import {
  orderComponents,
  parse,
  parseOrders,
  parsePlan,
  parseSynced,
  parseTransfers,
  routes,
} from '@sluice/wire'
import { must } from '../answer.ts'
import { anyCollection, type Check, type Context, listedToken, rulesOf } from '../check.ts'
import { fieldAt, mustReject, read } from '../read.ts'

const posts = rulesOf('posts')
const status = rulesOf('status')

const unknownHash = `0x${'ef'.repeat(32)}`
const wrongSignature = `0x${'11'.repeat(64)}1b`

/** Returns the body that a plan would post, without a signature. */
async function unsigned(context: Context): Promise<Record<string, unknown>> {
  const { name, order } = listedToken(context.providerData)
  const answer = await context.ask(routes.list.path, {
    body: {
      maker: order.maker,
      source: 'host.example',
      params: [
        {
          token: name,
          weiPrice: '987654321000000000',
          orderKind: 'seaport-v1.6',
          orderbook: 'reservoir',
          options: { 'seaport-v1.6': { useOffChainCancellation: false } },
        },
      ],
    },
  })
  const step = read(answer, parsePlan).steps.find(({ id }) => id === 'order-signature')
  const item = step?.kind === 'signature' ? step.items?.[0] : undefined
  must(item?.status === 'incomplete' && item.data?.post != null, 'The plan has nothing to post.', answer)
  const { body } = item.data.post
  must(typeof body === 'object' && body !== null, 'The body to post is not an object.', answer)
  parse(orderComponents, fieldAt(body, 'order', 'data'), 'The order to post')
  return { ...body }
}

/** Rules of posts, and of the status of transactions. */
export const postChecks: readonly Check[] = [
  posts.required(
    'post-wrong-signature',
    'An order with a signature of another account is rejected with 400 and the order’s id.',
    async (context) => {
      const body = await unsigned(context)
      const answer = await context.ask(routes.orderV3.path, { query: { signature: wrongSignature }, body })
      mustReject(answer, 400)
      must(/"orderId":"0x[0-9a-f]{64}"/.test(answer.text), 'The id of the order is missing.', answer)
    },
  ),
  posts.required(
    'post-many-wrong',
    'If none of several orders is valid, the response is 400 with a result for each.',
    async (context) => {
      const { order } = await unsigned(context)
      const answer = await context.ask(routes.orderV4.path, {
        query: { signature: wrongSignature },
        body: { items: [{ order, orderbook: 'reservoir' }], source: 'host.example' },
      })
      mustReject(answer, 400)
      must(answer.text.includes('"results"'), 'The results are missing.', answer)
    },
  ),
  posts.required(
    'post-no-signature',
    'An order without a signature is rejected with 400.',
    async (context) => {
      mustReject(await context.ask(routes.orderV3.path, { body: await unsigned(context) }), 400)
    },
  ),
  posts.required('results', 'The result of a request can be reported.', async ({ ask }) => {
    const answer = await ask(routes.results.path, {
      body: { requestId: '00000000-0000-4000-8000-000000000000', stepId: 'sale', txHash: unknownHash },
    })
    must(answer.status === 200, `It returned ${answer.status}.`, answer)
  }),
  posts.required(
    'refresh-known',
    'A known token is refreshed, or rejected with 425 if it was refreshed shortly before.',
    async ({ ask, providerData }) => {
      const { name } = listedToken(providerData)
      const answer = await ask(routes.refreshToken.path, { body: { token: name, liquidityOnly: true } })
      must(answer.status === 200 || answer.status === 425, `It returned ${answer.status}.`, answer)
    },
  ),
  posts.expected(
    'refresh-many',
    'Several tokens can be refreshed at once, as later clients do.',
    async ({ ask, providerData }) => {
      const { name } = listedToken(providerData)
      const answer = await ask('/tokens/refresh/v2', { body: { tokens: [name], liquidityOnly: true } })
      must(answer.status === 200 || answer.status === 425, `It returned ${answer.status}.`, answer)
    },
  ),
  posts.required(
    'cancel-wrong-signature',
    'A cancellation that the maker did not sign is rejected.',
    async ({ ask, providerData }) => {
      const { order } = listedToken(providerData)
      mustReject(
        await ask(routes.cancelSignature.path, {
          query: { signature: wrongSignature },
          body: { orderIds: [order.id], orderKind: order.kind },
        }),
      )
      const answer = await ask(routes.asks.path, { query: { ids: order.id } })
      const [found] = read(answer, parseOrders).orders
      must(found?.status === 'active', 'The order is not active anymore.', answer)
    },
  ),
  posts.expected(
    'refresh-unknown',
    'A refresh of an unknown token is rejected with 400.',
    async ({ ask, providerData }) => {
      const { contract } = anyCollection(providerData)
      const token = `${contract}:${2n ** 200n}`
      mustReject(await ask(routes.refreshToken.path, { body: { token } }), 400)
    },
  ),
  status.required(
    'synced-unknown',
    'An unknown transaction is reported as not synced, and not as an error.',
    async ({ ask }) => {
      const answer = await ask(routes.synced.path.replace('{txHash}', unknownHash))
      must(!read(answer, parseSynced), 'An unknown transaction is reported as synced.', answer)
    },
  ),
  status.expected(
    'synced-many',
    'Later clients read whether transactions are synced from /transactions/synced/v2.',
    async ({ ask }) => {
      const answer = await ask('/transactions/synced/v2', { query: { txHash: unknownHash } })
      const transactions = read(answer, (body) => fieldAt(body, 'transactions'))
      must(Array.isArray(transactions), 'transactions is missing.', answer)
      must(
        transactions.every((one) => fieldAt(one, 'synced') !== true),
        'An unknown transaction is reported as synced.',
        answer,
      )
    },
  ),
  status.required(
    'transfers-unknown',
    'The transfers of an unknown transaction are an empty list.',
    async ({ ask }) => {
      const answer = await ask(routes.transfers.path, { query: { txHash: unknownHash } })
      must(read(answer, parseTransfers).length === 0, 'The list is not empty.', answer)
    },
  ),
  status.expected('health', 'The provider has a health route.', async ({ ask }) => {
    const answer = await ask(routes.health.path)
    must(answer.status === 200, `It returned ${answer.status}.`, answer)
  }),
]
