import type { Judgement } from '../context/judgement.ts'
import { part } from '../context/parts.ts'
import type { Effects } from './verdict.ts'

export const noEffects: Effects = { give: [], get: [], fees: [], authority: [] }

/** What items do, one or several: each asset once, also where several orders of one call move it. */
export const effectsOf = (judgement: Judgement, all: readonly Effects[]): Effects =>
  all.length > 1 || (all[0]?.trades?.length ?? 0) > 1
    ? part(judgement, 'several').mergeEffects(all)
    : (all[0] ?? noEffects)
