import {
  type Collection,
  checkOperators,
  collectionOf,
  type Mover,
  type OperatorCall,
  spenders,
  type Token,
} from './operators.ts'
import { type ExpectedVerdict, type Rule, Violations } from './rule.ts'
import { checkUnexpected, isGone, isLive, isToSeaport, type PlanItem, type Unexpected } from './unexpected.ts'

export type Move = { readonly token: Token; readonly units: bigint }
export type SendCall = {
  readonly does: 'send'
  /** The function: of an ERC-721, of an ERC-1155 (one token, or several), or of the transfer helper. */
  readonly form: 'single' | 'units' | 'batch' | 'helper'
  readonly moves: readonly Move[]
  readonly holder: 'account' | 'stranger'
  readonly to: 'account' | 'friend' | 'stranger' | 'exchange'
  /** Bytes for the receiver's hook. */
  readonly hasData: boolean
  readonly value: bigint
  /** The conduit of the transfer helper. */
  readonly through: Mover
}
export type TransferStep = PlanItem<SendCall | OperatorCall | Unexpected>
export type TransferCase = {
  readonly intent: { readonly to: SendCall['to']; readonly items: readonly Move[] }
  readonly plan: readonly TransferStep[]
  readonly operators: ReadonlyMap<Collection, boolean>
}

type Subject = { readonly intent: TransferCase['intent']; readonly call: SendCall }

const isUnits = (form: SendCall['form'], token: Token): boolean =>
  form === 'helper' ? collectionOf(token) === 'E' : form !== 'single'
const sumOf = (moves: readonly Move[], token: Token): bigint =>
  moves.reduce((sum, move) => (move.token === token ? sum + move.units : sum), 0n)
const agreed = (items: readonly Move[], token: Token): bigint => sumOf(items, token)

const sendRules: readonly Rule<Subject>[] = [
  {
    code: 'TX_TO',
    says: 'A call is to the contract of an agreed token, or to the transfer helper.',
    breaks: ({ intent, call }) =>
      call.form !== 'helper' &&
      !intent.items.some(({ token }) => collectionOf(token) === collectionOf(call.moves[0]?.token ?? 'E1')),
  },
  {
    code: 'CALL_TRANSFER_SET',
    says: "What is moved is the account's own, goes to the agreed receiver, and brings no bytes for a hook.",
    breaks: ({ intent, call }) =>
      (call.form !== 'helper' && (call.holder !== 'account' || (call.hasData && call.form !== 'single'))) ||
      call.to !== intent.to,
  },
  {
    code: 'CALL_TRANSFER_SET',
    says: 'Each token is an agreed one, moved by the function of its standard, and in no more units than agreed.',
    breaks: ({ intent, call }) =>
      call.moves.length === 0 ||
      call.moves.some(
        ({ token, units }) =>
          agreed(intent.items, token) === 0n ||
          isUnits(call.form, token) !== (collectionOf(token) === 'E') ||
          units <= 0n ||
          (collectionOf(token) !== 'E' && units !== 1n) ||
          sumOf(call.moves, token) > agreed(intent.items, token),
      ),
  },
  {
    code: 'CALL_CONDUIT',
    says: 'The transfer helper moves through a conduit of the chain.',
    breaks: ({ call }) => call.form === 'helper' && call.through !== 'conduit',
  },
  { code: 'TX_VALUE', says: 'A transfer of tokens sends no coin.', breaks: ({ call }) => call.value !== 0n },
]

export function checkTransfer({ intent, plan, operators }: TransferCase): ExpectedVerdict {
  const violations = new Violations()
  checkUnexpected(violations, plan)
  if (plan.some((step) => isLive(step) && step.does === 'unexpected' && isToSeaport(step)))
    violations.refuse('TX_TO')
  if (intent.to === 'exchange') violations.refuse('CALL_RECIPIENT')
  const isPending = plan.some((step) => !isGone(step) && step.isEmpty)
  const calls = plan.flatMap((step) => (isLive(step) && step.does === 'send' ? [step] : []))
  for (const call of calls)
    if (!violations.try(sendRules, { intent, call })) violations.refuse('FLOW_FALSE_COMPLETE')
  const moves = calls.flatMap((call) => call.moves)
  for (const { token } of intent.items) {
    if (sumOf(moves, token) > agreed(intent.items, token)) violations.refuse('FLOW_BUDGET')
    if (!isPending && sumOf(moves, token) < agreed(intent.items, token))
      violations.refuse('FLOW_FALSE_COMPLETE')
  }
  const helped = calls.filter(({ form }) => form === 'helper').flatMap((call) => call.moves)
  const isAwaited = isPending && helped.length === 0
  const concerned = isAwaited ? intent.items : helped
  const tokensOf = (collection: Collection) =>
    new Set(concerned.flatMap(({ token }) => (collectionOf(token) === collection ? [token] : [])))
  const collections = [...new Set(concerned.map(({ token }) => collectionOf(token)))]
  const given = checkOperators(violations, {
    plan,
    operators,
    agreed: new Set(intent.items.map(({ token }) => collectionOf(token))),
    needed: new Set(
      collections.flatMap((one) => (isAwaited ? spenders : ['conduit']).map((to) => `${one}:${to}`)),
    ),
    isPending,
    isAwaited,
    // One token can be sent without a permission for all of them, and so may those of a transfer still to come.
    excessive: new Set(
      collections.filter(
        (one) => isAwaited || (tokensOf(one).size === 1 && (intent.items.length === 1 || one !== 'E')),
      ),
    ),
  })
  return violations.close([...given, ...moves.map(({ token, units }) => `send ${token} ${units}`)])
}
