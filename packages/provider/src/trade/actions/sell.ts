import { criteriaProof, SeaportError } from '@sluice/seaport'
import { type sellBody, splitToken } from '@sluice/wire'
import type * as v from 'valibot'
import type { Address, Hex } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import type { StoredCollection } from '../../storage/chain/collections.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import type { LiveFacts, Question, TradeContext } from '../context.ts'
import {
  chooseConduit,
  conduitOf,
  currencyOf,
  type Exchange,
  exchangeOf,
  orderSalt,
  sourceTag,
} from '../exchange.ts'
import { needsProof, unavailableMessage } from '../fills/availability.ts'
import { judge, namedOrder, receiveRaw, royaltiesNow } from '../fills/checkOrders.ts'
import { type FillCall, sellCalls } from '../fills/fillCalls.ts'
import {
  bidGross,
  type Chosen,
  extrasPerUnit,
  missingRoyalties,
  type Quoted,
  royaltyExtras,
  sellNet,
  sellPath,
  withFeesOnTop,
} from '../fills/quote.ts'
import { choose, createLedger } from '../fills/selectOrders.ts'
import { withZoneSignatures } from '../fills/zoneSignatures.ts'
import { sellSteps, type TransactionItem } from '../steps/steps.ts'
import { incomplete, operatorCall, transactionData } from '../steps/transactions.ts'
import { collectionsOf } from './orderTerms.ts'

export type SellRequest = v.InferOutput<typeof sellBody>
type Sold = SellRequest['items'][number]
type Candidates = {
  readonly index: number
  readonly tokenId: bigint
  readonly wanted: bigint
  readonly orders: readonly StoredOrder[]
  readonly named: boolean
  readonly error?: PlanError
}

/** Whether a bid may be met with this token. */
async function covers(
  context: TradeContext,
  bid: StoredOrder,
  contract: Address,
  tokenId: bigint,
): Promise<boolean> {
  if (bid.contract !== contract) return false
  if (bid.tokenId !== undefined) return bid.tokenId === tokenId
  if (!needsProof(bid)) return true
  return (await context.book.tokenIdsOfSet(bid.tokenSetId)).includes(tokenId)
}

async function candidatesOf(
  context: TradeContext,
  body: SellRequest,
  item: Sold,
  index: number,
): Promise<Candidates> {
  const { contract, tokenId } = splitToken(item.token)
  const base = { index, tokenId, wanted: BigInt(item.quantity) }
  if (await context.book.isFlagged(contract, tokenId))
    throw new ApiError(
      'flagged',
      'This NFT cannot accept offers right now because it is flagged or recently transferred',
      { field: `items.${index}.token` },
    )
  const field = `items.${index}.${item.rawOrder == null ? 'orderId' : 'rawOrder'}`
  const id =
    item.rawOrder == null
      ? item.orderId
      : await receiveRaw(context, item.rawOrder, field, body.source ?? undefined)
  if (id != null) {
    const [found] = await context.book.ordersById([id])
    const order = namedOrder(found, id, field, body.taker, 'buy', body.allowInactiveOrderIds)
    if (!(await covers(context, order, contract, tokenId)))
      throw new ApiError('noFillableOrders', 'No fillable orders', { orderId: id, field })
    return { ...base, orders: [order], named: true }
  }
  const orders = await context.book.bestBids({
    contract,
    tokenId,
    taker: body.taker,
    exactSource: item.exactOrderSource ?? undefined,
    excluded: (item.exclusions ?? []).map(({ orderId }) => orderId),
    currency: body.currency ?? undefined,
    limit: Math.min(50, Math.max(8, item.quantity * 2)),
    normalized: body.normalizeRoyalties,
  })
  return { ...base, orders, named: false }
}

async function candidatesOrError(
  context: TradeContext,
  body: SellRequest,
  item: Sold,
  index: number,
): Promise<Candidates> {
  try {
    return await candidatesOf(context, body, item, index)
  } catch (cause) {
    if (!(cause instanceof ApiError) || !body.partial) throw cause
    const orderId = item.orderId ?? cause.orderId
    const error = { message: cause.message, ...(orderId === undefined ? {} : { orderId }) }
    const { tokenId } = splitToken(item.token)
    return { index, tokenId, wanted: 0n, orders: [], named: false, error }
  }
}

const holdingOf = (item: Sold, kind: StoredCollection['kind'], account: Address): Question => {
  const { contract, tokenId } = splitToken(item.token)
  return kind === 'erc721'
    ? { ask: 'owner', token: contract, tokenId }
    : { ask: 'units', token: contract, tokenId, account }
}

/** @throws {ApiError} when the taker does not hold all that the request sells. */
function checkHoldings(
  body: SellRequest,
  collections: ReadonlyMap<string, StoredCollection>,
  facts: LiveFacts,
): void {
  const sold = new Map<string, bigint>()
  for (const { token, quantity } of body.items) sold.set(token, (sold.get(token) ?? 0n) + BigInt(quantity))
  for (const [token, units] of sold) {
    const { contract, tokenId } = splitToken(token)
    const held =
      collections.get(contract)?.kind === 'erc1155'
        ? facts.units(contract, tokenId, body.taker)
        : facts.owner(contract, tokenId) === body.taker
          ? 1n
          : 0n
    if (held < units) {
      const field = `items.${body.items.findIndex((item) => item.token === token)}.token`
      throw new ApiError('notOwner', 'Taker is not the owner of the token to sell', { field })
    }
  }
}

/** The bidder's money that Seaport can reach. */
const fundsOf =
  (context: TradeContext, facts: LiveFacts) =>
  (order: StoredOrder): bigint => {
    const exchange = exchangeOf(context.chain, order.version)
    const operator = conduitOf(context.chain, exchange, order.components.conduitKey)?.address
    if (operator === undefined) return 0n
    const balance = facts.balance(order.currency, order.maker)
    const allowed = facts.allowance(order.currency, order.maker, operator)
    return balance < allowed ? balance : allowed
  }

async function withProof(context: TradeContext, chosen: Chosen): Promise<Chosen> {
  if (!needsProof(chosen.order)) return chosen
  const ids = await context.book.tokenIdsOfSet(chosen.order.tokenSetId)
  return { ...chosen, proof: criteriaProof(ids, chosen.tokenId, context.keccak) }
}

async function chooseAll(
  context: TradeContext,
  body: SellRequest,
  collections: ReadonlyMap<string, StoredCollection>,
) {
  const gathered = await Promise.all(
    body.items.map((item, index) => candidatesOrError(context, body, item, index)),
  )
  const orders = [
    ...new Map(gathered.flatMap((one) => one.orders).map((order) => [order.id, order])).values(),
  ]
  const holdings = body.items.map((item) =>
    holdingOf(item, collections.get(splitToken(item.token).contract)?.kind ?? 'erc721', body.taker),
  )
  const { availability, facts } = await judge(context, orders, holdings)
  checkHoldings(body, collections, facts)
  const ledger = createLedger(fundsOf(context, facts))
  const chosen: Chosen[] = []
  const errors: PlanError[] = []
  for (const one of gathered) {
    if (one.error !== undefined) errors.push(one.error)
    const choice = choose(one.orders, one.wanted, one, availability, ledger)
    chosen.push(...choice.chosen)
    const [first] = one.orders
    const reason = first === undefined || !one.named ? undefined : availability.get(first.id)?.reason
    if (first !== undefined && reason !== undefined) {
      if (!body.partial)
        throw new ApiError('orderGone', unavailableMessage[reason], {
          orderId: first.id,
          field: `items.${one.index}`,
        })
      errors.push({ message: unavailableMessage[reason], orderId: first.id })
    } else if (choice.missing > 0n && !body.partial) {
      if (choice.chosen.length > 0)
        throw new ApiError('quantityUnavailable', 'Unable to fill requested quantity', {
          field: `items.${one.index}.quantity`,
        })
      throw new ApiError('noFillableOrders', 'No fillable orders', { field: `items.${one.index}`, errors })
    }
  }
  if (chosen.length === 0)
    throw new ApiError('noFillableOrders', 'No fillable orders', { field: 'items', errors })
  return { chosen: await Promise.all(chosen.map((one) => withProof(context, one))), errors }
}

async function quoteAll(
  context: TradeContext,
  body: SellRequest,
  chosen: readonly Chosen[],
): Promise<readonly Quoted[]> {
  const royaltiesOf = await royaltiesNow(context, body.normalizeRoyalties ? chosen : [])
  const quoted = chosen.map((one): Quoted => {
    const { order, units } = one
    const currency = currencyOf(context.chain, order.currency)
    if (currency === undefined || (body.currency != null && body.currency !== order.currency))
      throw new ApiError('other', 'The offer is in another currency; selling with a swap is not supported', {
        orderId: order.id,
        field: `items.${one.itemIndex}`,
      })
    const gross = bidGross(order, units)
    return {
      chosen: one,
      currency,
      gross,
      extras: royaltyExtras(gross / units, missingRoyalties(order, royaltiesOf(one))),
    }
  })
  const withFees = body.feesOnTop.length === 0 ? quoted : payFees(quoted, body)
  const short = withFees.find((entry) => sellNet({ ...entry, extras: [] }) < extrasPerUnit(entry))
  if (short !== undefined)
    throw new ApiError('other', 'Total fees exceed price', {
      orderId: short.chosen.order.id,
      field: 'feesOnTop',
    })
  return withFees
}

/** Fees on top are stated in one currency: that of the bids, which must then be one. */
function payFees(quoted: readonly Quoted[], body: SellRequest): readonly Quoted[] {
  if (new Set(quoted.map(({ currency }) => currency.contract)).size > 1)
    throw new ApiError('other', 'Fees on top cannot be paid in several currencies', { field: 'feesOnTop' })
  return withFeesOnTop(quoted, body.feesOnTop)
}

function callsOf(
  context: TradeContext,
  body: SellRequest,
  quoted: readonly Quoted[],
  conduitFor: (exchange: Exchange) => { key: Hex; address: Address },
): readonly FillCall[] {
  try {
    return sellCalls(quoted, {
      chain: context.chain,
      payer: body.taker,
      recipient: body.taker,
      conduitFor,
      now: context.now(),
      suffix: body.source == null ? undefined : sourceTag(body.source),
      salt: orderSalt(undefined, context.randomBytes) >> 16n,
    })
  } catch (cause) {
    if (!(cause instanceof SeaportError)) throw cause
    throw new ApiError('noFulfilment', 'Unable to generate fulfillment for the order')
  }
}

/**
 * Plans the acceptance of offers: the best open bids for each token, checked on chain, and the call that
 * meets them. The seller approves the NFT only; fees come out of what the bidder pays.
 * @throws {ApiError} with the codes of the execute catalogue.
 */
export async function sell(context: TradeContext, body: SellRequest) {
  const { chain, live, book } = context
  const contracts = body.items.map(({ token }) => splitToken(token).contract)
  const collections = await collectionsOf(context, contracts)
  const unknown = contracts.findIndex((contract) => !collections.has(contract))
  if (unknown !== -1) throw new ApiError('unknownToken', 'Unknown token', { field: `items.${unknown}.token` })
  const { chosen, errors } = await chooseAll(context, body, collections)
  const priced = await quoteAll(context, body, chosen)
  const quoted = body.onlyPath
    ? priced
    : await withZoneSignatures(context, priced, body.taker, body.partial, errors)
  const conduitFor = (exchange: Exchange) => {
    const conduit = chooseConduit(chain, exchange)
    if (conduit === undefined) throw new ApiError('other', 'No conduit is open on this chain')
    return conduit
  }
  const calls = callsOf(context, body, quoted, conduitFor)
  const path = quoted.map(sellPath)
  if (body.onlyPath) return { path }

  const needs = [
    ...new Map(
      calls.flatMap(({ exchange, entries }) =>
        entries.map(({ chosen: { order } }) => {
          const operator = conduitFor(exchange).address
          return [`${order.contract}|${operator}`, { collection: order.contract, operator }] as const
        }),
      ),
    ).values(),
  ]
  const facts = await live.read(
    needs.map(
      ({ collection, operator }): Question => ({
        ask: 'operator',
        token: collection,
        account: body.taker,
        operator,
      }),
    ),
  )
  const approvals = needs
    .filter(({ collection, operator }) => !facts.isOperator(collection, body.taker, operator))
    .map(({ collection, operator }) =>
      incomplete(transactionData(body.taker, operatorCall(collection, operator), body)),
    )
  const sales = calls.map(
    ({ call, entries, gas }): TransactionItem => ({
      ...incomplete(transactionData(body.taker, call, body)),
      orderIds: entries.map((entry) => entry.chosen.order.id),
      gasEstimate: gas,
    }),
  )
  const requestId = context.requestId()
  await book.saveExecution({
    requestId,
    kind: 'sell',
    account: body.taker,
    orderIds: quoted.map((entry) => entry.chosen.order.id),
  })
  return { requestId, steps: sellSteps({ approvals, sales }), errors, path }
}
