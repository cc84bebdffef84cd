import { type Address, zeroAddress } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import type { Question } from '../../chain/live.ts'
import { missingRoyalties } from '../../orders/missingRoyalties.ts'
import { addTo } from '../addTo.ts'
import type { TradeContext } from '../context.ts'
import { currencyOf, type Exchange } from '../exchange.ts'
import { royaltiesNow } from '../fills/checkOrders.ts'
import { buyCalls, type FillCall, spendPerCurrency } from '../fills/fillCalls.ts'
import { fillTerms } from '../fills/fillTerms.ts'
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
import { selectAsks, wantedOf } from '../fills/selectAsks.ts'
import { type Mint, mintCall, mintCost, mintGas, mintPath, selectMints } from '../fills/selectMints.ts'
import { withBookFills } from '../fills/withBookFills.ts'
import { withZoneSignatures } from '../fills/withZoneSignatures.ts'
import type { BuyRequest } from '../requests.ts'
import type { PlannedMint, TrialOf } from '../simulation/revertingOrders.ts'
import { approvalGas, isComplete, trialGas } from '../simulation/trialGas.ts'
import { type PlannedFills, withErrors, withoutReverting } from '../simulation/withoutReverting.ts'
import { buySteps, type TransactionItem } from '../steps/steps.ts'
import { approveCall, incomplete, transactionData, wrapCall } from '../steps/transactions.ts'

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
 * @returns the allowances that are too small, and whether a balance of an ERC-20 is.
 * @throws {ApiError} when the balance is too low, and the request does not leave that check out.
 */
async function checkPayment(
  { live }: TradeContext,
  body: BuyRequest,
  quoted: readonly Quoted[],
  mints: readonly Mint[],
  allowances: readonly Allowance[],
): Promise<{ readonly missing: readonly Allowance[]; readonly lacksTokens: boolean }> {
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
  const short = [...spend].filter(([token, amount]) => facts.balance(token, payer) < amount)
  if (short.length > 0 && !body.skipBalanceCheck)
    throw new ApiError(
      'balanceTooLow',
      'Balance too low to proceed with transaction (use skipBalanceCheck=true to skip balance checking)',
      { field: body.relayer == null ? 'taker' : 'relayer' },
    )
  return {
    missing: allowances.filter(
      ({ token, spender, amount }) => facts.allowance(token, payer, spender) < amount,
    ),
    lacksTokens: short.some(([token]) => token !== zeroAddress),
  }
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

/** The trial of one listing: what it costs is wrapped where wrapped coins are needed, and approved. */
function trialOfAsk(context: TradeContext, body: BuyRequest, chosen: Chosen, extras: Quoted['extras'] = []) {
  const { chain } = context
  const { order, units } = chosen
  const currency = currencyOf(chain, order.currency)
  if (currency === undefined || !isComplete(chosen)) return undefined
  const terms = fillTerms(context, body)
  const entry: Quoted = { chosen, currency, gross: askCost(order, units, terms.now), extras }
  const [fill] = buyCalls([entry], terms)
  if (fill === undefined) return undefined
  const allowances = allowancesOf([fill], (exchange) => terms.conduitFor(exchange).address)
  const preparing = allowances.flatMap(({ token, spender, amount }) => [
    ...(token === chain.wrapped ? [wrapCall(token, amount)] : []),
    approveCall(token, spender, amount),
  ])
  return {
    calls: [...preparing.map((call) => ({ ...call, gas: approvalGas })), { ...fill.call, gas: trialGas(1) }],
  }
}

/** The mints that can be tried: a larger one may need more gas than a trial has. */
const plannedMints = ({ chain }: TradeContext, mints: readonly Mint[]): readonly PlannedMint[] =>
  mints.flatMap((mint) => {
    const gas = trialGas(Number(mint.units))
    const trial = { calls: [{ ...mintCall(chain, mint), gas }] }
    return mintGas(mint) > gas ? [] : [{ collection: mint.collection, trial }]
  })

/** Plans a purchase with the orders that the context does not leave out. */
async function planned(context: TradeContext, body: BuyRequest) {
  const { mints, errors: unminted } = await selectMints(context, body)
  const minted = new Map(mints.map(({ itemIndex, units }) => [itemIndex, units]))
  const terms = fillTerms(context, body)
  const {
    quoted: priced,
    errors,
    maxQuantities,
  } = await withBookFills(context, body, terms.payer, async (skipped) => {
    const { chosen, ...selected } = await selectAsks(context, body, skipped, minted)
    return { ...selected, quoted: await quoteAll(context, body, chosen, selected.errors) }
  })
  const quoted = body.onlyPath
    ? priced
    : await withZoneSignatures(context, priced, terms.payer, body.partial, errors)
  const calls = buyCalls(quoted, terms)
  const { path, fees, gasEstimate } = await priceGas(context, quoted, calls, mints)
  const quote = { path, ...(maxQuantities === undefined ? {} : { maxQuantities }), fees, gasEstimate }
  return { mints, quoted, calls, errors: [...unminted, ...errors], quote, terms }
}

/** The steps of a planned purchase, and what is simulated of them. */
async function withSteps(context: TradeContext, body: BuyRequest, plan: Awaited<ReturnType<typeof planned>>) {
  const { mints, quoted, calls, terms } = plan
  const allowances = allowancesOf(calls, (exchange) => terms.conduitFor(exchange).address)
  const { missing, lacksTokens } = await checkPayment(context, body, quoted, mints, allowances)
  const approvals = missing.map(({ token, spender, amount }) => approveCall(token, spender, amount))
  const steps = buySteps({
    native: allowances.length === 0,
    approvals: approvals.map((call) => incomplete(transactionData(terms.payer, call, body))),
    sales: salesOf(context, body, calls, mints),
  })
  const wanted = body.items.reduce((sum, item) => sum + wantedOf(body, item), 0n)
  const units = [...quoted.map(({ chosen }) => chosen), ...mints].reduce((sum, one) => sum + one.units, 0n)
  const fills: PlannedFills = {
    approvals,
    calls,
    mints: plannedMints(context, mints),
    isPaid: !lacksTokens,
    isShort: units < wanted,
  }
  return { ...plan, steps, fills }
}

/**
 * Plans a purchase: the cheapest open orders for each item, checked on chain, quoted per unit, and the calls
 * that fill them: one match for all of a Seaport, or with `partial` one call for each currency. What a public mint offers
 * for less is minted, with one call for each item. Orders and mints that would revert are left out.
 * @throws {ApiError}
 */
export async function buy(context: TradeContext, body: BuyRequest) {
  if (body.onlyPath) return (await planned(context, body)).quote
  const trialOf: TrialOf = (chosen, _, royalties) => trialOfAsk(context, body, chosen, royalties)
  const filler = { account: body.relayer ?? body.taker, recipient: body.taker }
  const { quote, steps, errors, leftOut } = await withoutReverting(context, filler, trialOf, async (own) =>
    withSteps(own, body, await planned(own, body)),
  )
  const requestId = context.requestId()
  await context.book.saveExecution({ requestId, kind: 'buy', account: body.taker })
  return { requestId, steps, errors: withErrors(errors, leftOut), ...quote }
}
