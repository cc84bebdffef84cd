export { describeCall } from './describeCall.ts'
export { describeOrder } from './describeOrder.ts'
export type { Output } from './output.ts'
export { createProgram } from './program.ts'
