import { isCriteria, isNft, type OfferItem } from '@sluice/seaport'
import type { AssetDelta } from './verdict.ts'

const kinds = ['native', 'erc20', 'erc721', 'erc1155', 'erc721', 'erc1155'] as const

/** Returns the asset that an order item moves. If its amount changes over time, the smaller amount counts. */
export function assetOf({
  itemType,
  token,
  identifierOrCriteria,
  startAmount,
  endAmount,
}: OfferItem): AssetDelta {
  const oneOf = { root: identifierOrCriteria, count: undefined }
  return {
    kind: kinds[itemType],
    contract: token,
    ...(isNft(itemType) && !isCriteria(itemType) && { tokenId: identifierOrCriteria }),
    ...(isCriteria(itemType) && identifierOrCriteria > 0n && { oneOf }),
    amount: startAmount < endAmount ? startAmount : endAmount,
  }
}
