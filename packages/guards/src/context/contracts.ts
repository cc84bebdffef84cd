import type { Address } from 'viem'
import { type Entry, type Judgement, shown } from './judgement.ts'

/** Seaports that the plan calls, or asks to sign for. */
export const seaportsOf = ({ entries, seaports }: Judgement): readonly Address[] =>
  [...seaports.keys()].filter((seaport) =>
    entries.some(({ data }) => shown(data && whomOf(data)).toLowerCase() === seaport),
  )

/** Conduits of the chain that a call of the plan names: an approval of one is standing. */
export const conduitsIn = ({ entries, spenders }: Judgement) =>
  [...spenders]
    .map(([key, address]) => ({ key, address }))
    .filter(({ address }) =>
      entries.some(({ data }) => data !== undefined && 'to' in data && data.data.includes(address.slice(2))),
    )

const whomOf = (data: NonNullable<Entry['data']>): unknown =>
  'to' in data
    ? data.to
    : (data.sign as { domain?: { verifyingContract?: unknown } } | null | undefined)?.domain
        ?.verifyingContract
