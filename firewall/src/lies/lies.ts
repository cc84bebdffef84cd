import { buyLies } from './buyLies.ts'
import type { Lie } from './lie.ts'
import { listLies } from './listLies.ts'
import { sellLies } from './sellLies.ts'
import { swapLies } from './swapLies.ts'
import { transferLies } from './transferLies.ts'

/** Every lie, about every action. */
export const lies = [
  ...buyLies,
  ...sellLies,
  ...listLies,
  ...transferLies,
  ...swapLies,
] as unknown as readonly Lie[]
