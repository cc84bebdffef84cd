import { isEndpoint } from '../model/policy.ts'
import { block } from './findings.ts'
import type { GuardContext, SignatureEntry } from './guardContext.ts'

/** The path to post to, when it is a plain one that the policy lists. */
export function readEndpoint(context: GuardContext, entry: SignatureEntry): string | undefined {
  const endpoint = entry.data.post?.endpoint
  if (endpoint !== undefined && isEndpoint(endpoint) && context.policy.endpoints.includes(endpoint))
    return endpoint
  return block(context, 'POST_ENDPOINT', `${entry.path}.data.post.endpoint`, endpoint)
}
