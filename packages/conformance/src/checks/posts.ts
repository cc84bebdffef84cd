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

/** An order from a plan as it would be posted, without a signature. */
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
  must(item?.status === 'incomplete' && item.data?.post != null, 'There is nothing to post.', answer)
  const { body } = item.data.post
  must(typeof body === 'object' && body !== null, 'The body to post is no object.', answer)
  parse(orderComponents, fieldAt(body, 'order', 'data'), 'The order to post')
  return { ...body }
}

/** What is posted, and what is asked afterwards. */
export const postChecks: readonly Check[] = [
  posts.required(
    'post-wrong-signature',
    'An order whose signature is not its maker’s is refused with 400 and the order’s id.',
    async (context) => {
      const body = await unsigned(context)
      const answer = await context.ask(routes.orderV3.path, { query: { signature: wrongSignature }, body })
      mustReject(answer, 400)
      must(/"orderId":"0x[0-9a-f]{64}"/.test(answer.text), 'The order’s id is missing.', answer)
    },
  ),
  posts.required(
    'post-many-wrong',
    'Where no order of several can be taken the answer is 400, with a result for each.',
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
    'An order without a signature is refused with 400.',
    async (context) => {
      mustReject(await context.ask(routes.orderV3.path, { body: await unsigned(context) }), 400)
    },
  ),
  posts.required('results', 'Reports of how a request went are taken.', async ({ ask }) => {
    const answer = await ask(routes.results.path, {
      body: { requestId: '00000000-0000-4000-8000-000000000000', stepId: 'sale', txHash: unknownHash },
    })
    must(answer.status === 200, `Answered ${answer.status}.`, answer)
  }),
  posts.required(
    'refresh-known',
    'A known token is refreshed, or said to be refreshed too often (425).',
    async ({ ask, providerData }) => {
      const { name } = listedToken(providerData)
      const answer = await ask(routes.refreshToken.path, { body: { token: name, liquidityOnly: true } })
      must(answer.status === 200 || answer.status === 425, `Answered ${answer.status}.`, answer)
    },
  ),
  posts.expected(
    'refresh-many',
    'Later clients refresh several tokens at once.',
    async ({ ask, providerData }) => {
      const { name } = listedToken(providerData)
      const answer = await ask('/tokens/refresh/v2', { body: { tokens: [name], liquidityOnly: true } })
      must(answer.status === 200 || answer.status === 425, `Answered ${answer.status}.`, answer)
    },
  ),
  posts.required(
    'cancel-wrong-signature',
    'A cancellation that the maker did not sign is refused.',
    async ({ ask, providerData }) => {
      const { order } = listedToken(providerData)
      mustReject(
        await ask(routes.cancelSignature.path, {
          query: { signature: wrongSignature },
          body: { orderIds: [order.id], orderKind: order.kind },
        }),
      )
      const left = await ask(routes.asks.path, { query: { ids: order.id } })
      const [found] = read(left, parseOrders).orders
      must(found?.status === 'active', 'The order is not live any more.', left)
    },
  ),
  posts.expected(
    'refresh-unknown',
    'An unknown token cannot be refreshed: 400.',
    async ({ ask, providerData }) => {
      const { contract } = anyCollection(providerData)
      const token = `${contract}:${2n ** 200n}`
      mustReject(await ask(routes.refreshToken.path, { body: { token } }), 400)
    },
  ),
  status.required(
    'synced-unknown',
    'An unknown transaction is not synced; it is never an error.',
    async ({ ask }) => {
      const answer = await ask(routes.synced.path.replace('{txHash}', unknownHash))
      must(!read(answer, parseSynced), 'It says that an unknown transaction is synced.', answer)
    },
  ),
  status.expected('synced-many', 'Later clients ask by query: /transactions/synced/v2.', async ({ ask }) => {
    const answer = await ask('/transactions/synced/v2', { query: { txHash: unknownHash } })
    const transactions = read(answer, (body) => fieldAt(body, 'transactions'))
    must(Array.isArray(transactions), 'transactions is missing.', answer)
    must(
      transactions.every((one) => fieldAt(one, 'synced') !== true),
      'An unknown one is synced.',
      answer,
    )
  }),
  status.required(
    'transfers-unknown',
    'An unknown transaction moved nothing: an empty list.',
    async ({ ask }) => {
      const answer = await ask(routes.transfers.path, { query: { txHash: unknownHash } })
      must(read(answer, parseTransfers).length === 0, 'It names transfers.', answer)
    },
  ),
  status.expected('health', 'It says whether it is well.', async ({ ask }) => {
    const answer = await ask(routes.health.path)
    must(answer.status === 200, `Answered ${answer.status}.`, answer)
  }),
]
