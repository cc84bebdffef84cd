/** What the announcement of an auction adds to the engine. One load. */
export { announceGuards as guards, announcePlan } from '@sluice/guards/announce'
