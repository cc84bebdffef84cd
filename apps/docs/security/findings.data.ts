import { type Reference, readReference } from '../reading/reference.ts'

declare const data: Reference['findings']

export { data }

export default { load: (): Reference['findings'] => readReference().findings }
