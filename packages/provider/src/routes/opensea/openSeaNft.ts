import { ApiError } from '../../apiError.ts'
import { type Holder, listOwners } from '../../storage/pages/statsPages.ts'
import { keyOf, readTokens, type TokenBase } from '../../storage/pages/tokenDetails.ts'
import type { TokenKey } from '../../storage/pages/tokenFilters.ts'
import { unixTime } from '../../unixTime.ts'
import type { RouteContext } from '../routeContexts.ts'

/** A field that is there only where its value is known. */
export const known = <const TKey extends string>(key: TKey, value: string | null) =>
  value === null ? {} : { [key]: value }

/** A token as OpenSea shows it. Its collection's slug is the address of its contract, which nobody can imitate. */
export function openSeaNft({ chain }: RouteContext, base: TokenBase) {
  return {
    identifier: base.tokenId,
    collection: base.contract,
    contract: base.contract,
    token_standard: base.kind,
    ...known('name', base.name),
    ...known('description', base.description),
    ...known('image_url', base.image),
    ...known('display_image_url', base.image),
    opensea_url: `${chain.publicUrl}/tokens/v7?tokens=${keyOf(base)}`,
    updated_at: base.updatedAt.toISOString(),
    is_disabled: false,
    is_nsfw: false,
    traits: base.attributes.map(({ key, value }) => ({ trait_type: key, value })),
  }
}

/** An owner with the units that are held. */
export const openSeaOwner = ({ owner, tokens }: Holder) => ({
  address: owner,
  quantity: Number(tokens),
  quantity_string: tokens,
})

/** The most owners that are shown with a token. */
const shownOwners = 50

/** A token with its owners. */
async function openSeaNftDetailed(context: RouteContext, base: TokenBase) {
  const { db, config, clock } = context.chain
  const owners = await listOwners(db, config.id, {
    contract: base.contract,
    tokenId: BigInt(base.tokenId),
    offset: 0,
    limit: shownOwners,
    now: unixTime(clock),
  })
  return {
    ...openSeaNft(context, base),
    is_suspicious: base.flagged,
    creator: base.collection.royalties[0]?.recipient ?? '',
    owners: owners.map(openSeaOwner),
  }
}

/** Tokens with their owners, in the order of their names; those that are not known are left out. */
export async function readNftsDetailed(context: RouteContext, keys: readonly TokenKey[]) {
  const bases = await readTokens(context.chain.db, context.chain.config.id, keys)
  return Promise.all(
    keys.flatMap((key) => bases.get(keyOf(key)) ?? []).map((base) => openSeaNftDetailed(context, base)),
  )
}

/** One token with its owners. @throws {ApiError} when it is not known here. */
export async function readNft(context: RouteContext, key: TokenKey) {
  const [nft] = await readNftsDetailed(context, [key])
  if (nft === undefined)
    throw new ApiError('notFound', 'There is no such token here', { field: 'identifier' })
  return nft
}

/** Tokens by name, in that order; those that are not known are left out. */
export async function readNfts(context: RouteContext, keys: readonly TokenKey[]) {
  const bases = await readTokens(context.chain.db, context.chain.config.id, keys)
  return keys.flatMap((key) => {
    const base = bases.get(keyOf(key))
    return base === undefined ? [] : [openSeaNft(context, base)]
  })
}
