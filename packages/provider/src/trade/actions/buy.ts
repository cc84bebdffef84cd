import { type buyBody, splitToken } from '@sluice/wire'
import type * as v from 'valibot'
import { type Address, type Hex, zeroAddress } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import type { LiveFacts, Question, TradeContext } from '../context.ts'
import { chooseConduit, currencyOf, type Exchange, orderSalt, sourceTag } from '../exchange.ts'
import { unavailableMessage } from '../fills/availability.ts'
import { judge, namedOrder, receiveRaw, royaltiesNow } from '../fills/checkOrders.ts'
import { buyCalls, type FillCall, spendPerCurrency } from '../fills/fillCalls.ts'
import {
  askCost,
  buyPath,
  type Chosen,
  decimalOf,
  missingRoyalties,
  type Quoted,
  royaltyExtras,
  withFeesOnTop,
} from '../fills/quote.ts'
import { choose, createLedger } from '../fills/selectOrders.ts'
import { withZoneSignatures } from '../fills/zoneSignatures.ts'
import { buySteps, type TransactionItem } from '../steps/steps.ts'
import { approveCall, incomplete, transactionData } from '../steps/transactions.ts'

export type BuyRequest = v.InferOutput<typeof buyBody>
type Wanted = BuyRequest['items'][number]

/** What an item may be bought from, best first. */
type Candidates = {
  readonly index: number
  readonly wanted: bigint
  readonly orders: readonly StoredOrder[]
  /** The request named this very order. */
  readonly named?: Hex
  readonly tokenId?: bigint
  readonly error?: PlanError
}

/** How many units a preview looks for when the request does not say. */
const previewQuantity = 30

async function candidatesOf(
  context: TradeContext,
  body: BuyRequest,
  item: Wanted,
  index: number,
  wanted: bigint,
): Promise<Candidates> {
  const { taker } = body
  const excluded = (item.exclusions ?? []).map(({ orderId }) => orderId)
  const query = {
    taker,
    excluded,
    exactSource: item.exactOrderSource ?? undefined,
    preferredSource: item.preferredOrderSource ?? undefined,
    currency: body.currency ?? undefined,
    limit: Math.min(50, Math.max(8, Number(wanted) * 2)),
    normalized: body.normalizeRoyalties,
  }
  const place = `items.${index}`
  if (item.fillType === 'mint')
    throw new ApiError('other', 'Collection has no eligible mints', { field: `${place}.fillType` })
  const field = `${place}.${item.rawOrder == null ? 'orderId' : 'rawOrder'}`
  const named =
    item.rawOrder == null
      ? item.orderId
      : await receiveRaw(context, item.rawOrder, field, body.source ?? undefined)
  if (named != null) {
    const [found] = await context.book.ordersById([named])
    const order = namedOrder(found, named, field, taker, 'sell', body.allowInactiveOrderIds)
    return { index, wanted, orders: [order], named }
  }
  if (item.token != null) {
    const { contract, tokenId } = splitToken(item.token)
    const orders = await context.book.cheapestAsks({ ...query, contract, tokenId })
    return { index, wanted, orders, tokenId }
  }
  const orders = await context.book.cheapestAsks({ ...query, contract: item.collection as Address })
  return { index, wanted, orders }
}

/** As {@link candidatesOf}, but a request that may be filled in part goes on without what is refused. */
async function candidatesOrError(
  context: TradeContext,
  body: BuyRequest,
  item: Wanted,
  index: number,
  wanted: bigint,
): Promise<Candidates> {
  try {
    return await candidatesOf(context, body, item, index, wanted)
  } catch (cause) {
    if (!(cause instanceof ApiError) || !body.partial) throw cause
    const orderId = item.orderId ?? cause.orderId
    const error = { message: cause.message, ...(orderId === undefined ? {} : { orderId }) }
    return { index, wanted, orders: [], error }
  }
}

/** Units of the listed token that an order's maker holds. */
const heldBy = (facts: LiveFacts, order: StoredOrder): bigint => {
  if (order.tokenId === undefined) return 0n
  if (order.tokenKind === 'erc1155') return facts.units(order.contract, order.tokenId, order.maker)
  return facts.owner(order.contract, order.tokenId) === order.maker ? 1n : 0n
}

/** Units on offer over all candidates; a maker's holding counts once, however often it is listed. */
function unitsOnOffer(
  candidates: Candidates,
  facts: LiveFacts,
  unitsOf: (order: StoredOrder) => bigint,
): bigint {
  const perMaker = new Map<string, bigint>()
  for (const order of candidates.orders) {
    const key = `${order.maker}|${order.tokenId ?? ''}`
    const listed = (perMaker.get(key) ?? 0n) + unitsOf(order)
    const held = heldBy(facts, order)
    perMaker.set(key, listed < held ? listed : held)
  }
  return [...perMaker.values()].reduce((sum, units) => sum + units, 0n)
}

async function refuseEmpty(
  context: TradeContext,
  body: BuyRequest,
  errors: readonly PlanError[],
  field = 'items',
): Promise<never> {
  const own = await Promise.all(
    body.items.map(async ({ token }) => {
      if (token == null) return false
      const { contract, tokenId } = splitToken(token)
      const query = { contract, tokenId, taker: zeroAddress, excluded: [], limit: 5 }
      return (await context.book.cheapestAsks(query)).some(({ maker }) => maker === body.taker)
    }),
  )
  const message = own.includes(true)
    ? 'No fillable orders (taker cannot fill own orders)'
    : 'No fillable orders'
  throw new ApiError('noFillableOrders', message, { field, errors })
}

/** Picks what fills every item, or refuses; with `partial` what is missing is left out. */
async function chooseAll(context: TradeContext, body: BuyRequest) {
  const preview = body.onlyPath && body.partial && body.items.every(({ quantity }) => quantity == null)
  const gathered = await Promise.all(
    body.items.map((item, index) => {
      const wanted = BigInt(item.quantity ?? (preview ? previewQuantity : 1))
      return candidatesOrError(context, body, item, index, wanted)
    }),
  )
  const orders = [
    ...new Map(gathered.flatMap((one) => one.orders).map((order) => [order.id, order])).values(),
  ]
  const { availability, facts } = await judge(context, orders)
  const ledger = createLedger((order) => heldBy(facts, order))
  const chosen: Chosen[] = []
  const errors: PlanError[] = []
  for (const one of gathered) {
    if (one.error !== undefined) errors.push(one.error)
    const choice = choose(one.orders, one.wanted, one, availability, ledger)
    chosen.push(...choice.chosen)
    const [named] = one.named === undefined ? [] : one.orders
    const reason = named === undefined ? undefined : availability.get(named.id)?.reason
    if (named !== undefined && reason !== undefined) {
      const refusal = { message: unavailableMessage[reason], orderId: named.id }
      if (!body.partial)
        throw new ApiError('orderGone', refusal.message, { orderId: named.id, field: `items.${one.index}` })
      errors.push(refusal)
    } else if (choice.missing > 0n && !body.partial && choice.chosen.length > 0)
      throw new ApiError('quantityUnavailable', 'Unable to fill requested quantity', {
        field: `items.${one.index}.quantity`,
      })
    else if (choice.chosen.length === 0 && !body.partial)
      await refuseEmpty(context, body, errors, `items.${one.index}`)
  }
  if (chosen.length === 0) await refuseEmpty(context, body, errors)
  const unitsOf = (order: StoredOrder) => availability.get(order.id)?.units ?? 0n
  const maxQuantities = gathered.map((one) => ({
    itemIndex: one.index,
    maxQuantity: unitsOnOffer(one, facts, unitsOf).toString(),
  }))
  return { chosen, errors, maxQuantities: preview ? maxQuantities : undefined }
}

/** The money of each chosen order: its price, the royalties it leaves out, the caller's fees. */
async function quoteAll(
  context: TradeContext,
  body: BuyRequest,
  chosen: readonly Chosen[],
  errors: PlanError[],
) {
  const { chain } = context
  const now = context.now()
  const royaltiesOf = await royaltiesNow(context, body.normalizeRoyalties ? chosen : [])
  const quoted = chosen.flatMap((one): readonly Quoted[] => {
    const currency = currencyOf(chain, one.order.currency)
    const wrong = body.currency != null && body.currency !== one.order.currency
    if (currency === undefined || wrong) {
      const error = {
        message: 'The order is priced in another currency; buying with a swap is not supported',
        orderId: one.order.id,
      }
      if (!body.partial)
        throw new ApiError('other', error.message, { orderId: one.order.id, field: `items.${one.itemIndex}` })
      errors.push(error)
      return []
    }
    const gross = askCost(one.order, one.units, now)
    const missing = missingRoyalties(one.order, royaltiesOf(one))
    return [{ chosen: one, currency, gross, extras: royaltyExtras(gross / one.units, missing) }]
  })
  if (quoted.length === 0)
    throw new ApiError('noFillableOrders', 'No fillable orders', { field: 'items', errors })
  if (body.feesOnTop.length === 0) return quoted
  const currencies = new Set(quoted.map(({ currency }) => currency.contract))
  const [only = zeroAddress] = currencies
  const feeCurrency = body.currency ?? (currencies.size === 1 ? only : zeroAddress)
  const paying = quoted.filter(({ currency }) => currency.contract === feeCurrency)
  if (paying.length === 0)
    throw new ApiError('other', 'Fees on top cannot be paid in the currencies of these orders', {
      field: 'feesOnTop',
    })
  const withFees = withFeesOnTop(paying, body.feesOnTop)
  return quoted.map((entry) => withFees[paying.indexOf(entry)] ?? entry)
}

/** What a fill moves through whose hands: the spender that an ERC-20 must be allowed to. */
function allowancesOf(calls: readonly FillCall[], spenderFor: (exchange: Exchange) => Address) {
  const needed = new Map<string, { token: Address; spender: Address; amount: bigint }>()
  for (const { exchange, entries } of calls)
    for (const [token, spend] of spendPerCurrency(entries)) {
      if (token === zeroAddress) continue
      const spender = spenderFor(exchange)
      const before = needed.get(`${token}|${spender}`)
      needed.set(`${token}|${spender}`, { token, spender, amount: (before?.amount ?? 0n) + spend })
    }
  return [...needed.values()]
}

/**
 * Plans a purchase: the cheapest open orders for each item, checked on chain, quoted per unit, and the calls
 * that fill them: one match for all of a Seaport, or with `partial` one sweep for each currency.
 * @throws {ApiError} with the codes of the execute catalogue.
 */
export async function buy(context: TradeContext, body: BuyRequest) {
  const { chain, live, book } = context
  const { chosen, errors, maxQuantities } = await chooseAll(context, body)
  const payer = body.relayer ?? body.taker
  const priced = await quoteAll(context, body, chosen, errors)
  const quoted = body.onlyPath
    ? priced
    : await withZoneSignatures(context, priced, payer, body.partial, errors)
  const conduitFor = (exchange: Exchange) => {
    const conduit = chooseConduit(chain, exchange, body.conduitKey)
    if (conduit === undefined)
      throw new ApiError('other', 'The conduit is not open on this chain', { field: 'conduitKey' })
    return conduit
  }
  const source = body.source ?? undefined
  const calls = buyCalls(quoted, {
    chain,
    payer,
    recipient: body.taker,
    conduitFor,
    now: context.now(),
    suffix: source === undefined ? undefined : sourceTag(source),
    salt: orderSalt(undefined, context.randomBytes) >> 16n,
    partial: body.partial,
  })
  const gasPrice = await live.gasPrice()
  const gasEstimate = calls.reduce((sum, { gas }) => sum + gas, 0)
  const gasCost = gasPrice * BigInt(gasEstimate)
  const native = chain.currencies[0]
  const path = quoted.map((entry) => {
    const own = calls.find((call) => call.entries.includes(entry))
    const cost = own === undefined ? 0n : (gasPrice * BigInt(own.gas)) / BigInt(own.entries.length)
    return buyPath(entry, { chainId: chain.id, gasCost: cost })
  })
  const fees = {
    gas: {
      currency: { ...native, chainId: chain.id },
      amount: {
        raw: gasCost.toString(),
        decimal: decimalOf(gasCost, 18),
        usd: null,
        native: decimalOf(gasCost, 18),
      },
    },
  }
  const quote = { path, ...(maxQuantities === undefined ? {} : { maxQuantities }), fees, gasEstimate }
  if (body.onlyPath) return quote

  const allowances = allowancesOf(calls, (exchange) => conduitFor(exchange).address)
  const spend = spendPerCurrency(quoted)
  const facts = await live.read([
    ...allowances.map(
      ({ token, spender }): Question => ({ ask: 'allowance', token, account: payer, spender }),
    ),
    ...[...spend.keys()].map(
      (token): Question =>
        token === zeroAddress
          ? { ask: 'native-balance', account: payer }
          : { ask: 'balance', token, account: payer },
    ),
  ])
  const short = [...spend].some(([token, amount]) => facts.balance(token, payer) < amount)
  if (short && !body.skipBalanceCheck)
    throw new ApiError(
      'balanceTooLow',
      'Balance too low to proceed with transaction (use skipBalanceCheck=true to skip balance checking)',
      { field: body.relayer == null ? 'taker' : 'relayer' },
    )
  const approvals = allowances
    .filter(({ token, spender, amount }) => facts.allowance(token, payer, spender) < amount)
    .map(({ token, spender, amount }) =>
      incomplete(transactionData(payer, approveCall(token, spender, amount), body)),
    )
  const sales = calls.map(
    ({ call, entries, gas }): TransactionItem => ({
      ...incomplete(transactionData(payer, call, body)),
      orderIds: entries.map((entry) => entry.chosen.order.id),
      gasEstimate: gas,
    }),
  )
  const requestId = context.requestId()
  await book.saveExecution({
    requestId,
    kind: 'buy',
    account: body.taker,
    orderIds: quoted.map((entry) => entry.chosen.order.id),
  })
  const steps = buySteps({ native: allowances.length === 0, approvals, sales })
  return { requestId, steps, errors, ...quote }
}
