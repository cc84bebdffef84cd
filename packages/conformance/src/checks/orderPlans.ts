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

/** Returns the only order that a plan asks the user to sign. */
function orderToSign(plan: Plan, answer: Answer): OrderComponents {
  const [data, ...others] = signatures(plan)
  must(data !== undefined && others.length === 0, 'The plan does not have exactly one signature.', answer)
  const { sign, post } = data
  must(sign?.signatureKind === 'eip712', 'The signature is not EIP-712.', answer)
  must(sign.primaryType === 'OrderComponents', `The primary type is ${sign.primaryType}.`, answer)
  must(post?.endpoint.startsWith('/') === true, 'The endpoint to post to is not a path.', answer)
  const name = fieldAt(sign.domain, 'name')
  must(name === 'Seaport', `The domain is ${String(name)}.`, answer)
  const known: readonly string[] = Object.values(seaportAddress)
  must(
    known.includes(String(fieldAt(sign.domain, 'verifyingContract')).toLowerCase()),
    'The verifying contract of the domain is not a known Seaport.',
    answer,
  )
  return parse(orderComponents, sign.value, 'The value to sign')
}

/** Rules of plans of listings, offers, cancellations and transfers. */
export const makeChecks: readonly Check[] = [
  required(
    'list-steps',
    'The steps of a listing are an approval and then one signature.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      const answer = await askList(context, order.maker, [name])
      const ids = read(answer, parsePlan).steps.map(({ id }) => id)
      must(ids.join() === 'nft-approval,order-signature', `The steps are ${ids.join(', ')}.`, answer)
    },
  ),
  required(
    'list-order',
    'The order to sign has the requested maker, offers only the requested token, and asks exactly the requested price.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      const answer = await askList(context, order.maker, [name])
      const components = orderToSign(read(answer, parsePlan), answer)
      must(components.offerer === order.maker, `The offerer is ${components.offerer}.`, answer)
      const [item, ...more] = components.offer
      const [contract, id] = name.split(':')
      must(
        more.length === 0 && item?.token === contract && item?.identifierOrCriteria === BigInt(id ?? 0),
        'The order offers something else.',
        answer,
      )
      must(
        components.consideration.every(({ itemType }) => isCurrency(itemType)),
        'The order asks for an item that is not a currency.',
        answer,
      )
      const total = components.consideration.reduce((sum, { startAmount }) => sum + startAmount, 0n)
      must(total === price, `The order asks for ${total}, not ${price}.`, answer)
      must(components.endTime > components.startTime, 'The order ends before it starts.', answer)
    },
  ),
  required('list-posted-is-signed', 'The order to post is the order to sign.', async (context) => {
    const { name, order } = listedToken(context.providerData)
    const answer = await askList(context, order.maker, [name])
    const plan = read(answer, parsePlan)
    const signed = orderToSign(plan, answer)
    const body = signatures(plan)[0]?.post?.body
    const posted = parse(orderComponents, fieldAt(body, 'order', 'data'), 'The order to post')
    must(orderHash(posted) === orderHash(signed), 'The two orders differ.', answer)
  }),
  expected(
    'list-many-one-signature',
    'Several listings are signed with one signature, as a bulk order.',
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
      must(found.length === 1, `The plan has ${found.length} signatures.`, answer)
      must(found[0]?.sign?.signatureKind === 'eip712', 'The signature is not EIP-712.', answer)
      must(
        found[0].sign.primaryType === 'BulkOrder',
        `The primary type is ${found[0].sign.primaryType}.`,
        answer,
      )
    },
  ),
  required(
    'list-not-owner',
    'A listing by an account that does not own the token is rejected.',
    async (context) => {
      const { name } = listedToken(context.providerData)
      mustReject(await askList(context, context.stranger, [name]), 400)
    },
  ),
  required(
    'list-amount-strict',
    'A price that is not a whole number of base units is rejected with 400.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      for (const weiPrice of ['1e18', '-1', '0.5', '0x10'])
        mustReject(await askList(context, order.maker, [name], { weiPrice }), 400)
    },
  ),
  required(
    'bid-steps',
    'An offer without funds is rejected, or its steps are wrapping, approval and then one signature.',
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
      const expectedIds = ['currency-wrapping', 'currency-approval', 'order-signature']
      const known = ids.filter((id) => expectedIds.includes(id))
      must(
        known.join() === expectedIds.filter((id) => known.includes(id)).join(),
        `The steps are in the order ${ids.join(', ')}.`,
        answer,
      )
    },
  ),
  required(
    'cancel-call',
    'The plan of a cancellation calls Seaport with that order, or asks for a signature for its zone.',
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
      must(
        item?.status === 'incomplete' && item.data?.data !== undefined,
        'The step has no call data.',
        answer,
      )
      const call = decodeCall(item.data.data).call
      must(call.name === 'cancel', `It calls ${call.name}.`, answer)
      must(
        call.orders.length === 1 && call.orders.every((one) => orderHash(one) === order.id),
        'The call does not cancel exactly that order.',
        answer,
      )
    },
  ),
  required('cancel-unknown', 'A cancellation of an unknown order is rejected with 400.', async ({ ask }) => {
    mustReject(await ask(routes.cancel.path, { body: { orderIds: [`0x${'cd'.repeat(32)}`] } }), 400)
  }),
  required(
    'transfer-call',
    'The transaction of a transfer sends the token from its owner to the recipient.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      const answer = await context.ask(routes.transfer.path, {
        body: { from: order.maker, to: context.stranger, items: [{ token: name, quantity: 1 }] },
      })
      const plan = read(answer, parsePlan)
      const step = plan.steps.find(({ id }) => id === 'transfer')
      must(step?.kind === 'transaction', 'The plan has no step "transfer".', answer)
      const item = (step.items ?? []).find(({ status }) => status === 'incomplete')
      must(
        item?.status === 'incomplete' && item.data?.data !== undefined,
        'The step has no call data.',
        answer,
      )
      const data = item.data.data
      must(
        data.includes(context.stranger.slice(2)),
        `The recipient ${context.stranger} is not in the call.`,
        answer,
      )
      const { call } = decodeCall(data)
      const moves = ['safeTransferFrom', 'safeBatchTransferFrom', 'bulkTransfer']
      must(moves.includes(call.name), `It calls ${call.name}.`, answer)
    },
  ),
]
