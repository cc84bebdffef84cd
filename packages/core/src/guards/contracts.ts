import type { Address } from 'viem'
import { type Entry, type Judgement, shown } from './judgement.ts'

/** Seaports that the plan calls, or asks to sign for. */
export const seaportsOf = ({ entries, seaports }: Judgement): readonly Address[] =>
  [...seaports.keys()].filter((seaport) =>
    entries.some(({ data }) => shown(data && whomOf(data)).toLowerCase() === seaport),
  )

const whomOf = (data: NonNullable<Entry['data']>): unknown =>
  'to' in data
    ? data.to
    : (data.sign as { domain?: { verifyingContract?: unknown } } | null | undefined)?.domain
        ?.verifyingContract
