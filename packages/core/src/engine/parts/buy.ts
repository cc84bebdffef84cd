/** What a purchase adds to the engine. One load. */
export { buyGuards as guards } from '@sluice/guards/buy'
export { withFailingItems } from '../../plan/failingItems.ts'
export { receiver } from '../../plan/receiver.ts'
export { simulatePlan as simulate } from '../../plan/simulatePlan.ts'
