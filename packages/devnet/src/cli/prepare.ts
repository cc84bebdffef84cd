import { compileContracts } from '../contracts/compile.ts'

/** Compiles the contracts of the local chains once, so that later commands do not wait for it. */
await compileContracts((line) => console.error(`· ${line}`))
