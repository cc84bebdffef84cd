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

/** Returns the sum of the entries of a path, including fees on top, in base units. */
const totalOf = (plan: Plan): bigint =>
  (plan.path ?? []).reduce(
    (sum, { totalRawPrice, rawQuote, quantity }) =>
      sum + (totalRawPrice ?? rawQuote ?? 0n) * BigInt(quantity ?? 1),
    0n,
  )

/** Returns the data of the incomplete transactions of a step. */
const dataOf = (plan: Plan, step: string) =>
  plan.steps
    .filter(({ id }) => id === step)
    .flatMap((one) => (one.kind === 'transaction' ? (one.items ?? []) : []))
    .flatMap((item) => (item.status === 'incomplete' && item.data != null ? [item.data] : []))

/** Returns the sum of the values of the transactions of the step `sale`, in base units. */
const valueSent = (plan: Plan): bigint =>
  dataOf(plan, 'sale').reduce((sum, data) => sum + (data.value ?? 0n), 0n)

const nativeListings = ({ providerData }: Context) =>
  providerData.listings.filter(({ price }) => price?.currency.contract === zeroAddress)

/** Finds an offer, a token that can fill it, and the token's owner, who is not the maker of the offer. */
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
    providerData.problem ?? 'The provider has no offer that a known owner of a token could accept.',
  )
}

/** Rules of plans and quotes of purchases and sales. */
export const tradeChecks: readonly Check[] = [
  required(
    'buy-quote',
    'With onlyPath a purchase is quoted without steps, per unit, and with lower-case currencies.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      const answer = await quoteOf(context, { token: name }, { onlyPath: true })
      const quote = read(answer, parseQuote)
      must((quote.path?.length ?? 0) > 0, 'The path is empty.', answer)
      must(quote.steps.length === 0, 'The quote has steps.', answer)
      must(!/"currency":"0x[0-9a-f]*[A-F]/.test(answer.text), 'A currency is not in lower case.', answer)
      const [entry] = quote.path ?? []
      must(
        entry?.orderId === order.id,
        `The quote is for ${entry?.orderId}, not for the cheapest listing.`,
        answer,
      )
      must(entry.rawQuote !== undefined, 'rawQuote is missing.', answer)
    },
  ),
  required(
    'buy-steps',
    'The last step of a purchase is the transaction "sale", and the response has a request id.',
    async (context) => {
      const { name } = listedToken(context.providerData)
      const answer = await quoteOf(context, { token: name })
      const plan = read(answer, parsePlan)
      const last = plan.steps.at(-1)
      must(last?.id === 'sale', `The last step is "${last?.id}".`, answer)
      must(last.kind === 'transaction', 'The step "sale" is not a transaction.', answer)
      must(plan.requestId !== undefined, 'requestId is missing.', answer)
      must(dataOf(plan, 'sale').length > 0, 'The step "sale" has no incomplete item with data.', answer)
    },
  ),
  required(
    'buy-call',
    'The transaction calls a known Seaport in canonical encoding, and fills the quoted order.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      const answer = await quoteOf(context, { orderId: order.id })
      const plan = read(answer, parsePlan)
      const [data] = dataOf(plan, 'sale')
      must(data !== undefined, 'The step "sale" has no data.', answer)
      const known: readonly string[] = Object.values(seaportAddress)
      must(known.includes(data.to), `It calls ${data.to}, which is not a known Seaport.`, answer)
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
    'The value of a purchase in the native currency is exactly the sum of the path.',
    async (context) => {
      const [native] = nativeListings(context)
      const order = requireData(native, 'listing in the native currency', context.providerData.problem)
      const answer = await quoteOf(context, { orderId: order.id, quantity: 1 })
      const plan = read(answer, parsePlan)
      const value = valueSent(plan)
      must(
        value === totalOf(plan),
        `The value is ${value}, but the sum of the path is ${totalOf(plan)}.`,
        answer,
      )
    },
  ),
  required('buy-fees-on-top', 'A fee on top is part of the path, and the call pays it.', async (context) => {
    const [native] = nativeListings(context)
    const order = requireData(native, 'listing in the native currency', context.providerData.problem)
    const item = { orderId: order.id, quantity: 1 }
    const bare = read(await quoteOf(context, item), parsePlan)
    const fee = 1_000_000_000n
    const answer = await quoteOf(context, item, { feesOnTop: [`${context.stranger}:${fee}`] })
    const plan = read(answer, parsePlan)
    const added = valueSent(plan) - valueSent(bare)
    must(added === fee, `The value is greater by ${added}, not by ${fee}.`, answer)
    must(totalOf(plan) - totalOf(bare) === fee, 'The path does not contain the fee.', answer)
  }),
  required('buy-many', 'A request for several tokens returns one plan for all of them.', async (context) => {
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
    'A purchase of an unknown order is rejected, and no other order takes its place.',
    async (context) => {
      mustReject(await quoteOf(context, { orderId: `0x${'ab'.repeat(32)}` }))
    },
  ),
  required(
    'buy-unlisted',
    'A purchase of a token without a listing is rejected with a code that clients know.',
    async (context) => {
      const { contract } = anyCollection(context.providerData)
      const { code } = mustReject(await quoteOf(context, { token: `${contract}:${2n ** 200n}` }))
      must([3, 5, 11].includes(Number(code)), `The code is ${String(code)}, not 3, 5 or 11.`)
    },
  ),
  required(
    'buy-two-targets',
    'An item with both a token and an order is rejected with 400.',
    async (context) => {
      const { name, order } = listedToken(context.providerData)
      mustReject(await quoteOf(context, { token: name, orderId: order.id }), 400)
    },
  ),
  required('buy-own', 'A purchase of the buyer’s own listing is rejected.', async (context) => {
    const { order } = listedToken(context.providerData)
    mustReject(
      await context.ask(routes.buy.path, {
        body: { items: [{ orderId: order.id }], taker: order.maker, skipBalanceCheck: true },
      }),
    )
  }),
  required(
    'sell-call',
    'The transaction that accepts an offer calls a known Seaport in canonical encoding, and fills that offer.',
    async (context) => {
      const { offer, token, owner } = await openOffer(context)
      const answer = await context.ask(routes.sell.path, {
        body: { items: [{ token, orderId: offer.id, quantity: 1 }], taker: owner },
      })
      const plan = read(answer, parsePlan)
      const last = plan.steps.at(-1)
      must(last?.id === 'sale', `The last step is "${last?.id}".`, answer)
      const [data] = dataOf(plan, 'sale')
      must(data !== undefined, 'The step "sale" has no data.', answer)
      const known: readonly string[] = Object.values(seaportAddress)
      must(known.includes(data.to), `It calls ${data.to}, which is not a known Seaport.`, answer)
      must((data.value ?? 0n) === 0n, `The seller would send a value of ${data.value}.`, answer)
      const filled = (data.data === undefined ? undefined : readFill(data.data))?.orders ?? []
      must(
        filled.some(({ components }) => components.offerer === offer.maker),
        `It fills no order of ${offer.maker}.`,
        answer,
      )
    },
  ),
  required(
    'sell-not-owner',
    'A sale by an account that does not own the token is rejected.',
    async (context) => {
      const { name } = listedToken(context.providerData)
      mustReject(
        await context.ask(routes.sell.path, {
          body: { items: [{ token: name, quantity: 1 }], taker: context.stranger },
        }),
      )
    },
  ),
]
