import { orderComponents, parse, parsePlan, parseSynced, parseTransfers, routes } from '@sluice/wire'
import { type Check, type Context, given, must } from '../check.ts'
import { read, refusal } from '../read.ts'

const unknownHash = `0x${'ef'.repeat(32)}`
const wrongSignature = `0x${'11'.repeat(64)}1b`

/** An order that a plan asks to sign, as it would be posted, signed by nobody. */
async function unsigned(context: Context): Promise<Record<string, unknown>> {
  const { name, order } = given(context.finds.listed, 'listed token')
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
  const body = item.data.post.body as Record<string, unknown>
  parse(orderComponents, (body.order as { data?: unknown } | undefined)?.data, 'The order to post')
  return body
}

/** What is posted, and what is asked afterwards. */
export const postChecks: readonly Check[] = [
  {
    id: 'post-wrong-signature',
    area: 'posts',
    level: 'required',
    rule: 'An order whose signature is not its maker’s is refused with 400 and the order’s id.',
    async run(context) {
      const body = await unsigned(context)
      const answer = await context.ask(routes.orderV3.path, { query: { signature: wrongSignature }, body })
      refusal(answer, 400)
      must(/"orderId":"0x[0-9a-f]{64}"/.test(answer.text), 'The order’s id is missing.', answer)
    },
  },
  {
    id: 'post-many-wrong',
    area: 'posts',
    level: 'required',
    rule: 'Where no order of several can be taken the answer is 400, with a result for each.',
    async run(context) {
      const { order } = await unsigned(context)
      const answer = await context.ask(routes.orderV4.path, {
        query: { signature: wrongSignature },
        body: { items: [{ order, orderbook: 'reservoir' }], source: 'host.example' },
      })
      refusal(answer, 400)
      must(answer.text.includes('"results"'), 'The results are missing.', answer)
    },
  },
  {
    id: 'post-no-signature',
    area: 'posts',
    level: 'required',
    rule: 'An order without a signature is refused with 400.',
    async run(context) {
      refusal(await context.ask(routes.orderV3.path, { body: await unsigned(context) }), 400)
    },
  },
  {
    id: 'results',
    area: 'posts',
    level: 'required',
    rule: 'Reports of how a request went are taken.',
    async run({ ask }) {
      const answer = await ask(routes.results.path, {
        body: { requestId: '00000000-0000-4000-8000-000000000000', stepId: 'sale', txHash: unknownHash },
      })
      must(answer.status === 200, `Answered ${answer.status}.`, answer)
    },
  },
  {
    id: 'refresh-known',
    area: 'posts',
    level: 'required',
    rule: 'A known token is refreshed, or said to be refreshed too often (425).',
    async run({ ask, finds }) {
      const { name } = given(finds.listed, 'listed token')
      const answer = await ask(routes.refreshToken.path, { body: { token: name, liquidityOnly: true } })
      must(answer.status === 200 || answer.status === 425, `Answered ${answer.status}.`, answer)
    },
  },
  {
    id: 'refresh-unknown',
    area: 'posts',
    level: 'expected',
    rule: 'An unknown token cannot be refreshed: 400.',
    async run({ ask, finds }) {
      const collection = given(finds.collection, 'collection')
      const token = `${collection.primaryContract ?? collection.id}:${2n ** 200n}`
      refusal(await ask(routes.refreshToken.path, { body: { token } }), 400)
    },
  },
  {
    id: 'synced-unknown',
    area: 'status',
    level: 'required',
    rule: 'An unknown transaction is not synced; it is never an error.',
    async run({ ask }) {
      const answer = await ask(routes.synced.path.replace('{txHash}', unknownHash))
      must(!read(answer, parseSynced), 'It says that an unknown transaction is synced.', answer)
    },
  },
  {
    id: 'synced-many',
    area: 'status',
    level: 'expected',
    rule: 'Later clients ask by query: /transactions/synced/v2.',
    async run({ ask }) {
      const answer = await ask('/transactions/synced/v2', { query: { txHash: unknownHash } })
      const { transactions } = read(answer, (body) => body as { transactions?: { synced?: unknown }[] })
      must(Array.isArray(transactions), 'transactions is missing.', answer)
      must(
        transactions.every(({ synced }) => synced !== true),
        'An unknown one is synced.',
        answer,
      )
    },
  },
  {
    id: 'transfers-unknown',
    area: 'status',
    level: 'required',
    rule: 'An unknown transaction moved nothing: an empty list.',
    async run({ ask }) {
      const answer = await ask(routes.transfers.path, { query: { txHash: unknownHash } })
      must(read(answer, parseTransfers).length === 0, 'It names transfers.', answer)
    },
  },
  {
    id: 'health',
    area: 'status',
    level: 'expected',
    rule: 'It says whether it is well.',
    async run({ ask }) {
      const answer = await ask(routes.health.path)
      must(answer.status === 200, `Answered ${answer.status}.`, answer)
    },
  },
]
