import type { GuardContext, TransactionEntry } from '../context/guardContext.ts'
import type { RequiredApproval } from '../context/requiredApproval.ts'
import { checkApproval } from './checkApproval.ts'
import { checkRequired, mergeApprovals } from './permissions.ts'

/** Checks approvals against what the trade needs, or may need while its call is still `awaited`. */
export function checkPermissions(
  context: GuardContext,
  approvals: readonly TransactionEntry[],
  needs: readonly RequiredApproval[],
  awaited: readonly RequiredApproval[] | undefined,
): undefined {
  const open = mergeApprovals(awaited ?? needs)
  for (const entry of approvals) checkApproval(context, entry, open)
  if (awaited === undefined) checkRequired(context, open)
}
