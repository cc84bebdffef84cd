import { sentThefts } from './sent.ts'
import { signedThefts } from './signed.ts'
import type { Theft } from './theft.ts'

/** Every theft that is executed on the real contracts. */
export const thefts: readonly Theft[] = [...signedThefts, ...sentThefts]
