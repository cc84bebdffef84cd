import { compileContracts } from '../contracts/compile.ts'

/** Compiles the contracts of the local chains in advance, so that later commands find them in the cache. */
await compileContracts((line) => console.error(`· ${line}`))
