import { type Address, zeroAddress } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import type { Question } from '../../chain/live.ts'
import { missingRoyalties } from '../../orders/missingRoyalties.ts'
import { addTo } from '../addTo.ts'
import type { TradeContext } from '../context.ts'
import { chooseConduit, currencyOf, type Exchange, orderSalt, sourceTag } from '../exchange.ts'
import { royaltiesNow } from '../fills/checkOrders.ts'
import { buyCalls, type FillCall, spendPerCurrency } from '../fills/fillCalls.ts'
import {
  askCost,
  buyPath,
  type Chosen,
  convertedBy,
  decimalOf,
  type Quoted,
  royaltyExtras,
  withFeesOnTop,
} from '../fills/quote.ts'
import { selectAsks } from '../fills/selectAsks.ts'
import { type Mint, mintCall, mintCost, mintGas, mintPath, selectMints } from '../fills/selectMints.ts'
import { withBookFills } from '../fills/withBookFills.ts'
import { withZoneSignatures } from '../fills/withZoneSignatures.ts'
import type { BuyRequest } from '../requests.ts'
import { buySteps, type TransactionItem } from '../steps/steps.ts'
import { approveCall, incomplete, transactionData } from '../steps/transactions.ts'

/** Quotes each chosen order: its price, the royalties that it leaves out, and the caller's fees. */
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
  if (quoted.length === 0 && chosen.length > 0)
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

/** An ERC-20 that a purchase needs an allowance for. */
type Allowance = { readonly token: Address; readonly spender: Address; readonly amount: bigint }

/** The allowances of ERC-20s that the fills need. */
function allowancesOf(
  calls: readonly FillCall[],
  spenderFor: (exchange: Exchange) => Address,
): readonly Allowance[] {
  const needed = new Map<string, Allowance>()
  for (const { exchange, entries } of calls)
    for (const [token, spend] of spendPerCurrency(entries)) {
      if (token === zeroAddress) continue
      const spender = spenderFor(exchange)
      const before = needed.get(`${token}|${spender}`)
      needed.set(`${token}|${spender}`, { token, spender, amount: (before?.amount ?? 0n) + spend })
    }
  return [...needed.values()]
}

/** What a purchase costs in gas, as an answer shows it, and the path with each item's part of it. */
async function priceGas(
  { chain, live, usd }: TradeContext,
  quoted: readonly Quoted[],
  calls: readonly FillCall[],
  mints: readonly Mint[],
) {
  const gasPrice = await live.gasPrice()
  const gasEstimate =
    calls.reduce((sum, { gas }) => sum + gas, 0) + mints.reduce((sum, mint) => sum + mintGas(mint), 0)
  const fillPath = quoted.map((entry) => {
    const own = calls.find((call) => call.entries.includes(entry))
    const cost = own === undefined ? 0n : (gasPrice * BigInt(own.gas)) / BigInt(own.entries.length)
    return buyPath(entry, { chainId: chain.id, gasCost: cost, zone: chain.zone })
  })
  const path = [...fillPath, ...mints.map((mint) => mintPath(chain, mint, gasPrice * BigInt(mintGas(mint))))]
  const cost = gasPrice * BigInt(gasEstimate)
  const decimal = decimalOf(cost, 18)
  const amount = {
    raw: cost.toString(),
    decimal,
    usd: convertedBy(usd(zeroAddress), decimal),
    native: decimal,
  }
  const fees = { gas: { currency: { ...chain.currencies[0], chainId: chain.id }, amount } }
  return { path, fees, gasEstimate }
}

/**
 * Reads whether the payer can pay.
 * @returns the allowances that are too small.
 * @throws {ApiError} when the balance is too low, and the request does not leave that check out.
 */
async function checkPayment(
  { live }: TradeContext,
  body: BuyRequest,
  quoted: readonly Quoted[],
  mints: readonly Mint[],
  allowances: readonly Allowance[],
): Promise<readonly Allowance[]> {
  const payer = body.relayer ?? body.taker
  const minting = mints.reduce((sum, mint) => sum + mintCost(mint), 0n)
  const spend = new Map(spendPerCurrency(quoted))
  if (minting > 0n) addTo(spend, zeroAddress, minting)
  const facts = await live.read([
    ...allowances.map(
      ({ token, spender }): Question => ({ ask: 'allowance', token, account: payer, spender }),
    ),
    ...[...spend.keys()].map((token): Question => ({ ask: 'balance', token, account: payer })),
  ])
  const isShort = [...spend].some(([token, amount]) => facts.balance(token, payer) < amount)
  if (isShort && !body.skipBalanceCheck)
    throw new ApiError(
      'balanceTooLow',
      'Balance too low to proceed with transaction (use skipBalanceCheck=true to skip balance checking)',
      { field: body.relayer == null ? 'taker' : 'relayer' },
    )
  return allowances.filter(({ token, spender, amount }) => facts.allowance(token, payer, spender) < amount)
}

/** The transactions that buy: one for each call, and one for each mint. */
function salesOf(
  { chain }: TradeContext,
  body: BuyRequest,
  calls: readonly FillCall[],
  mints: readonly Mint[],
): readonly TransactionItem[] {
  const payer = body.relayer ?? body.taker
  const fills = calls.map(
    ({ call, entries, gas }): TransactionItem => ({
      ...incomplete(transactionData(payer, call, body)),
      orderIds: entries.map((entry) => entry.chosen.order.id),
      gasEstimate: gas,
    }),
  )
  const minted = mints.map(
    (mint): TransactionItem => ({
      ...incomplete(transactionData(payer, mintCall(chain, mint), body)),
      gasEstimate: mintGas(mint),
    }),
  )
  return [...fills, ...minted]
}

/**
 * Plans a purchase: the cheapest open orders for each item, checked on chain, quoted per unit, and the calls
 * that fill them: one match for all of a Seaport, or with `partial` one call for each currency. What a public mint offers
 * for less is minted, with one call for each item.
 * @throws {ApiError}
 */
export async function buy(context: TradeContext, body: BuyRequest) {
  const { chain, book } = context
  const payer = body.relayer ?? body.taker
  const { mints, errors: unminted } = await selectMints(context, body)
  const minted = new Map(mints.map(({ itemIndex, units }) => [itemIndex, units]))
  const {
    quoted: priced,
    errors,
    maxQuantities,
  } = await withBookFills(context, body, payer, async (skipped) => {
    const { chosen, ...selected } = await selectAsks(context, body, skipped, minted)
    return { ...selected, quoted: await quoteAll(context, body, chosen, selected.errors) }
  })
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
  const { path, fees, gasEstimate } = await priceGas(context, quoted, calls, mints)
  const quote = { path, ...(maxQuantities === undefined ? {} : { maxQuantities }), fees, gasEstimate }
  if (body.onlyPath) return quote

  const allowances = allowancesOf(calls, (exchange) => conduitFor(exchange).address)
  const missing = await checkPayment(context, body, quoted, mints, allowances)
  const approvals = missing.map(({ token, spender, amount }) =>
    incomplete(transactionData(payer, approveCall(token, spender, amount), body)),
  )
  const sales = salesOf(context, body, calls, mints)
  const requestId = context.requestId()
  await book.saveExecution({ requestId, kind: 'buy', account: body.taker })
  const steps = buySteps({ native: allowances.length === 0, approvals, sales })
  return { requestId, steps, errors: [...unminted, ...errors], ...quote }
}
