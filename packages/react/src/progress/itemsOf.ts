import type { Execution, ExecutionItem } from '@sluice/core'

/** Returns the items of all plans of a run, those of earlier plans first. */
export const itemsOf = ({ past, steps }: Pick<Execution, 'past' | 'steps'>): readonly ExecutionItem[] => [
  ...past,
  ...steps.flatMap(({ items }) => items),
]
