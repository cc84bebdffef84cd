import { type Decision, readDecisions } from '../generator/decisions.ts'

declare const data: readonly Decision[]

export { data }

export default { load: readDecisions }
