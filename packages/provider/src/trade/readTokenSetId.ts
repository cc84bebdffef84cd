import { isAddress, isBytes32 } from '@sluice/seaport'
import { splitToken, tokenRef } from '@sluice/wire'
import * as v from 'valibot'
import type { Address, Hex } from 'viem'

/** The tokens that a token set's id stands for: one token, a whole collection, or a list under a criteria root. */
export type TokenSetId =
  | { readonly kind: 'token'; readonly contract: Address; readonly tokenId: bigint }
  | { readonly kind: 'contract'; readonly contract: Address }
  | { readonly kind: 'list'; readonly contract: Address; readonly root: Hex }

/** Reads `token:<address>:<id>`, `contract:<address>` or `list:<address>:<root>`; `undefined` for anything else. */
export function readTokenSetId(id: string): TokenSetId | undefined {
  const [, kind, ref = ''] = /^(token|contract|list):(.+)$/.exec(id.toLowerCase()) ?? []
  if (kind === 'token') return v.is(tokenRef, ref) ? { kind, ...splitToken(ref) } : undefined
  if (kind === 'contract') return isAddress(ref) ? { kind, contract: ref } : undefined
  const [contract, root, ...rest] = ref.split(':')
  return kind === 'list' && isAddress(contract) && isBytes32(root) && rest.length === 0
    ? { kind, contract, root }
    : undefined
}
