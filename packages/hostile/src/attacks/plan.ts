import type { Cast } from '../cast.ts'
import { approvalAttacks } from './approvals.ts'
import type { PlanAttack } from './attack.ts'
import { bidAttacks } from './bids.ts'
import { cancellationAttacks } from './cancellations.ts'
import { flowAttacks } from './flow.ts'
import { listingAttacks } from './listings.ts'
import { listingTermAttacks } from './listingTerms.ts'
import { matchedPurchaseAttacks } from './matchedPurchases.ts'
import { postAttacks } from './posts.ts'
import { purchaseAttacks } from './purchases.ts'
import { purchaseTermAttacks } from './purchaseTerms.ts'
import { saleAttacks } from './sales.ts'
import { signatureAttacks } from './signatures.ts'
import { transferAttacks } from './transfers.ts'

/** Every named lie in a plan, told about the given cast. */
export const planAttacks = (cast: Cast): readonly PlanAttack[] =>
  [
    flowAttacks,
    signatureAttacks,
    listingAttacks,
    listingTermAttacks,
    bidAttacks,
    purchaseAttacks,
    purchaseTermAttacks,
    matchedPurchaseAttacks,
    saleAttacks,
    approvalAttacks,
    cancellationAttacks,
    transferAttacks,
    postAttacks,
  ].flatMap((family) => family(cast))
