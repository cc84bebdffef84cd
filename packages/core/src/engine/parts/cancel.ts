/** What a cancellation adds to the engine. One load. */
export { cancelGuards as guards } from '@sluice/guards/cancel'
