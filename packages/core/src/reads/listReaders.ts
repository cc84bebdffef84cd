/** What reads lists and the event stream. One load. */
export { readList } from '../api/readList.ts'
export { listenMarket } from '../api/stream.ts'
