import { splitToken } from '@sluice/wire'
import { type Address, numberToHex } from 'viem'
import type { TradeContext } from '../context.ts'
import { readTokenSetId } from '../readTokenSetId.ts'
import type { BidRequest } from '../requests.ts'
import { TermError } from './orderTerms.ts'

/** What a bid is for, with the members of its criteria where it has any. */
export type BidTarget = {
  readonly contract: Address
  readonly tokenId?: bigint
  readonly tokenIds?: readonly bigint[]
  /** The criteria root of a stored list, which its id names. */
  readonly root?: bigint
  readonly attribute?: { readonly key: string; readonly value: string }
  /** Its name in the posted body. */
  readonly posted: Readonly<Record<string, unknown>>
}

/** The most tokens under one criteria root: more could not be proven within a block's gas, nor hashed in time. */
const maxTokens = 10_000

async function setTarget(context: TradeContext, tokenSetId: string): Promise<BidTarget> {
  const refuse = () => new TermError('tokenSetId', `Token set ${tokenSetId} is not biddable`)
  const set = readTokenSetId(tokenSetId)
  if (set === undefined) throw refuse()
  const { contract } = set
  const posted = { tokenSetId: tokenSetId.toLowerCase() }
  if (set.kind === 'contract') return { contract, posted }
  if (set.kind === 'token') return { contract, tokenId: set.tokenId, posted }
  if (!(await context.book.hasTokenSet(tokenSetId.toLowerCase()))) throw refuse()
  return { contract, root: BigInt(set.root), posted }
}

/** Every token of a collection that carries an attribute. @throws {TermError} */
export async function attributeTarget(
  context: TradeContext,
  contract: Address,
  key: string,
  value: string,
): Promise<BidTarget> {
  const tokenIds = await context.book.tokenIdsOfAttribute(contract, key, value, maxTokens + 1)
  if (tokenIds.length === 0) throw new TermError('attributeKey', 'Could not retrieve attribute info')
  if (tokenIds.length > maxTokens) throw new TermError('attributeKey', 'Attribute has too many items')
  return {
    contract,
    tokenIds,
    attribute: { key, value },
    posted: { attribute: { collection: contract, key, value } },
  }
}

const noTarget = () =>
  new TermError('token', 'Only token, token-set-id, attribute and collection bids are supported')

/** What a request bids for. @throws {TermError} */
export async function bidTarget(
  context: TradeContext,
  bid: BidRequest['params'][number],
): Promise<BidTarget> {
  const { token, collection, tokenSetId, attributeKey, attributeValue } = bid
  const named = [token, tokenSetId, collection].filter((one) => one != null)
  if (named.length > 1) throw noTarget()
  if (token != null) {
    const { contract, tokenId } = splitToken(token)
    return { contract, tokenId, posted: { tokenSetId: `token:${contract}:${tokenId}` } }
  }
  if (tokenSetId != null) return setTarget(context, tokenSetId)
  if (collection == null) throw noTarget()
  if (attributeKey != null && attributeValue != null)
    return attributeTarget(context, collection, attributeKey, attributeValue)
  const contract = collection
  const tokenIds = bid.excludeFlaggedTokens
    ? await context.book.unflaggedOf(contract, maxTokens + 1)
    : undefined
  if (tokenIds === undefined) return { contract, posted: { collection, isNonFlagged: false } }
  if (tokenIds.length > maxTokens)
    throw new TermError('excludeFlaggedTokens', 'Collection has too many tokens')
  return { contract, tokenIds, posted: { collection, isNonFlagged: true } }
}

/** The criteria root of a target; 0 for a whole collection. */
export const rootOf = ({ criteriaRoot }: TradeContext, { tokenIds, root = 0n }: BidTarget): bigint =>
  tokenIds === undefined ? root : criteriaRoot(tokenIds)

/** Stores the members of a target's criteria, so that a token can be proven to be one when the bid is accepted. */
export async function keepMembers({ book }: TradeContext, target: BidTarget, root: bigint): Promise<void> {
  const { contract, tokenIds, attribute } = target
  if (tokenIds === undefined) return
  const id = `list:${contract}:${numberToHex(root, { size: 32 })}`
  await book.saveTokenSet({ id, contract, attribute, tokenIds })
}
