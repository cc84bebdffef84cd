import { type Reference, readReference } from '../generator/reference.ts'

declare const data: Reference['unproven']

export { data }

export default { load: (): Reference['unproven'] => readReference().unproven }
