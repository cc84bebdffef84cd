import type { AttackContext } from '../attackContext.ts'
import { approvalAttacks } from './approvals.ts'
import type { PlanAttack } from './attack.ts'
import { bidAttacks } from './bids.ts'
import { bookOrderAttacks } from './bookOrders.ts'
import { bulkListingAttacks } from './bulkListings.ts'
import { cancellationAttacks } from './cancellations.ts'
import { flowAttacks } from './flow.ts'
import { listingAttacks } from './listings.ts'
import { matchedPurchaseAttacks } from './matchedPurchases.ts'
import { mintAttacks } from './mints.ts'
import { postAttacks } from './posts.ts'
import { purchaseCallAttacks } from './purchaseCalls.ts'
import { purchaseAttacks } from './purchases.ts'
import { saleAttacks } from './sales.ts'
import { signatureAttacks } from './signatures.ts'
import { transferAttacks } from './transfers.ts'

/** Returns every named attack on a plan, for the given context. */
export const planAttacks = (context: AttackContext): readonly PlanAttack[] =>
  [
    flowAttacks,
    signatureAttacks,
    listingAttacks,
    bulkListingAttacks,
    bidAttacks,
    purchaseAttacks,
    purchaseCallAttacks,
    matchedPurchaseAttacks,
    mintAttacks,
    saleAttacks,
    bookOrderAttacks,
    approvalAttacks,
    cancellationAttacks,
    transferAttacks,
    postAttacks,
  ].flatMap((family) => family(context))
