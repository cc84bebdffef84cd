import { type Reference, readReference } from '../generator/reference.ts'

declare const data: Reference['policy']

export { data }

export default { load: (): Reference['policy'] => readReference().policy }
