import { register } from 'tsx/esm/api'

/** The thread's program from source: a thread reads no TypeScript by itself. */
register()
await import('../../src/orders/signatures/signatureThread.ts')
