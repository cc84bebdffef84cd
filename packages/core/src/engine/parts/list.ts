/** What a listing adds to the engine. One load. */
export { listGuards as guards } from '@sluice/guards/list'
export { readBarredCollections } from '../../plan/readBarredCollections.ts'
