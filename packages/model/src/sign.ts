import { checkFunds, type Signed } from './funds.ts'
import { checkOperators, collectionOf, spenders } from './operators.ts'
import { type ExpectedVerdict, Violations } from './rule.ts'
import { feesOf, type Subject, sharesBy } from './shares.ts'
import type { Currency, OfferedOrder, SignCase, SignTerms } from './signCase.ts'
import { requestRules, signRules } from './signRules.ts'
import { checkUnexpected, isGone, isLive } from './unexpected.ts'

const isMoney = (currency: Currency): boolean => currency !== 'junk'

/** What a listing brings after fees, by our own rounding. */
function proceedsOf(subject: Subject): bigint {
  const { terms } = subject
  const end = terms.endGross ?? terms.gross
  const divides =
    terms.quantity > 1n &&
    terms.taker === undefined &&
    terms.gross % terms.quantity === 0n &&
    end % terms.quantity === 0n
  return sharesBy(subject, feesOf(subject), divides ? terms.quantity : 1n).account?.[1] ?? 0n
}

/** Checks listings and offers. */
export function checkSigning(given: SignCase): ExpectedVerdict {
  const { intent, plan } = given
  const isBid = intent.action === 'bid'
  const violations = new Violations()
  checkUnexpected(violations, plan)
  if (isBid && intent.orders.some(({ currency }) => !isMoney(currency))) violations.refuse('ORD_OFFER_ITEM')
  const isPending = plan.some((step) => !isGone(step) && step.isEmpty)
  const requests = plan.flatMap((step) => (isLive(step) && step.does === 'sign' ? [step] : []))
  const taken: number[] = []
  const signed: { readonly terms: SignTerms; readonly order: OfferedOrder; readonly subject: Subject }[] = []
  for (const request of requests) {
    violations.try(requestRules, { given, request })
    for (const order of request.orders) {
      const subjects = intent.orders.map((terms): Subject => ({ given, terms, order, isBid }))
      // It may be for any agreed order that nothing was signed for yet and that it breaks no rule of.
      const index = subjects.findIndex(
        (subject, at) =>
          !taken.includes(at) && signRules.every((rule) => rule.asks === true || !rule.breaks(subject)),
      )
      const subject = subjects[index]
      if (subject !== undefined) {
        violations.try(signRules, subject)
        taken.push(index)
        signed.push({ terms: subject.terms, order, subject })
        continue
      }
      // It is for nothing that was agreed, or for what is signed already: each difference is a reason.
      for (const code of ['FLOW_BUDGET', 'ORD_BULK']) violations.refuse(code)
      for (const other of subjects) violations.try(signRules, other)
    }
  }
  if (!isPending && taken.length < intent.orders.length) violations.refuse('FLOW_FALSE_COMPLETE')
  const isAwaited = isPending && requests.length === 0
  if (!isBid && plan.some((step) => isLive(step) && step.does === 'approve')) violations.refuse('TX_TO')
  const operators = isBid ? [] : checkOperators(violations, operatorCase(given, signed, isPending, isAwaited))
  const money = isBid ? checkFunds(violations, given, signed, isPending, isAwaited) : []
  return violations.close([
    ...operators,
    ...money,
    ...signed.map(({ terms, subject }) => {
      const amount = isBid ? terms.gross : proceedsOf(subject)
      return `trade ${terms.isAny ? collectionOf(terms.token) : terms.token} ${terms.quantity} ${amount} ${terms.currency}`
    }),
  ])
}

const operatorCase = (
  { intent, plan, operators }: SignCase,
  signed: Signed,
  isPending: boolean,
  isAwaited: boolean,
) => ({
  plan,
  operators,
  agreed: new Set(intent.orders.map(({ token }) => collectionOf(token))),
  needed: new Set(
    isAwaited
      ? intent.orders.flatMap(({ token }) => spenders.map((to) => `${collectionOf(token)}:${to}`))
      : signed.map(({ terms, order }) => `${collectionOf(terms.token)}:${terms.through ?? order.through}`),
  ),
  isPending,
  isAwaited,
})
