/** What an offer adds to the engine. One load. */
export { bidGuards as guards } from '@sluice/guards/bid'
export { readBarredCollections } from '../../plan/readBarredCollections.ts'
