/** What a sale adds to the engine. One load. */
export { sellGuards as guards } from '@sluice/guards/sell'
export { simulatePlan as simulate } from '../../plan/simulatePlan.ts'
