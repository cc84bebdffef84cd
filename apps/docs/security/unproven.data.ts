import { type Reference, readReference } from '../reading/reference.ts'

declare const data: Reference['unproven']

export { data }

export default { load: (): Reference['unproven'] => readReference().unproven }
