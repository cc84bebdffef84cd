import { address, amount, count, object } from './parse.ts'
import { tokenRef } from './requestFields.ts'

/** Unix seconds, as a number. */
const seconds = count(10_000_000_000)

/** Body of `POST /auctions/v1`: the owner's signed invitation to make offers. Amounts are base units. */
export const auctionBody = object({
  seller: address,
  token: tokenRef,
  currency: address,
  reserve: amount,
  stepBps: count(10_000),
  stepAmount: amount,
  announcedAt: seconds,
  endsAt: seconds,
})

/** Body of `POST /auctions/withdraw/v1`: the owner's signature that the auction is over. */
export const auctionWithdrawalBody = object({ seller: address, token: tokenRef, withdrawnAt: seconds })
