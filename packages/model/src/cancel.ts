import { type ExpectedVerdict, type Rule, Violations } from './rule.ts'
import { checkUnexpected, isGone, isLive, type PlanItem, type Unexpected } from './unexpected.ts'

export type SeaportVersion = '1.6' | '1.5'
/** An order by its number; number 3 is an order of the account that was not agreed on. */
export type OrderNumber = 0 | 1 | 2 | 3
export type CancelCall = {
  readonly does: 'cancel'
  readonly orders: readonly OrderNumber[]
  readonly offerer: 'account' | 'stranger'
  readonly at: SeaportVersion
  readonly value: bigint
}
export type RaiseCall = { readonly does: 'raise'; readonly at: SeaportVersion; readonly value: bigint }
export type CancelSignature = {
  readonly does: 'sign'
  readonly orders: readonly OrderNumber[]
  readonly zone: 'own' | 'foreign'
  readonly endpoint: 'cancel' | 'order' | 'unknown'
}
export type CancelStep = PlanItem<CancelCall | RaiseCall | CancelSignature | Unexpected>
export type CancelCase = {
  readonly intent: {
    readonly orders: readonly OrderNumber[]
    readonly mode: 'orders' | 'all'
    readonly version: SeaportVersion | undefined
  }
  readonly plan: readonly CancelStep[]
  /** What the chain says of each order. */
  readonly ends: Readonly<
    Record<OrderNumber, 'open' | 'cancelled' | 'filled' | 'expired' | 'counter raised' | 'unread'>
  >
  /** The zone of each order, as its terms say. */
  readonly zones: Readonly<Record<OrderNumber, 'own' | 'none' | 'unread'>>
}

type Intent = CancelCase['intent']
const areAgreed = (orders: readonly OrderNumber[], intent: Intent): boolean =>
  orders.length > 0 &&
  new Set(orders).size === orders.length &&
  orders.every((order) => intent.orders.includes(order))

const where: readonly Rule<{
  readonly intent: Intent
  readonly call: { readonly at: SeaportVersion; readonly value: bigint }
}>[] = [
  {
    code: 'CALL_CANCEL_SET',
    says: 'An order is ended at the Seaport that it was signed for.',
    breaks: ({ intent, call }) => intent.version !== undefined && intent.version !== call.at,
  },
  { code: 'TX_VALUE', says: 'A cancellation sends no coin.', breaks: ({ call }) => call.value !== 0n },
]
const cancelRules: readonly Rule<{
  readonly intent: Intent
  readonly call: CancelCall
}>[] = [
  ...where,
  {
    code: 'CALL_CANCEL_SET',
    says: 'It is known at which Seaport that is.',
    asks: true,
    breaks: ({ intent }) => intent.version === undefined,
  },
  {
    code: 'TX_SELECTOR',
    says: 'Single orders are cancelled only where single orders were agreed.',
    breaks: ({ intent }) => intent.mode !== 'orders',
  },
  {
    code: 'CALL_OFFERER',
    says: 'The orders are of the account.',
    breaks: ({ call }) => call.offerer !== 'account' && call.orders.length > 0,
  },
  {
    code: 'CALL_CANCEL_SET',
    says: 'The orders are agreed ones, each once.',
    breaks: ({ intent, call }) => !areAgreed(call.orders, intent),
  },
]
const raiseRules: readonly Rule<{
  readonly intent: Intent
  readonly call: RaiseCall
  /** Whether everything on the newest Seaport is ended before this call. */
  readonly isNewestEnded: boolean
}>[] = [
  ...where,
  {
    code: 'CALL_CANCEL_SET',
    says: 'If it is not known which Seaport that is, it is the newest, or everything there is ended before.',
    asks: true,
    breaks: ({ intent, call, isNewestEnded }) =>
      intent.version === undefined && call.at !== '1.6' && !isNewestEnded,
  },
  {
    code: 'TX_SELECTOR',
    says: 'The counter is raised only where the end of all orders was agreed.',
    breaks: ({ intent }) => intent.mode !== 'all',
  },
]
const signatureRules: readonly Rule<{
  readonly subject: CancelCase
  readonly request: CancelSignature
}>[] = [
  {
    code: 'POST_ENDPOINT',
    says: 'The signature is posted as a cancellation.',
    breaks: ({ request }) => request.endpoint !== 'cancel',
  },
  {
    code: 'TD_DOMAIN',
    says: 'It is signed for a zone of the policy.',
    breaks: ({ request }) => request.zone !== 'own',
  },
  {
    code: 'CALL_CANCEL_SET',
    says: 'The orders are agreed ones, each once.',
    breaks: ({ subject: { intent }, request }) =>
      intent.mode !== 'orders' || !areAgreed(request.orders, intent),
  },
  {
    code: 'ORD_ZONE',
    says: 'The zone can end each of the orders.',
    breaks: ({ subject: { zones }, request }) => request.orders.some((order) => zones[order] === 'none'),
  },
  {
    code: 'ORD_ZONE',
    says: 'It is known that the zone can end each of the orders.',
    asks: true,
    breaks: ({ subject: { zones }, request }) => request.orders.some((order) => zones[order] === 'unread'),
  },
]

const missingRules: readonly Rule<{
  readonly subject: CancelCase
  readonly missing: readonly OrderNumber[]
}>[] = [
  {
    code: 'CALL_CANCEL_SET',
    says: 'It is known at which Seaport an order was cancelled that needs no call.',
    asks: true,
    breaks: ({ subject: { intent, ends }, missing }) =>
      intent.version === undefined && missing.some((order) => ends[order] === 'cancelled'),
  },
]

const over: readonly string[] = ['cancelled', 'filled', 'expired', 'counter raised']

/** Checks a cancellation. */
export function checkCancel(subject: CancelCase): ExpectedVerdict {
  const { intent, plan, ends } = subject
  const violations = new Violations()
  checkUnexpected(
    violations,
    plan.filter((step) => !(step.does === 'unexpected' && step.what === 'raise the counter')),
  )
  const raises = plan.flatMap((step): readonly PlanItem<RaiseCall>[] =>
    step.does === 'raise'
      ? [step]
      : step.does === 'unexpected' && step.what === 'raise the counter'
        ? [{ ...step, what: undefined, does: 'raise', at: '1.6', value: 0n } as PlanItem<RaiseCall>]
        : [],
  )
  checkUnexpected(violations, raises)
  const isPending = plan.some((step) => !isGone(step) && step.isEmpty)
  const ended: OrderNumber[] = []
  for (const step of plan) {
    if (!isLive(step) || (step.does !== 'cancel' && step.does !== 'sign')) continue
    if (step.does === 'cancel') violations.try(cancelRules, { intent, call: step })
    else violations.try(signatureRules, { subject, request: step })
    if (step.orders.some((order) => ended.includes(order))) violations.refuse('FLOW_BUDGET')
    ended.push(...step.orders)
  }
  const live = raises.filter(isLive)
  for (const [index, call] of live.entries()) {
    const isNewestEnded = live.slice(0, index).some(({ at }) => at === '1.6')
    violations.try(raiseRules, { intent, call, isNewestEnded })
  }
  if (new Set(live.map(({ at }) => at)).size < live.length) violations.refuse('FLOW_BUDGET')
  const missing = intent.orders.filter((order) => !ended.includes(order))
  if (intent.mode === 'orders' && !isPending) violations.try(missingRules, { subject, missing })
  const open = missing.filter((order) => !over.includes(ends[order]))
  const isMissing = intent.mode === 'all' ? live.length === 0 : open.length > 0
  if (isMissing && !isPending) violations.refuse('FLOW_FALSE_COMPLETE')
  return violations.close([...ended.map((order) => `end ${order}`), ...live.map(() => 'end all')])
}
