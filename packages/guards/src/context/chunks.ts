import type { Chunks } from './parts.ts'

/** Rules that few trades need. */
export const tradeChunks: Chunks = {
  advanced: () => import('../trades/advanced.ts'),
  permissions: () => import('../approvals/permissions.ts'),
  tips: () => import('../trades/tips.ts'),
  groups: () => import('../trades/groups.ts'),
  assignment: () => import('../trades/assignment.ts'),
}

/** Rules that few requests to sign orders need. */
export const orderChunks: Chunks = {
  differences: () => import('../orders/differences.ts'),
  bulk: () => import('../orders/bulk.ts'),
}
