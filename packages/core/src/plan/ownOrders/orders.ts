/** What reads whole orders: those of the journal, those that a caller passes, and those that an action ends. One load. */

export { raisedCounters } from '../../chain/raisedCounters.ts'
export { readSignedOrders } from '../../journal/signedOrderStatus.ts'
export { journalOrders, rawOrderHash } from '../../journal/signedOrders.ts'
export { readEndedOrders } from './endedOrders.ts'
export { openBidTotals } from './openBidTotals.ts'
export { ordersLeftOpen } from './ordersLeftOpen.ts'
export { ownCancelPlan } from './ownCancelPlan.ts'
export { revivedListings } from './revivedListings.ts'
