import { readFill, seaportAddress, zeroAddress } from '@sluice/seaport'
import { type Plan, parsePlan, parseQuote, parseTokens, routes } from '@sluice/wire'
import { must, RuleSkipped } from '../answer.ts'
import { anyCollection, type Check, type Context, listedToken, requireData, rulesOf } from '../check.ts'
import { mustReject, read } from '../read.ts'

const { required } = rulesOf('plans')

const quoteOf = (context: Context, item: object, more: object = {}) =>
  context.ask(routes.buy.path, {
    body: { items: [item], taker: context.stranger, skipBalanceCheck: true, ...more },
  })

/** The sum of the entries of a path, fees on top included. Base units. */
const totalOf = (plan: Plan): bigint =>
  (plan.path ?? []).reduce(
    (sum, { totalRawPrice, rawQuote, quantity }) =>
      sum + (totalRawPrice ?? rawQuote ?? 0n) * BigInt(quantity ?? 1),
    0n,
  )

const dataOf = (plan: Plan, step: string) =>
  plan.steps
    .filter(({ id }) => id === step)
    .flatMap((one) => (one.kind === 'transaction' ? (one.items ?? []) : []))
    .flatMap((item) => (item.status === 'incomplete' && item.data != null ? [item.data] : []))

/** The sum of the values of a sale's transactions. Base units. */
const valueSent = (plan: Plan): bigint =>
  dataOf(plan, 'sale').reduce((sum, data) => sum + (data.value ?? 0n), 0n)

const nativeListings = ({ providerData }: Context) =>
  providerData.listings.filter(({ price }) => price?.currency.contract === zeroAddress)

/** An offer, a token that may fill it, and the token's owner, who is not the bidder. */
async function openOffer({ ask, providerData }: Context) {
  for (const offer of providerData.offers) {
    const [kind, contract = ''] = offer.tokenSetId.toLowerCase().split(':')
    const query =
      kind === 'token'
        ? { tokens: offer.tokenSetId.slice('token:'.length) }
        : kind === 'contract'
          ? { collection: contract, limit: 20 }
          : undefined
    if (query === undefined) continue
    const { tokens } = read(await ask(routes.tokens.path, { query }), parseTokens)
    const found = tokens.find(({ token }) => token.owner != null && token.owner !== offer.maker)
    if (found?.token.owner != null)
      return { offer, token: `${found.token.contract}:${found.token.tokenId}`, owner: found.token.owner }
  }
  throw new RuleSkipped(
    providerData.problem ?? 'The provider holds no offer for a token or a collection whose owner it knows.',
  )
}

/** Plans and quotes of purchases and sales. */
export const tradeChecks: readonly Check[] = [
  required(
    'buy-quote',
    'With onlyPath a purchase is quoted without steps, per unit, in lower-case currencies.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      const answer = await quoteOf(context, { token: name }, { onlyPath: true })
      const quote = read(answer, parseQuote)
      must((quote.path?.length ?? 0) > 0, 'The path is empty.', answer)
      must(quote.steps.length === 0, 'There are steps in it.', answer)
      must(!/"currency":"0x[0-9a-f]*[A-F]/.test(answer.text), 'A currency is not in lower case.', answer)
      const [entry] = quote.path ?? []
      must(entry?.orderId === order.id, `It quotes ${entry?.orderId}, not the cheapest listing.`, answer)
      must(entry.rawQuote !== undefined, 'rawQuote is missing.', answer)
    },
  ),
  required(
    'buy-steps',
    'The steps of a purchase end with "sale", a transaction, and the answer has a request id.',
    async (context) => {
      const { name } = listedToken(context.providerData)
      const answer = await quoteOf(context, { token: name })
      const plan = read(answer, parsePlan)
      const last = plan.steps.at(-1)
      must(last?.id === 'sale', `The last step is "${last?.id}".`, answer)
      must(last.kind === 'transaction', 'The sale is no transaction.', answer)
      must(plan.requestId !== undefined, 'requestId is missing.', answer)
      must(dataOf(plan, 'sale').length > 0, 'The sale has no incomplete item with data.', answer)
    },
  ),
  required(
    'buy-call',
    'The sale calls a known Seaport in canonical encoding, and fills the quoted order.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      const answer = await quoteOf(context, { orderId: order.id })
      const plan = read(answer, parsePlan)
      const [data] = dataOf(plan, 'sale')
      must(data !== undefined, 'The sale has no data.', answer)
      const known: readonly string[] = Object.values(seaportAddress)
      must(known.includes(data.to), `It calls ${data.to}, which is no Seaport.`, answer)
      must(data.data !== undefined, 'The call is empty.', answer)
      const filled = (readFill(data.data)?.orders ?? []).map(({ components }) => components)
      must(
        filled.some(({ offerer }) => offerer === order.maker),
        `It fills no order of ${order.maker}.`,
        answer,
      )
      const [contract, id] = name.split(':')
      const gives = filled.some(({ offer }) =>
        offer.some((item) => item.token === contract && item.identifierOrCriteria === BigInt(id ?? 0)),
      )
      must(gives, `No filled order offers ${name}.`, answer)
    },
  ),
  required(
    'buy-value',
    'A purchase in the native currency carries exactly what the path adds up to.',
    async (context) => {
      const [native] = nativeListings(context)
      const order = requireData(native, 'listing in the native currency', context.providerData.problem)
      const answer = await quoteOf(context, { orderId: order.id, quantity: 1 })
      const plan = read(answer, parsePlan)
      const value = valueSent(plan)
      must(value === totalOf(plan), `The value is ${value}, the path adds up to ${totalOf(plan)}.`, answer)
    },
  ),
  required('buy-fees-on-top', 'A fee on top is shown in the path and paid by the call.', async (context) => {
    const [native] = nativeListings(context)
    const order = requireData(native, 'listing in the native currency', context.providerData.problem)
    const item = { orderId: order.id, quantity: 1 }
    const bare = read(await quoteOf(context, item), parsePlan)
    const fee = 1_000_000_000n
    const answer = await quoteOf(context, item, { feesOnTop: [`${context.stranger}:${fee}`] })
    const plan = read(answer, parsePlan)
    const grown = valueSent(plan) - valueSent(bare)
    must(grown === fee, `The value grew by ${grown}.`, answer)
    must(totalOf(plan) - totalOf(bare) === fee, 'The path does not show the fee.', answer)
  }),
  required('buy-many', 'Several tokens of one request are planned together.', async (context) => {
    const [one, two] = nativeListings(context).filter(({ tokenSetId }) => tokenSetId.startsWith('token:'))
    requireData(two, 'second listing in the native currency', context.providerData.problem)
    const answer = await context.ask(routes.buy.path, {
      body: {
        items: [one, two].map((order) => ({ orderId: order?.id, quantity: 1 })),
        taker: context.stranger,
        skipBalanceCheck: true,
        currency: zeroAddress,
        onlyPath: true,
      },
    })
    must(read(answer, parseQuote).path?.length === 2, 'The path does not have two entries.', answer)
  }),
  required(
    'buy-unknown-order',
    'An order that is not there is refused, never replaced by another.',
    async (context) => {
      mustReject(await quoteOf(context, { orderId: `0x${'ab'.repeat(32)}` }))
    },
  ),
  required(
    'buy-unlisted',
    'A token without a listing is refused with the code that clients know.',
    async (context) => {
      const { contract } = anyCollection(context.providerData)
      const { code } = mustReject(await quoteOf(context, { token: `${contract}:${2n ** 200n}` }))
      must([3, 5, 11].includes(Number(code)), `The code is ${String(code)}, not 3, 5 or 11.`)
    },
  ),
  required(
    'buy-two-targets',
    'An item that names both a token and an order is refused with 400.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      mustReject(await quoteOf(context, { token: name, orderId: order.id }), 400)
    },
  ),
  required('buy-own', 'Nobody is led to buy a listing of their own.', async (context) => {
    const { order } = listedToken(context.providerData)
    mustReject(
      await context.ask(routes.buy.path, {
        body: { items: [{ orderId: order.id }], taker: order.maker, skipBalanceCheck: true },
      }),
    )
  }),
  required(
    'sell-call',
    'A sale into an offer calls a known Seaport in canonical encoding, and fills that offer.',
    async (context) => {
      const { offer, token, owner } = await openOffer(context)
      const answer = await context.ask(routes.sell.path, {
        body: { items: [{ token, orderId: offer.id, quantity: 1 }], taker: owner },
      })
      const plan = read(answer, parsePlan)
      const last = plan.steps.at(-1)
      must(last?.id === 'sale', `The last step is "${last?.id}".`, answer)
      const [data] = dataOf(plan, 'sale')
      must(data !== undefined, 'The sale has no data.', answer)
      const known: readonly string[] = Object.values(seaportAddress)
      must(known.includes(data.to), `It calls ${data.to}, which is no Seaport.`, answer)
      must((data.value ?? 0n) === 0n, `The seller would pay ${data.value}.`, answer)
      const filled = (data.data === undefined ? undefined : readFill(data.data))?.orders ?? []
      must(
        filled.some(({ components }) => components.offerer === offer.maker),
        `It fills no order of ${offer.maker}.`,
        answer,
      )
    },
  ),
  required('sell-not-owner', 'Who does not own a token is not led to sell it.', async (context) => {
    const { name } = listedToken(context.providerData)
    mustReject(
      await context.ask(routes.sell.path, {
        body: { items: [{ token: name, quantity: 1 }], taker: context.stranger },
      }),
    )
  }),
]
