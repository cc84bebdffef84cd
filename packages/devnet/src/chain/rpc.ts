import { postJson } from '../processes/postJson.ts'

/** What a node answers. */
export type NodeAnswer<T = unknown> = {
  readonly result?: T
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/**
 * Sends a JSON-RPC request to a node on this machine and returns what it answers.
 * @param url an `http:` address.
 * @throws {Error} if it cannot be reached, or answers no JSON.
 */
export async function askNode<T = unknown>(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<NodeAnswer<T>> {
  const { text } = await postJson(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
  return JSON.parse(text) as NodeAnswer<T>
}

/** Calls a JSON-RPC method and returns its result. @throws {Error} if the node reports one. */
export async function rpc<T = unknown>(
  url: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<T> {
  const { result, error } = await askNode<T>(url, method, params)
  if (error !== undefined) throw new Error(`${method}: ${error.message}`)
  return result as T
}
