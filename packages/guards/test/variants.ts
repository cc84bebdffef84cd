import { matches } from './variants/matches.ts'
import { orders } from './variants/orders.ts'
import { situations } from './variants/situations.ts'
import { trades } from './variants/trades.ts'
import type { Variant } from './variants/Variant.ts'
import { writing } from './variants/writing.ts'

/** Honest answers in every other way that they may be written. */
export const variants: readonly Variant[] = [...writing, ...orders, ...trades, ...matches, ...situations]
