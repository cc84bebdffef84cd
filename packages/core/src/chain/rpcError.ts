import { isInstance, property } from '../property.ts'

/** An error object that a node answered with. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number | undefined
  /** The return data of a reverted call, if the node includes it. */
  readonly data: unknown
  constructor(message: string, code: number | undefined, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
  /** Whether the call itself reverted: another node would answer the same. */
  get reverted(): boolean {
    if (this.code === 3) return true
    if (typeof this.data === 'string' && /^reverted\b/i.test(this.data)) return true
    return /\breverted\b|\b(?:exception|error)\b.*\brevert\b|invalid opcode|out of gas/i.test(this.message)
  }
}

/** How many layers of a nested error are read at most. */
const maxLayers = 100

/**
 * Returns the JSON-RPC error inside an error of a library: viem puts it in `cause`, ethers in `info.error` or `error`,
 * wallets in `data`. The innermost one is the node's; the outer ones are the library's interpretation.
 */
export function rpcError(cause: unknown, seen: Set<unknown> = new Set()): RpcError | undefined {
  if (isInstance(cause, RpcError)) return cause
  if (typeof cause !== 'object' || cause === null || seen.has(cause) || seen.size > maxLayers)
    return undefined
  seen.add(cause)
  const data = property(cause, 'data')
  const wrapped = [
    property(cause, 'cause'),
    property(property(cause, 'info'), 'error'),
    property(cause, 'error'),
    property(data, 'originalError'),
    data,
  ]
  for (const inner of wrapped) {
    const deeper = rpcError(inner, seen)
    if (deeper !== undefined) return deeper
  }
  const [code, message] = [property(cause, 'code'), property(cause, 'message')]
  if (typeof code !== 'number' && typeof message !== 'string') return undefined
  return new RpcError(
    typeof message === 'string' ? message : '',
    typeof code === 'number' ? code : undefined,
    data,
  )
}
