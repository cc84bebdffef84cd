import { checkOperators, collectionOf, type Mover, spenders } from './operators.ts'
import { type ExpectedVerdict, Violations } from './rule.ts'
import {
  type Currency,
  type FillCall,
  feeOf,
  isListed,
  paidFor,
  priceOf,
  sum,
  type TradeCase,
  type TradeIntent,
} from './tradeCase.ts'
import { checkMoney, checkTips } from './tradeMoney.ts'
import { callRules, orderRules, planRules } from './tradeRules.ts'
import { checkUnexpected, isGone, isLive } from './unexpected.ts'

type Need = { readonly token: Currency; readonly to: Mover; readonly amount: bigint }

/** While no call says what is needed, an approval may be for what was agreed, to one spender. */
const openNeeds = ({ action, totals }: TradeIntent): readonly Need[] =>
  action === 'sell'
    ? []
    : [...(totals ?? [])].flatMap(([token, amount]) => spenders.map((to) => ({ token, to, amount })))

/** What each currency has to be approved for: the price of a purchase, the fees that a seller pays. */
function needsOf(intent: TradeIntent, calls: readonly FillCall[]): readonly Need[] {
  const needs = new Map<string, Need>()
  for (const { form, fills, through } of calls)
    for (const fill of fills) {
      const { currency: token } = fill.order
      const selling = form === 'basic' || form === 'match' ? 0n : feeOf(fill) + fill.tip
      const amount = intent.action === 'buy' ? (token === 'coin' ? 0n : paidFor(fill)) : selling
      const before = needs.get(`${token}:${through}`)?.amount ?? 0n
      if (amount > 0n) needs.set(`${token}:${through}`, { token, to: through, amount: before + amount })
    }
  return [...needs.values()]
}

/** Checks the approvals of currencies. Returns those that are sent. */
function checkApprovals(
  violations: Violations,
  { intent, plan, allowances }: TradeCase,
  needs: readonly Need[],
  isPending: boolean,
  isAwaited: boolean,
): readonly string[] {
  const sent: string[] = []
  const resets = new Set<string>()
  const firstTrade = plan.findIndex((step) => isLive(step) && step.does === 'fill')
  for (const [at, step] of plan.entries()) {
    if (!isLive(step) || step.does !== 'approve') continue
    const { token, to, amount } = step
    const known = intent.totals === undefined ? isListed(token) : intent.totals.has(token)
    // In a sale a collection may be called, too; a currency is not one.
    if (token === 'coin' || !known) {
      violations.refuse('TX_TO')
      continue
    }
    if (to === 'foreign') {
      violations.refuse('APR_SPENDER')
      continue
    }
    const need = needs.find((each) => each.token === token && each.to === to)
    const isLate = firstTrade >= 0 && at > firstTrade
    if (need === undefined) {
      violations.refuse('FLOW_EXTRA_STEP')
      // Which of the two is reported depends on whether the step that needs it is refused.
      if (isLate) violations.refuse('FLOW_REORDER')
      continue
    }
    const allowance = to === 'conduit' ? allowances.get(token) : 0n
    if (allowance !== undefined && allowance >= need.amount) continue
    const slot = `approve ${token} ${to}`
    const others = [...sent, ...resets].filter((one) => one.startsWith(`approve ${token} `))
    if (isAwaited && others.some((one) => !one.startsWith(slot))) violations.refuse('APR_SPENDER')
    if (amount === 0n) {
      if (resets.has(slot)) violations.refuse('FLOW_BUDGET')
      if (sent.some((one) => one.startsWith(`${slot} `))) violations.refuse('FLOW_REORDER')
      resets.add(slot)
    } else {
      if (sent.some((one) => one.startsWith(`${slot} `))) violations.refuse('FLOW_BUDGET')
      if (intent.action === 'sell' && amount !== need.amount) violations.refuse('APR_AMOUNT')
      sent.push(`${slot} ${need.amount}`)
    }
    if (isLate) violations.refuse('FLOW_REORDER')
  }
  for (const { token, to, amount } of needs) {
    if (isPending || sent.includes(`approve ${token} ${to} ${amount}`)) continue
    const allowance = to === 'conduit' ? allowances.get(token) : 0n
    if (allowance === undefined) violations.ask('FLOW_FALSE_COMPLETE')
    else if (allowance < amount) violations.refuse('FLOW_FALSE_COMPLETE')
  }
  return [...sent, ...[...resets].map((slot) => `${slot} 0`)]
}

/** Checks a purchase or a sale. */
export function checkTrade(trade: TradeCase): ExpectedVerdict {
  const { intent, plan } = trade
  const violations = new Violations()
  checkUnexpected(violations, plan)
  const isPending = plan.some((step) => !isGone(step) && step.isEmpty)
  const calls = plan.flatMap((step) => (isLive(step) && step.does === 'fill' ? [step] : []))
  for (const call of calls) {
    violations.try(callRules, { intent, call })
    for (const fill of call.fills) violations.try(orderRules, { intent, call, fill })
  }
  checkMoney(violations, intent, calls, isPending)
  const fills = calls.flatMap((call) => call.fills)
  violations.try(planRules, fills)
  const bought = sum(fills.map(({ units }) => units))
  const isWhole = bought >= sum(intent.items.map(({ quantity }) => quantity))
  if (!isWhole && !isPending && !(intent.isPartial && fills.length > 0))
    violations.refuse('FLOW_FALSE_COMPLETE')
  checkTips(violations, intent, fills, isWhole && !isPending)
  const named = needsOf(intent, calls)
  const isAwaited =
    isPending &&
    (intent.action === 'sell' ? calls.length === 0 : named.length === 0 && intent.totals !== undefined)
  const needs = isAwaited ? openNeeds(intent) : named
  const approvals = checkApprovals(violations, trade, needs, isPending, isAwaited)
  const permitted = intent.items.flatMap(({ token }) => spenders.map((to) => `${collectionOf(token)}:${to}`))
  const moved = calls.flatMap(({ fills: own, through }) =>
    own.map(({ order }) => `${collectionOf(order.token)}:${through}`),
  )
  const selling = intent.action === 'sell'
  const operators = checkOperators(violations, {
    plan,
    operators: trade.operators,
    agreed: new Set(selling ? intent.items.map(({ token }) => collectionOf(token)) : []),
    needed: new Set(selling ? (isAwaited ? permitted : moved) : []),
    isPending,
    isAwaited,
  })
  return violations.close([
    ...approvals,
    ...operators,
    ...fills.map(
      (fill) =>
        `trade ${fill.order.token} ${fill.units} ${priceOf(intent.action, fill)} ${fill.order.currency}`,
    ),
  ])
}
