import { buyLies } from './buyLies.ts'
import type { Lie } from './lie.ts'
import { listLies } from './listLies.ts'
import { swapLies } from './swapLies.ts'

/** Every lie, about every action. */
export const lies = [...buyLies, ...listLies, ...swapLies] as unknown as readonly Lie[]
