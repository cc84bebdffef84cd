/** What carries out several items at once: batches of the wallet, and items that are pending side by side. One load. */
export { nextBatch, sendBatch } from '../transactions/sendBatch.ts'
export { independentItems, performParallel } from './parallel.ts'
