import { type Reference, readReference } from '../reading/reference.ts'

declare const data: Reference['errors']

export { data }

export default { load: (): Reference['errors'] => readReference().errors }
