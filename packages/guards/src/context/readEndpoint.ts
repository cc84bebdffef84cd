import { isEndpoint } from '../model/resolvePolicy.ts'
import { block } from './findings.ts'
import type { GuardContext, SignatureEntry } from './guardContext.ts'

/** Returns the path that the signature is posted to. Blocks the plan if the policy does not list it. */
export function readEndpoint(context: GuardContext, entry: SignatureEntry): string | undefined {
  const endpoint = entry.data.post?.endpoint
  if (endpoint !== undefined && isEndpoint(endpoint) && context.policy.endpoints.includes(endpoint))
    return endpoint
  return block(context, 'POST_ENDPOINT', `${entry.path}.data.post.endpoint`, endpoint)
}
