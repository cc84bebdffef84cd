import { createRequire } from 'node:module'

/** How public keys are recovered: by libsecp256k1 as native code, or as WebAssembly at a quarter of its speed. */
export type RecoveryBackend = 'native' | 'wasm'

export type PublicKeyRecovery = {
  readonly backend: RecoveryBackend
  /**
   * Returns the 64 bytes of the public key that signed `digest`; `undefined` when `signature` (`r ‖ s`) is not on the
   * curve. Callers check that `s` is low and that `parity` is in range.
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

/** Loads the native binding only: the package's own entry would silently fall back to slow JavaScript. */
function nativeRecovery(): PublicKeyRecovery | undefined {
  let secp: NativeSecp
  try {
    secp = createRequire(import.meta.url)('secp256k1/bindings') as NativeSecp
  } catch {
    // There is no prebuilt binding for this platform; the caller logs which backend runs.
    return undefined
  }
  const key = new Uint8Array(65)
  return {
    backend: 'native',
    publicKey: (signature, parity, digest) => {
      try {
        return secp.ecdsaRecover(signature, parity, digest, false, key).subarray(1)
      } catch {
        // r or s is not on the curve: no key signed.
        return undefined
      }
    },
  }
}

async function wasmRecovery(): Promise<PublicKeyRecovery> {
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
 * Makes the fastest recovery of this machine, or the one named. The next call of `publicKey` may overwrite its result.
 * There is no fallback to plain JavaScript, which is forty times slower.
 * @throws when a named backend does not run here.
 */
export async function createPublicKeyRecovery(wanted?: RecoveryBackend): Promise<PublicKeyRecovery> {
  const native = wanted === 'wasm' ? undefined : nativeRecovery()
  if (native !== undefined) return native
  if (wanted === 'native') throw new Error('libsecp256k1 has no native binding for this platform.')
  return wasmRecovery()
}
