import { type Mover, mainIndex, spenders } from './operators.ts'
import type { Violations } from './rule.ts'
import type { Currency, OfferedOrder, SignCase, SignTerms } from './signCase.ts'
import { isLive } from './unexpected.ts'

export type Signed = readonly { readonly terms: SignTerms; readonly order: OfferedOrder }[]

/** Checks what offers are paid with: approvals, the wrap of what is missing, and whether all can be accepted. */
export function checkFunds(
  violations: Violations,
  given: SignCase,
  signed: Signed,
  isPending: boolean,
  isAwaited: boolean,
) {
  const { intent, plan, allowances, balances, promised } = given
  const needs = new Map<string, bigint>()
  const need = (token: Currency, to: Mover, amount: bigint) =>
    needs.set(`${token} ${to}`, (needs.get(`${token} ${to}`) ?? 0n) + amount)
  if (isAwaited) for (const one of intent.orders) for (const to of spenders) need(one.currency, to, one.gross)
  else
    for (const { terms, order } of signed) need(terms.currency, terms.through ?? order.through, terms.gross)
  const agreed = intent.orders.map(({ currency }) => currency)
  const allowanceOf = (token: Currency, to: Mover) => (to === 'conduit' ? allowances.get(token) : 0n)
  const liveFor = (token: Currency, to: Mover) => (token === 'weth' && to === 'conduit' ? promised : 0n)
  const sent = new Map<string, bigint>()
  const resets = new Set<string>()
  const inWeth = intent.orders.filter(({ currency }) => currency === 'weth').map(({ gross }) => gross)
  let wrapped: bigint | undefined
  for (const [at, step] of plan.entries()) {
    if (!isLive(step)) continue
    if (step.does === 'operator') violations.refuse('TX_TO')
    if (step.does === 'wrap') {
      const has = balances.get('weth')
      const lacks = [
        inWeth.reduce((sum, one) => sum + one, 0n),
        inWeth.reduce((most, one) => (one > most ? one : most), 0n),
      ]
        .map((wanted) => wanted - (has ?? 0n))
        .filter((one) => one > 0n)
      if (inWeth.length === 0) violations.refuse(agreed.includes('weth') ? 'CALL_WRAP' : 'TX_TO')
      else if (wrapped !== undefined) violations.refuse('FLOW_BUDGET')
      else if (has === undefined ? step.amount > (lacks[0] ?? 0n) : !lacks.includes(step.amount))
        violations.refuse('CALL_WRAP')
      else if (has === undefined) violations.ask('CALL_WRAP')
      if (at > mainIndex(plan)) violations.refuse('FLOW_REORDER')
      wrapped ??= step.amount
    }
    if (step.does !== 'approve') continue
    const { token, to, amount } = step
    const slot = `${token} ${to}`
    const wanted = needs.get(slot)
    const full = (wanted ?? 0n) + liveFor(token, to)
    const others = [...sent.keys(), ...resets].filter((one) => one.startsWith(`${token} `) && one !== slot)
    if (!agreed.includes(token)) violations.refuse('TX_TO')
    else if (to === 'foreign') violations.refuse('APR_SPENDER')
    else if (wanted === undefined) violations.refuse('FLOW_EXTRA_STEP')
    else if (isAwaited && others.length > 0) violations.refuse('APR_SPENDER')
    else if ((allowanceOf(token, to) ?? -1n) < full) {
      if (amount === 0n ? resets.has(slot) : sent.has(slot)) violations.refuse('FLOW_BUDGET')
      if (amount === 0n && sent.has(slot)) violations.refuse('FLOW_REORDER')
      if (at > mainIndex(plan)) violations.refuse('FLOW_REORDER')
      if (amount === 0n) resets.add(slot)
      else sent.set(slot, full)
    }
  }
  for (const [slot, amount] of needs) {
    const [token, to] = slot.split(' ') as [Currency, Mover]
    if (isPending || isAwaited || sent.has(slot)) continue
    const allowance = allowanceOf(token, to)
    if (allowance === undefined) violations.ask('FLOW_FALSE_COMPLETE')
    else if (allowance < amount) violations.refuse('FLOW_FALSE_COMPLETE')
  }
  if (isPending) checkWrapped(violations, given, wrapped ?? 0n)
  else checkCover(violations, given, needs, sent, wrapped ?? 0n)
  return [
    ...[...sent].map(([slot, amount]) => `approve ${slot} ${amount}`),
    ...[...resets].map((slot) => `approve ${slot} 0`),
    ...(wrapped === undefined ? [] : [`wrap ${wrapped}`]),
  ]
}

/** Checks whether all offers together, live ones included, can be accepted. */
function checkCover(
  violations: Violations,
  { intent, balances, allowances, promised }: SignCase,
  needs: ReadonlyMap<string, bigint>,
  sent: ReadonlyMap<string, bigint>,
  wrapped: bigint,
): void {
  for (const currency of new Set(intent.orders.map((one) => one.currency))) {
    const own = intent.orders.reduce((sum, one) => (one.currency === currency ? sum + one.gross : sum), 0n)
    const all = own + (currency === 'weth' ? promised : 0n)
    const has = balances.get(currency)
    if (has !== undefined && all > has + (currency === 'weth' ? wrapped : 0n)) violations.ask('ORD_FUNDS')
    const isKept = needs.has(`${currency} conduit`) && !sent.has(`${currency} conduit`)
    const isLiveThere = currency === 'weth' && promised > 0n
    if (isKept && isLiveThere && all > (allowances.get(currency) ?? all)) violations.ask('ORD_FUNDS')
  }
}

/** Checks that a wrap without its offer, which may never come, gives live offers no more than they could take before. */
function checkWrapped(violations: Violations, { balances, promised }: SignCase, wrapped: bigint): void {
  const has = balances.get('weth')
  const isLiveMore = has !== undefined && wrapped > 0n && promised > has
  if (isLiveMore) violations.ask('ORD_FUNDS')
}
