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
  /** The call itself failed on chain; another node would say the same. */
  get reverted(): boolean {
    return this.code === 3 || /revert|invalid opcode|out of gas/i.test(this.message)
  }
}

/** An error object of JSON-RPC, wherever a library has put it. */
export function rpcError(cause: unknown): RpcError | undefined {
  if (cause instanceof RpcError) return cause
  if (typeof cause !== 'object' || cause === null) return undefined
  const { code, message, data, cause: inner } = cause as Partial<Record<string, unknown>>
  const deeper = rpcError(inner)
  if (deeper !== undefined) return deeper
  if (typeof code !== 'number' && typeof message !== 'string') return undefined
  return new RpcError(String(message), typeof code === 'number' ? code : undefined, data)
}
