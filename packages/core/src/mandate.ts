/** A client that cannot exceed what its owner allowed, for bots and the tools of language models. Part of no page. */
export {
  createMandate,
  type Mandate,
  type Mandated,
  type MandateLeft,
  type MandateState,
} from './mandate/createMandate.ts'
export type { DelegationContracts } from './mandate/delegation.ts'
export {
  type DelegatedCall,
  type MandateDelegation,
  mandateDelegations,
  redeemMandate,
  type SignedDelegation,
} from './mandate/mandateDelegations.ts'
export type { MandateAmount, MandateFloor, MandateTerms } from './mandate/terms.ts'
