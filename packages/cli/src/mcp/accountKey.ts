import { createDecipheriv, pbkdf2Sync, scryptSync } from 'node:crypto'
import { type Hex, hexToBytes, keccak256, toHex } from 'viem'
import { readJson } from '../readInput.ts'

/**
 * Returns the private key that the environment names: `SLUICE_PRIVATE_KEY`, or a keystore file (Web3 Secret Storage,
 * version 3) with its password in `SLUICE_KEYSTORE_PASSWORD`. No error names what is in them.
 */
export function readAccountKey(keystore: string | undefined, env: NodeJS.ProcessEnv): Hex {
  if (keystore !== undefined) {
    const password = env.SLUICE_KEYSTORE_PASSWORD
    if (password === undefined) throw new Error('SLUICE_KEYSTORE_PASSWORD is missing.')
    return openKeystore(readJson(keystore), password)
  }
  const key = env.SLUICE_PRIVATE_KEY ?? ''
  if (!/^0x[0-9a-fA-F]{64}$/.test(key))
    throw new Error('SLUICE_PRIVATE_KEY must be 0x and 64 hex digits, or name a file with --keystore.')
  return key as Hex
}

type Crypto = {
  readonly cipher: string
  readonly ciphertext: string
  readonly cipherparams: { readonly iv: string }
  readonly kdf: string
  readonly kdfparams: Readonly<Record<string, number | string>>
  readonly mac: string
}

function openKeystore(file: unknown, password: string): Hex {
  const own = (file as { crypto?: Crypto; Crypto?: Crypto } | null) ?? {}
  const sealed = own.crypto ?? own.Crypto
  try {
    if (sealed === undefined || sealed.cipher !== 'aes-128-ctr') throw new TypeError('cipher')
    const derived = deriveKey(sealed, password)
    const text = bytesOf(sealed.ciphertext)
    const mac = keccak256(Buffer.concat([derived.subarray(16, 32), text]), 'bytes')
    if (!Buffer.from(mac).equals(bytesOf(sealed.mac))) throw new TypeError('mac')
    const decipher = createDecipheriv('aes-128-ctr', derived.subarray(0, 16), bytesOf(sealed.cipherparams.iv))
    const key = Buffer.concat([decipher.update(text), decipher.final()])
    if (key.length !== 32) throw new TypeError('length')
    return toHex(key)
  } catch {
    throw new Error('The keystore cannot be opened: another password, or not a keystore of version 3.')
  }
}

function deriveKey({ kdf, kdfparams }: Crypto, password: string): Buffer {
  const { salt, dklen, n, r, p, c } = kdfparams
  if (kdf === 'pbkdf2') return pbkdf2Sync(password, bytesOf(salt), Number(c), Number(dklen), 'sha256')
  const cost = { N: Number(n), r: Number(r), p: Number(p), maxmem: 256 * Number(n) * Number(r) }
  return scryptSync(password, bytesOf(salt), Number(dklen), cost)
}

const bytesOf = (hex: unknown): Buffer => Buffer.from(hexToBytes(`0x${String(hex).replace(/^0x/, '')}`))
