import { type Reference, readReference } from '../reading/reference.ts'

declare const data: Reference['policy']

export { data }

export default { load: (): Reference['policy'] => readReference().policy }
