import { type Address, zeroAddress } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import type { Outcome, Trial } from '../../chain/simulation/trial.ts'
import type { TradeContext } from '../context.ts'
import type { FillCall } from '../fills/fillCalls.ts'
import type { Call } from '../steps/transactions.ts'
import { createRevertingOrders } from './createRevertingOrders.ts'
import type { PlannedMint, RevertingOrders, TrialOf } from './revertingOrders.ts'
import { approvalGas, trialGas } from './trialGas.ts'

/** What a plan sends. */
export type PlannedFills = {
  readonly approvals: readonly Call[]
  readonly calls: readonly FillCall[]
  /** Sent after the calls. */
  readonly mints: readonly PlannedMint[]
  /** Whether the account has what it pays with; otherwise nothing can be said of the orders. */
  readonly isPaid: boolean
  /** Whether less is filled than was asked for. */
  readonly isShort: boolean
}

/** How often a plan is simulated; the last one is sent as it is. */
const maxSimulated = 4
/** The most orders that an error names. */
const maxNamed = 20

/** Who sends the calls of a plan, and who receives what they buy. */
export type Filler = { readonly account: Address; readonly recipient: Address }

/**
 * Whether tokens can go to an account, as far as it is the account's doing. Otherwise anybody could name one to which
 * nothing can go, and have every order of a floor suspected for all others.
 */
const canReceive = async ({ live }: TradeContext, account: Address): Promise<boolean> =>
  account !== zeroAddress && !(await live.hasCode(account).catch(() => true))

/** Whether a call of a plan reverts, or may be what keeps the node from telling. */
const isDoubtful = (outcome: Outcome): boolean => outcome !== undefined && outcome !== 'succeeds'

/** The calls of a plan in their order, the approvals before them, and its mints. */
const trialsOf = ({ approvals, calls, mints }: PlannedFills): readonly Trial[] => [
  ...calls.map(({ call, entries }, index) => ({
    calls: [
      ...(index === 0 ? approvals.map((approval) => ({ ...approval, gas: approvalGas })) : []),
      { ...call, gas: trialGas(entries.length) },
    ],
  })),
  ...mints.map(({ trial }) => trial),
]

/**
 * Plans without orders whose fills revert, and without mints that do, although every check of them says that they are
 * open: a recipient that rejects coins, a token that does not move to this account. Seaport fills all orders of a call
 * or none, so one of them would stop all others. The plan is simulated once. Where it reverts, or is too much for the
 * node, its orders are filled one by one on a copy of the chain, those that revert are left out, and the plan is made
 * again; nothing is stored about an order, since another account may be able to fill it. Where the node cannot simulate,
 * the plan is sent as it is.
 * @param make makes a plan without the orders that its context leaves out.
 * @throws {ApiError} that names the orders, when there are no others.
 */
export async function withoutReverting<T extends { readonly fills: PlannedFills }>(
  context: TradeContext,
  { account, recipient }: Filler,
  trialOf: TrialOf,
  make: (context: TradeContext) => Promise<T>,
): Promise<T & { readonly leftOut: readonly PlanError[] }> {
  const { simulator, maySimulate } = context.trials
  const reverting = createRevertingOrders(context.trials, account, trialOf, () =>
    canReceive(context, recipient),
  )
  for (let simulated = 1; ; simulated += 1) {
    const planned = await make({ ...context, reverting }).catch((cause: unknown) => {
      throw explained(cause, reverting)
    })
    const { fills } = planned
    const result = { ...planned, leftOut: fills.isShort ? reverting.errors().slice(0, maxNamed) : [] }
    const trials = trialsOf(fills)
    const isSimulable = trials.length > 0 && fills.isPaid && maySimulate()
    if (!isSimulable || simulated > maxSimulated || reverting.isLate()) return result
    const outcomes = (await simulator.run(account, trials)) ?? []
    const calls = fills.calls.filter((_, index) => isDoubtful(outcomes[index]))
    const mints = fills.mints.filter((_, index) => isDoubtful(outcomes[fills.calls.length + index]))
    const found =
      (await reverting.tryPlanned(calls.flatMap(({ entries }) => entries))) +
      (await reverting.tryMints(mints))
    // Nothing reverts, or it is none of the orders: the client finds out what it is, and says so.
    if (found === 0) return result
    if (simulated === maxSimulated) reverting.excludeSuspects()
  }
}

/** The error of a request for which nothing else is left, with what would revert. */
function explained(cause: unknown, reverting: RevertingOrders): unknown {
  const errors = reverting.errors()
  const [first] = errors
  if (!(cause instanceof ApiError) || first === undefined || cause.reason === 'orderGone') return cause
  // The request names the mint, and was rejected because of it.
  if (errors.some(({ message }) => message === cause.message)) return cause
  const more = errors.length === 1 ? '' : ` (and ${errors.length - 1} more)`
  return new ApiError(cause.reason, `${cause.message}. ${first.message}${more}`, {
    ...(first.orderId === undefined ? {} : { orderId: first.orderId }),
    unfillable: cause.unfillable ?? 'reverts',
    errors: [...(cause.errors ?? []), ...errors].slice(0, maxNamed),
    ...(cause.field === undefined ? {} : { field: cause.field }),
  })
}

/** Errors with more of them, each order or sentence once. */
export const withErrors = (
  errors: readonly PlanError[],
  more: readonly PlanError[],
): readonly PlanError[] => {
  const keyOf = ({ orderId, message }: PlanError) => orderId ?? message
  const known = new Set(errors.map(keyOf))
  return [...errors, ...more.filter((error) => !known.has(keyOf(error)))]
}
