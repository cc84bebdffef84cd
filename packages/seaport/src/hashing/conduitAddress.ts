import type { Address, Hex } from 'viem'
import { type Keccak256, keccak as plainKeccak } from '../encoding/keccak.ts'
import { bytesToHex, writeHex } from '../encoding/word.ts'
import { conduitControllerAddress, conduitCreationCodeHash } from '../model/addresses.ts'

/**
 * The address that a controller gives the conduit of a key (CREATE2). Says nothing about whether the
 * conduit exists or may be trusted: anybody can create one.
 */
export function conduitAddress(
  key: Hex,
  controller: Address = conduitControllerAddress,
  creationCodeHash: Hex = conduitCreationCodeHash,
  keccak: Keccak256 = plainKeccak,
): Address {
  const preimage = new Uint8Array(85)
  preimage[0] = 0xff
  writeHex(preimage, 1, controller, 20)
  writeHex(preimage, 21, key, 32)
  writeHex(preimage, 53, creationCodeHash, 32)
  return bytesToHex(keccak(preimage).subarray(12, 32))
}
