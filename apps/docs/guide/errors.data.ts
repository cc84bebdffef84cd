import { type Reference, readReference } from '../generator/reference.ts'

declare const data: Reference['errors']

export { data }

export default { load: (): Reference['errors'] => readReference().errors }
