import type { Judgement, TransactionEntry } from '../context/guardContext.ts'
import type { Need } from '../context/requiredApproval.ts'
import { judgeApproval } from './checkApproval.ts'
import { checkNeeds, gatherNeeds } from './permissions.ts'

/** Judges approvals by what the trade needs, or may need where it is still `awaited`. */
export function judgePermissions(
  judgement: Judgement,
  approvals: readonly TransactionEntry[],
  needs: readonly Need[],
  awaited: readonly Need[] | undefined,
): undefined {
  const open = gatherNeeds(awaited ?? needs)
  for (const entry of approvals) judgeApproval(judgement, entry, open)
  if (awaited === undefined) checkNeeds(judgement, open)
}
