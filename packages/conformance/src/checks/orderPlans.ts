import { decodeCall, isCurrency, type OrderComponents, orderHash, seaportAddress } from '@sluice/seaport'
import {
  orderComponents,
  type Plan,
  parse,
  parsePlan,
  parseUserTokens,
  routes,
  type SignatureData,
} from '@sluice/wire'
import { type Answer, must } from '../answer.ts'
import { type Check, type Context, listedToken, requireData, rulesOf } from '../check.ts'
import { fieldAt, mustReject, read } from '../read.ts'

const { required, expected } = rulesOf('plans')

const price = 123_456_789_000_000_000n

const listing = (token: string, more: object = {}) => ({
  token,
  weiPrice: price.toString(),
  orderKind: 'seaport-v1.6',
  orderbook: 'reservoir',
  options: { 'seaport-v1.6': { useOffChainCancellation: false } },
  ...more,
})

const askList = (context: Context, maker: string, tokens: readonly string[], more: object = {}) =>
  context.ask(routes.list.path, {
    body: { maker, source: 'host.example', params: tokens.map((token) => listing(token, more)) },
  })

const signatures = (plan: Plan): readonly SignatureData[] =>
  plan.steps.flatMap((step) =>
    step.kind === 'signature'
      ? (step.items ?? []).flatMap((item) =>
          item.status === 'incomplete' && item.data != null ? [item.data] : [],
        )
      : [],
  )

/** The one order that a plan asks the user to sign. */
function orderToSign(plan: Plan, answer: Answer): OrderComponents {
  const [data, ...others] = signatures(plan)
  must(data !== undefined && others.length === 0, 'There is not exactly one signature.', answer)
  const { sign, post } = data
  must(sign?.signatureKind === 'eip712', 'The signature is not of EIP-712.', answer)
  must(sign.primaryType === 'OrderComponents', `The type to sign is ${sign.primaryType}.`, answer)
  must(post?.endpoint.startsWith('/') === true, 'The place to post is no path.', answer)
  const name = fieldAt(sign.domain, 'name')
  must(name === 'Seaport', `The domain is ${String(name)}.`, answer)
  const known: readonly string[] = Object.values(seaportAddress)
  must(
    known.includes(String(fieldAt(sign.domain, 'verifyingContract')).toLowerCase()),
    'The domain names no known Seaport.',
    answer,
  )
  return parse(orderComponents, sign.value, 'The value to sign')
}

/** Plans of listings, offers, cancellations and transfers. */
export const makeChecks: readonly Check[] = [
  required(
    'list-steps',
    'A listing is an approval and then one signature, in this order.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      const answer = await askList(context, order.maker, [name])
      const ids = read(answer, parsePlan).steps.map(({ id }) => id)
      must(ids.join() === 'nft-approval,order-signature', `The steps are ${ids.join(', ')}.`, answer)
    },
  ),
  required(
    'list-order',
    'The order to sign offers that token alone, by that maker, for exactly that price.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      const answer = await askList(context, order.maker, [name])
      const components = orderToSign(read(answer, parsePlan), answer)
      must(components.offerer === order.maker, `The offerer is ${components.offerer}.`, answer)
      const [item, ...more] = components.offer
      const [contract, id] = name.split(':')
      must(
        more.length === 0 && item?.token === contract && item?.identifierOrCriteria === BigInt(id ?? 0),
        'It offers something else.',
        answer,
      )
      must(
        components.consideration.every(({ itemType }) => isCurrency(itemType)),
        'It asks for something that is no money.',
        answer,
      )
      const total = components.consideration.reduce((sum, { startAmount }) => sum + startAmount, 0n)
      must(total === price, `It asks for ${total}, not ${price}.`, answer)
      must(components.endTime > components.startTime, 'It ends before it begins.', answer)
    },
  ),
  required(
    'list-posted-is-signed',
    'What would be posted is the order that would be signed.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      const answer = await askList(context, order.maker, [name])
      const plan = read(answer, parsePlan)
      const signed = orderToSign(plan, answer)
      const body = signatures(plan)[0]?.post?.body
      const posted = parse(orderComponents, fieldAt(body, 'order', 'data'), 'The order to post')
      must(orderHash(posted) === orderHash(signed), 'The two differ.', answer)
    },
  ),
  expected(
    'list-many-one-signature',
    'Several listings are signed at once, as a bulk order.',
    async (context) => {
      const { order } = listedToken(context.providerData)
      const owned = read(
        await context.ask(routes.userTokens.path.replace('{user}', order.maker), { query: { limit: 20 } }),
        parseUserTokens,
      ).tokens
      const tokens = owned.slice(0, 3).map(({ token }) => `${token.contract}:${token.tokenId}`)
      requireData(tokens[1], 'account with two tokens')
      const answer = await askList(context, order.maker, tokens)
      const found = signatures(read(answer, parsePlan))
      must(found.length === 1, `${found.length} signatures are asked for.`, answer)
      must(found[0]?.sign?.signatureKind === 'eip712', 'It is not of EIP-712.', answer)
      must(found[0].sign.primaryType === 'BulkOrder', `The type is ${found[0].sign.primaryType}.`, answer)
    },
  ),
  required('list-not-owner', 'Who does not own a token is not led to list it.', async (context) => {
    const { name } = listedToken(context.providerData)
    mustReject(await askList(context, context.stranger, [name]), 400)
  }),
  required(
    'list-amount-strict',
    'A price that is no whole number of base units is refused with 400.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      for (const weiPrice of ['1e18', '-1', '0.5', '0x10'])
        mustReject(await askList(context, order.maker, [name], { weiPrice }), 400)
    },
  ),
  required(
    'bid-steps',
    'An offer without funds is refused, or leads over wrapping and approval to one signature.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      const answer = await context.ask(routes.bid.path, {
        body: {
          maker: order.maker,
          source: 'host.example',
          params: [{ ...listing(name), weiPrice: '1000000' }],
        },
      })
      if (answer.status !== 200) return void mustReject(answer, 400)
      const ids = read(answer, parsePlan).steps.map(({ id }) => id)
      must(ids.at(-1) === 'order-signature', `The steps are ${ids.join(', ')}.`, answer)
      const usual = ['currency-wrapping', 'currency-approval', 'order-signature']
      const known = ids.filter((id) => usual.includes(id))
      must(
        known.join() === usual.filter((id) => known.includes(id)).join(),
        `The order of the steps is ${ids.join(', ')}.`,
        answer,
      )
    },
  ),
  required(
    'cancel-call',
    'Cancelling an order calls Seaport with that order, or asks its zone for a signature.',
    async (context) => {
      const { order } = listedToken(context.providerData)
      const answer = await context.ask(routes.cancel.path, { body: { orderIds: [order.id] } })
      const plan = read(answer, parsePlan)
      const signature = plan.steps.find(({ id }) => id === 'cancellation-signature')
      if (signature !== undefined) return
      const step = plan.steps.find(({ id }) => id === 'cancellation')
      must(
        step?.kind === 'transaction',
        `The steps are ${plan.steps.map(({ id }) => id).join(', ')}.`,
        answer,
      )
      const item = (step.items ?? []).find(({ status }) => status === 'incomplete')
      must(item?.status === 'incomplete' && item.data?.data !== undefined, 'There is no call.', answer)
      const call = decodeCall(item.data.data).call
      must(call.name === 'cancel', `It calls ${call.name}.`, answer)
      must(
        call.orders.length === 1 && call.orders.every((one) => orderHash(one) === order.id),
        'It cancels something else.',
        answer,
      )
    },
  ),
  required('cancel-unknown', 'An order that is not there cannot be cancelled: 400.', async ({ ask }) => {
    mustReject(await ask(routes.cancel.path, { body: { orderIds: [`0x${'cd'.repeat(32)}`] } }), 400)
  }),
  required(
    'transfer-call',
    'A transfer moves that token from its owner to the named receiver.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      const answer = await context.ask(routes.transfer.path, {
        body: { from: order.maker, to: context.stranger, items: [{ token: name, quantity: 1 }] },
      })
      const plan = read(answer, parsePlan)
      const step = plan.steps.find(({ id }) => id === 'transfer')
      must(step?.kind === 'transaction', 'There is no step "transfer".', answer)
      const item = (step.items ?? []).find(({ status }) => status === 'incomplete')
      must(item?.status === 'incomplete' && item.data?.data !== undefined, 'There is no call.', answer)
      const data = item.data.data
      must(
        data.includes(context.stranger.slice(2)),
        `The receiver ${context.stranger} is not in the call.`,
        answer,
      )
      const { call } = decodeCall(data)
      const moves = ['safeTransferFrom', 'safeBatchTransferFrom', 'bulkTransfer']
      must(moves.includes(call.name), `It calls ${call.name}.`, answer)
    },
  ),
]
