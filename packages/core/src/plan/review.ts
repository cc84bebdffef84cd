import type { CheckedItem, Finding, Policy } from '@sluice/guards'
import { finding, withFindings } from '@sluice/guards/internal'
import { type Head, readHead } from '../chain/reads.ts'
import { TradeError } from '../errors.ts'
import type { ConfirmReview, Review } from '../run/execution.ts'
import { unlessAborted } from '../wait.ts'
import { type CheckedPlan, placeOf } from './checkedPlan.ts'
import type { PlanContext } from './planContext.ts'
import { planError } from './planError.ts'

type ReviewContext = Pick<PlanContext, 'confirm' | 'prepared' | 'chain' | 'account' | 'signal' | 'dispatch'>

/**
 * Asks the host to confirm an item, if it passed `confirm`.
 * @throws {TradeError} `declined`, `aborted`
 */
export async function review(
  { dispatch, confirm, prepared, chain, account, signal }: ReviewContext,
  { plan, verdict }: Pick<CheckedPlan, 'plan' | 'verdict'>,
  item: CheckedItem,
  sponsored = false,
): Promise<void> {
  if (confirm === undefined) return
  const card: Review = {
    action: prepared.intent.action,
    chainId: chain.id,
    account,
    at: placeOf(item),
    item,
    verdict,
    path: plan.path ?? [],
    ...(sponsored ? { sponsored } : {}),
  }
  dispatch({ type: 'review_asked', review: card })
  const agreed = await unlessAborted(ask(confirm, card), signal)
  dispatch({ type: 'review_answered' })
  if (!agreed) throw new TradeError('declined', 'The action was not confirmed.')
}

/**
 * Asks again if gas has become much more expensive since the item was shown; without `confirm` the action ends.
 * @returns the newest block, as far as a node said it.
 * @throws {TradeError} `declined`, `blocked`, `aborted`
 */
export async function reviewGas(
  context: ReviewContext & Pick<PlanContext, 'reader' | 'client'>,
  checked: CheckedPlan,
  item: CheckedItem,
): Promise<Partial<Head>> {
  const { reader, signal, client, confirm } = context
  const unread: Partial<Head> = {}
  let shown = checked.baseFee
  for (;;) {
    const head = reader === undefined ? unread : await readHead(reader).catch(() => unread)
    signal.throwIfAborted()
    const jump = gasJump(client.policy, shown, head)
    if (jump === undefined) return head
    const verdict = withFindings(checked.verdict, [jump])
    if (confirm === undefined) throw planError('blocked', verdict).error
    await review(context, { ...checked, verdict }, item)
    shown = head.baseFee
  }
}

/** A `confirm` that throws has not agreed. */
async function ask(confirm: ConfirmReview, card: Review): Promise<boolean> {
  try {
    return (await confirm(card)) === true
  } catch (cause) {
    throw new TradeError('declined', 'The confirmation failed.', { cause })
  }
}

/** How much the price of gas may multiply if the policy does not say it. */
const defaultMaxFeeMultiple = 5

/**
 * Returns a finding if the block's base fee (EIP-1559) has risen more than the policy allows since a card was shown at
 * `shown` wei. On a chain without a base fee, or with a node that does not say it, the fee is left to the wallet.
 */
function gasJump(
  { gas }: Policy,
  shown: bigint | undefined,
  { baseFee }: Partial<Head>,
): Finding | undefined {
  if (shown === undefined || shown === 0n || baseFee === undefined) return undefined
  const multiple = gas?.maxFeeMultiple ?? defaultMaxFeeMultiple
  // Not "greater": a multiple that is not a number allows nothing.
  if (Number(baseFee) <= Number(shown) * multiple) return undefined
  return finding('confirm', 'GAS_JUMP', 'chainState.baseFee', `${baseFee} wei`, `${shown} wei`)
}
