import { isInstance, property } from '../property.ts'

/** What the node answered with an error object: final where it is the chain's own word. */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number | undefined
  /** What the reverted call returned, where the node says it. */
  readonly data: unknown
  constructor(message: string, code: number | undefined, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
  /** The call itself failed on chain, and did not just fail to be made: another node would say the same. */
  get reverted(): boolean {
    if (this.code === 3) return true
    if (typeof this.data === 'string' && /^reverted\b/i.test(this.data)) return true
    return /\breverted\b|\b(?:exception|error)\b.*\brevert\b|invalid opcode|out of gas/i.test(this.message)
  }
}

/** A bound on what an error that wraps without end may cost. */
const mostLayers = 100

/**
 * An error object of JSON-RPC, wherever a library has put it: viem in `cause`, ethers in `info.error` or `error`,
 * wallets in `data`. The innermost is the node's own word, and what libraries say of it around is theirs: to ethers any
 * call that fails is one with "missing revert data".
 */
export function rpcError(cause: unknown, seen: Set<unknown> = new Set()): RpcError | undefined {
  if (isInstance(cause, RpcError)) return cause
  if (typeof cause !== 'object' || cause === null || seen.has(cause) || seen.size > mostLayers)
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
