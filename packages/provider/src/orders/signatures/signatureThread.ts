import { parentPort } from 'node:worker_threads'
import { keccak, wasmKeccak } from '@sluice/seaport'
import { createRecovery } from './recovery.ts'
import { checkRecords } from './signatureRecords.ts'

/** The program of a thread that checks signatures: records in, one byte for each out, in the order of their coming. */
const recovery = await createRecovery()
const hash = wasmKeccak() ?? keccak
parentPort?.on('message', (records: Uint8Array) => {
  parentPort?.postMessage(checkRecords(recovery, hash, records))
})
parentPort?.postMessage('ready')
