import type { Auction } from '@sluice/core'
import { moneyOf } from '@sluice/react'
import { Price, When } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { useLocale } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { auctionMessages } from './auctionMessages.ts'
import { useVerifiedAuction } from './useVerifiedAuction.ts'

/** On a picture: until when offers are welcome, and the least next one. Nothing until the chain confirms the auction. */
export function AuctionMark({ of }: { readonly of: Auction }): ReactNode {
  const { chain } = useMarket()
  const said = auctionMessages[useLocale().locale.language]
  const { state } = useVerifiedAuction(of)
  if (state === undefined) return null
  return (
    <span className="card-auction">
      <strong>
        {state === 'running' ? said.ends : said.ended} <When at={of.endsAt * 1_000} />
      </strong>
      {state === 'ended' || of.nextOffer == null ? null : (
        <span>
          {said.next} <Price of={moneyOf(chain, of.nextOffer)} />
        </span>
      )}
    </span>
  )
}
