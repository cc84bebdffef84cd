import type { CheckedItem, Verdict } from '@sluice/guards'
import { type Head, readHead } from '../chain/reads.ts'
import { TradeError } from '../errors.ts'
import type { Review } from '../run/execution.ts'
import { unlessAborted } from '../wait.ts'
import { gasJump } from './gasJump.ts'
import type { ConfirmReview, Pass, Session } from './session.ts'

/** Shows the card, where the host wants to be asked. */
export async function review(
  session: Session,
  pass: Pass,
  item: CheckedItem,
  sponsored = false,
): Promise<void> {
  const { tell, confirm, prepared, chain, account, signal } = session
  if (confirm === undefined) return
  const card: Review = {
    action: prepared.intent.action,
    chainId: chain.id,
    account,
    at: { stepIndex: item.stepIndex, itemIndex: item.itemIndex },
    item,
    verdict: pass.verdict,
    path: pass.plan.path ?? [],
    ...(sponsored ? { sponsored } : {}),
  }
  tell({ type: 'review_asked', review: card })
  const agreed = await unlessAborted(answerOf(confirm, card), signal)
  tell({ type: 'review_answered' })
  if (!agreed) throw new TradeError('declined', 'The action was not confirmed.')
}

/**
 * Shows the card again where gas has become much dearer since it was shown; nobody to ask means no. Answers the
 * newest block, as far as a node told it.
 */
export async function reviewGas(session: Session, pass: Pass, item: CheckedItem): Promise<Partial<Head>> {
  const { reader, signal, client, confirm, engine } = session
  const unread: Partial<Head> = {}
  let shown = pass.baseFee
  for (;;) {
    const head = reader === undefined ? unread : await readHead(reader).catch(() => unread)
    signal.throwIfAborted()
    const jump = gasJump(client.policy, shown, head)
    if (jump === undefined) return head
    const findings = [...pass.verdict.findings, jump]
    const verdict: Verdict = { ...pass.verdict, decision: 'ask', findings }
    if (confirm === undefined) throw engine.objection('blocked', verdict).error
    await review(session, { ...pass, verdict }, item)
    shown = head.baseFee
  }
}

/** A `confirm` that throws has not agreed. */
async function answerOf(confirm: ConfirmReview, card: Review): Promise<boolean> {
  try {
    return (await confirm(card)) === true
  } catch (cause) {
    throw new TradeError('declined', 'The confirmation failed.', { cause })
  }
}
