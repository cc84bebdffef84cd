import { auctionTypedData } from '@sluice/guards'
import type { AnnouncedAuction } from '@sluice/wire'
import type { ChainReader } from './chainReader.ts'
import { callData, readAddress, selectors } from './reads.ts'
import { verifiedSignature } from './verifySignature.ts'

/** Returns whether the chain says that the seller owns the token, and that the seller signed exactly this. */
export async function auctionSigned(
  reader: ChainReader,
  chainId: number,
  auction: AnnouncedAuction,
): Promise<boolean> {
  const { seller, contract, reserve, stepBps, stepAmount, announcedAt, endsAt, signature } = auction
  const tokenId = BigInt(auction.tokenId)
  const terms = {
    currency: reserve.currency.contract,
    reserve: reserve.amount.raw,
    stepBps: BigInt(stepBps),
    stepAmount,
    endsAt: BigInt(endsAt),
  }
  const statement = { seller, contract, tokenId, at: BigInt(announcedAt), terms }
  const { digest } = auctionTypedData(chainId, statement)
  const [owner, signed] = await Promise.all([
    readAddress(reader, contract, callData(selectors.ownerOf, tokenId)),
    verifiedSignature(reader, seller, digest, signature),
  ])
  return owner === seller && signed !== undefined
}
