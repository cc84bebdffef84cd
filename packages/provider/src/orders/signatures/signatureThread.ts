import { parentPort } from 'node:worker_threads'
import { keccak, wasmKeccak } from '@sluice/seaport'
import { createPublicKeyRecovery } from './publicKeyRecovery.ts'
import { checkRecords } from './signatureRecords.ts'

/** The module of a thread that verifies signatures: receives records and answers one byte for each, in order. */
const recovery = await createPublicKeyRecovery()
const hash = wasmKeccak() ?? keccak
parentPort?.on('message', (records: Uint8Array) => {
  parentPort?.postMessage(checkRecords(recovery, hash, records))
})
parentPort?.postMessage('ready')
