import { type Reference, readReference } from '../generator/reference.ts'

declare const data: Reference['findings']

export { data }

export default { load: (): Reference['findings'] => readReference().findings }
