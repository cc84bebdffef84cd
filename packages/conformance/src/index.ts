export type { Level } from './check.ts'
export { type CheckOptions, checkProvider, type Finding, type Report } from './checkProvider.ts'
export { reportText } from './reportText.ts'
