import { decodeRevert, revertNamed } from '@sluice/seaport'
import { type Hex, hexToString, isHex } from 'viem'
import type { RevertReason } from '../errors.ts'
import { isRecord, printable } from '../property.ts'
import type { RpcError } from './rpcError.ts'

/** Why a call failed on chain, according to its contract. */
export type Revert = {
  /** Seaport's or a token's own error, e.g. `OrderAlreadyFilled(bytes32)`; absent where it is none that we know. */
  readonly name?: string
  readonly reason: RevertReason
}

/** Decodes a node's error for a reverted call. */
export function readRevert(error: RpcError): Revert {
  const { name, reason } = decodeRevert(revertData(error) ?? '0x')
  return name === undefined ? { reason } : { name, reason }
}

/** As {@link readRevert}, from the name that a simulation reported. */
export function namedRevert(name: string): Revert {
  const reason = revertNamed(name)
  return reason === undefined ? { reason: 'unknown' } : { name, reason }
}

/** Returns the text of a revert, or its error's selector and arguments. */
export function revertText(error: RpcError): string {
  const data = revertData(error)
  if (data === undefined) return printable(error.message)
  if (!data.startsWith('0x08c379a0')) return data.slice(0, 202)
  const bytes = data.slice(138)
  const length = Number(`0x${data.slice(74, 138)}`)
  return printable(hexToString(`0x${bytes.slice(0, length * 2)}`))
}

/** What the call returned: nodes give it bare, in an object, or at the end of a sentence. */
export function revertData({ data }: RpcError): Hex | undefined {
  const nested = isRecord(data) ? data.data : data
  const found = typeof nested === 'string' ? /0x[0-9a-fA-F]{8,}$/.exec(nested)?.[0] : undefined
  return isHex(found) ? found : undefined
}
