/** What a transfer adds to the engine. One load. */
export { transferGuards as guards } from '@sluice/guards/transfer'
export { receiver } from '../../plan/receiver.ts'
export { simulatePlan as simulate } from '../../plan/simulatePlan.ts'
