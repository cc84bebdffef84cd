import { type Execution, hasMovingPrice } from '@sluice/core'

/** The words for what a run moved: the worst price is known before it is mined, the exact one is in its receipt. */
export const priceWords = ({ verdict }: Execution): string =>
  verdict !== undefined && hasMovingPrice(verdict.effects) ? 'at most, or at least' : 'exactly'
