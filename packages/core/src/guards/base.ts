/** What the guards of every action share: loaded once, with the first of them. */
export { parsePlan, parseTransfers } from '@sluice/wire'
export { factsBy, judgeBy } from './action.ts'
export { checkPrice } from './price.ts'
export { checkReceipt } from './proof.ts'
