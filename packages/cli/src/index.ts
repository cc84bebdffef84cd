export { describeCall } from './describeCall.ts'
export { describeOrder } from './describeOrder.ts'
export { createProgram, type Output } from './program.ts'
