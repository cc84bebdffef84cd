import type { Address } from 'viem'
import { ApiError, type PlanError } from '../../apiError.ts'
import type { Outcome, Trial } from '../../chain/simulation/trial.ts'
import type { TradeContext } from '../context.ts'
import type { FillCall } from '../fills/fillCalls.ts'
import type { Call } from '../steps/transactions.ts'
import { createRevertingOrders } from './createRevertingOrders.ts'
import type { RevertingOrders, TrialOf } from './revertingOrders.ts'
import { approvalGas, trialGas } from './trialParts.ts'

/** What a plan sends. */
export type PlannedFills = {
  readonly approvals: readonly Call[]
  readonly calls: readonly FillCall[]
  /** Whether the account has what it pays with; otherwise nothing can be said of the orders. */
  readonly isPaid: boolean
  /** Whether less is filled than was asked for. */
  readonly isShort: boolean
}

/** How often a plan is simulated; the last one is sent as it is. */
const maxSimulated = 4
/** The most orders that an error names. */
const maxNamed = 20

const didRevert = (outcome: Outcome): boolean => outcome !== undefined && outcome !== 'succeeds'

/** The calls of a plan in their order, the approvals before them. */
const trialsOf = ({ approvals, calls }: PlannedFills): readonly Trial[] =>
  calls.map(({ call, entries }, index) => ({
    calls: [
      ...(index === 0 ? approvals.map((approval) => ({ ...approval, gas: approvalGas })) : []),
      { ...call, gas: trialGas(entries.length) },
    ],
  }))

/**
 * Plans without orders whose fills revert, although every check of them says that they are open: a recipient that rejects
 * coins, a token that does not move to this account. Seaport fills all orders of a call or none, so one of them would stop
 * all others. The plan is simulated once. Where it reverts, its orders are filled one by one on a copy of the chain, those
 * that revert are left out, and the plan is made again; nothing is stored about an order, since another account may be
 * able to fill it. Where the node cannot simulate, the plan is sent as it is.
 * @param account sends the calls.
 * @param make makes a plan without the orders that its context leaves out.
 * @throws {ApiError} that names the orders, when there are no others.
 */
export async function withoutReverting<T extends { readonly fills: PlannedFills }>(
  context: TradeContext,
  account: Address,
  trialOf: TrialOf,
  make: (context: TradeContext) => Promise<T>,
): Promise<T & { readonly leftOut: readonly PlanError[] }> {
  const { simulator, maySimulate } = context.trials
  const reverting = createRevertingOrders(context.trials, account, trialOf)
  for (let simulated = 1; ; simulated += 1) {
    const planned = await make({ ...context, reverting }).catch((cause: unknown) => {
      throw explained(cause, reverting)
    })
    const { fills } = planned
    const result = { ...planned, leftOut: fills.isShort ? reverting.errors().slice(0, maxNamed) : [] }
    const isSimulable = fills.calls.length > 0 && fills.isPaid && maySimulate()
    if (simulated > maxSimulated || !isSimulable) return result
    const outcomes = (await simulator.run(account, trialsOf(fills))) ?? []
    const failed = fills.calls.filter((_, index) => didRevert(outcomes[index]))
    if (failed.length === 0) return result
    // What makes the call revert is none of its orders: the client finds out what it is, and says so.
    if ((await reverting.tryPlanned(failed.flatMap(({ entries }) => entries))) === 0) return result
    if (simulated === maxSimulated) reverting.excludeSuspects()
  }
}

/** The error of a request for which nothing else is left, with the orders that would revert. */
function explained(cause: unknown, reverting: RevertingOrders): unknown {
  const errors = reverting.errors()
  const [first] = errors
  if (!(cause instanceof ApiError) || first?.orderId === undefined || cause.reason === 'orderGone')
    return cause
  const more = errors.length === 1 ? '' : ` (and ${errors.length - 1} more)`
  return new ApiError(cause.reason, `${cause.message}. ${first.message}${more}`, {
    orderId: first.orderId,
    unfillable: cause.unfillable ?? 'reverts',
    errors: [...(cause.errors ?? []), ...errors].slice(0, maxNamed),
    ...(cause.field === undefined ? {} : { field: cause.field }),
  })
}

/** Errors with those of more orders, each order once. */
export const withErrors = (
  errors: readonly PlanError[],
  more: readonly PlanError[],
): readonly PlanError[] => [
  ...errors,
  ...more.filter(({ orderId }) => errors.every((error) => error.orderId !== orderId)),
]
