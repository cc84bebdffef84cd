import { isEndpoint } from '../model/policy.ts'
import { block } from './findings.ts'
import type { Judgement, SignatureEntry } from './guardContext.ts'

/** The path to post to, when it is a plain one that the policy lists. */
export function readEndpoint(judgement: Judgement, entry: SignatureEntry): string | undefined {
  const endpoint = entry.data.post?.endpoint
  if (endpoint !== undefined && isEndpoint(endpoint) && judgement.policy.endpoints.includes(endpoint))
    return endpoint
  return block(judgement, 'POST_ENDPOINT', `${entry.path}.data.post.endpoint`, endpoint)
}
