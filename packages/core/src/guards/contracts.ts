import type { Address } from 'viem'
import type { Entry, Judgement } from './judgement.ts'

/** Whom an item calls, or signs for. */
const named = ({ kind, data }: Entry): unknown =>
  kind === 'transaction'
    ? data?.to
    : (data?.sign as { domain?: { verifyingContract?: unknown } } | null | undefined)?.domain
        ?.verifyingContract

/** Seaports that the plan calls, or asks to sign for. */
export const seaportsOf = ({ entries, seaports }: Judgement): readonly Address[] =>
  [...seaports.keys()].filter((seaport) =>
    entries.some((entry) => String(named(entry)).toLowerCase() === seaport),
  )
