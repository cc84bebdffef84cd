import { matches } from './matches.ts'
import { orders } from './orders.ts'
import { situations } from './situations.ts'
import { trades } from './trades.ts'
import type { Variant } from './Variant.ts'
import { writing } from './writing.ts'

/** Honest answers in every other way that they may be written. */
export const variants: readonly Variant[] = [...writing, ...orders, ...trades, ...matches, ...situations]
