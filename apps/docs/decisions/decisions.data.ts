import { type Decision, readDecisions } from '../reading/decisions.ts'

declare const data: readonly Decision[]

export { data }

export default { load: readDecisions }
