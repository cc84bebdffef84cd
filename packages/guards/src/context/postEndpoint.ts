import { isEndpoint } from '../model/policy.ts'
import { block } from './findings.ts'
import type { GuardContext, SignatureEntry } from './guardContext.ts'

/** Returns the path to post to if the policy lists it, or blocks. */
export function readEndpoint(context: GuardContext, entry: SignatureEntry): string | undefined {
  const endpoint = entry.data.post?.endpoint
  if (endpoint !== undefined && isEndpoint(endpoint) && context.policy.endpoints.includes(endpoint))
    return endpoint
  return block(context, 'POST_ENDPOINT', `${entry.path}.data.post.endpoint`, endpoint)
}
