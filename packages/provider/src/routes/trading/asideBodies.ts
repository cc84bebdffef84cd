import { address, text, tokenRef } from '@sluice/wire'
import * as v from 'valibot'

/** Bodies of posts that stand beside a trade. */

/** `POST /execute/auth-signature/v1`, `pre-signature/v1` and `permit-signature/v1`. */
export const challengeBody = v.object({
  id: text(200),
})
/** `POST /execute/mint/v1`. */
export const mintBody = v.object({ taker: address })
/** `POST /execute/call/v1`. */
export const callBody = v.object({ user: address })
/** `POST /tokens/flag/v1`: 1 flags, 0 takes the flag back. */
export const flagTokenBody = v.object({
  token: tokenRef,
  flag: v.picklist([0, 1] as const, 'must be 0 or 1'),
})
/** `POST /token-sets/v1`: tokens of one collection, as many as a root of criteria may stand for. */
export const tokenSetBody = v.object({
  tokens: v.pipe(
    v.array(tokenRef, 'must be a list'),
    v.minLength(1, 'must not be empty'),
    v.maxLength(10_000, 'must hold at most 10000 entries'),
  ),
})
/** `POST /collections/refresh/v2`. */
export const refreshCollectionBody = v.object({
  collection: address,
  overrideCoolDown: v.optional(v.boolean('must be true or false'), false),
})
