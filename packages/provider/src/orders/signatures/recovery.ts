import { createRequire } from 'node:module'

/** What recovers public keys: libsecp256k1 as native code, or as WebAssembly at a quarter of its speed. */
export type RecoveryBackend = 'native' | 'wasm'

export type Recovery = {
  readonly backend: RecoveryBackend
  /**
   * The 64 bytes of the public key that made `signature` (`r ‖ s`) over `digest`; `undefined` when the curve
   * refuses them. Low `s` and the range of `parity` are the caller's to check.
   */
  publicKey(signature: Uint8Array, parity: 0 | 1, digest: Uint8Array): Uint8Array | undefined
}

type NativeSecp = {
  ecdsaRecover(
    signature: Uint8Array,
    recovery: number,
    digest: Uint8Array,
    compressed: boolean,
    output: Uint8Array,
  ): Uint8Array
}

/** Only the native binding: the package's own entry would fall back to slow JavaScript in silence. */
function nativeRecovery(): Recovery | undefined {
  let secp: NativeSecp
  try {
    secp = createRequire(import.meta.url)('secp256k1/bindings') as NativeSecp
  } catch {
    // No prebuilt binding for this platform; the caller says which backend runs.
    return undefined
  }
  const key = new Uint8Array(65)
  return {
    backend: 'native',
    publicKey: (signature, parity, digest) => {
      try {
        return secp.ecdsaRecover(signature, parity, digest, false, key).subarray(1)
      } catch {
        // The curve refuses r or s: no key made these bytes.
        return undefined
      }
    },
  }
}

async function wasmRecovery(): Promise<Recovery> {
  const { instantiateSecp256k1 } = await import('@bitauth/libauth')
  const secp = await instantiateSecp256k1()
  return {
    backend: 'wasm',
    publicKey: (signature, parity, digest) => {
      const key = secp.recoverPublicKeyUncompressed(signature, parity, digest)
      return typeof key === 'string' ? undefined : key.subarray(1)
    },
  }
}

/**
 * The fastest recovery this machine has, or the one named. The result of `publicKey` may be memory that the
 * next call writes again. There is no fallback to plain JavaScript: it is forty times slower.
 * @throws when a named backend does not run here.
 */
export async function createRecovery(wanted?: RecoveryBackend): Promise<Recovery> {
  const native = wanted === 'wasm' ? undefined : nativeRecovery()
  if (native !== undefined) return native
  if (wanted === 'native') throw new Error('libsecp256k1 has no native binding for this platform.')
  return wasmRecovery()
}
