import type { Keccak } from '@sluice/seaport'
import type { PublicKeyRecovery } from './publicKeyRecovery.ts'

/** Offsets of the parts of a record: `digest ‖ r ‖ s ‖ parity ‖ account`. */
export const record = { digest: 0, signature: 32, parity: 96, account: 97, bytes: 117 } as const
/** In place of a parity: the bytes are not a signature. */
export const noSignature = 0xff

const addressBytes = 20

/** Returns one byte for each record: 1 where the account's key signed the digest. */
export function checkRecords(
  recovery: PublicKeyRecovery,
  keccak: Keccak,
  records: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const answers = new Uint8Array(records.length / record.bytes)
  for (let index = 0; index < answers.length; index += 1) {
    const one = records.subarray(index * record.bytes, (index + 1) * record.bytes)
    const parity = one[record.parity]
    if (parity !== 0 && parity !== 1) continue
    const signature = one.subarray(record.signature, record.parity)
    const key = recovery.publicKey(signature, parity, one.subarray(record.digest, record.signature))
    if (key === undefined) continue
    const account = keccak(key).subarray(32 - addressBytes)
    answers[index] = account.every((byte, at) => byte === one[record.account + at]) ? 1 : 0
  }
  return answers
}
