import type { Chunks } from './parts.ts'

/** Rules that few trades need. */
export const tradeChunks: Chunks = {
  advanced: () => import('./advanced.ts'),
  permissions: () => import('./permissions.ts'),
  tips: () => import('./tips.ts'),
  groups: () => import('./groups.ts'),
  assignment: () => import('./assignment.ts'),
}

/** Rules that few requests to sign orders need. */
export const orderChunks: Chunks = {
  differences: () => import('./differences.ts'),
  bulk: () => import('./bulk.ts'),
}
