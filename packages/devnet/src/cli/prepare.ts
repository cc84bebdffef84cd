import { compileContracts } from '../contracts/compile.ts'

/** Compiles what the local chains need, once, so that nothing that follows has to wait for it. */
await compileContracts((line) => console.error(`· ${line}`))
