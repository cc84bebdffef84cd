import type { AssetDelta, ReviewCard as Card, Chain, Review } from '@sluice/core'
import type { ReactNode } from 'react'
import type { TradedTokens } from '../flows/useTradedTokens.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { WholeAddress } from '../values/Address.tsx'
import type { TokenNames } from '../values/names.ts'
import { AuctionRows } from './AuctionRows.tsx'
import { CardRow as Row } from './CardRow.tsx'
import { EndedOrders } from './EndedOrders.tsx'
import { Moves } from './Moves.tsx'

/** Returns whether only one account can fill what is signed. */
export const isPrivateListing = (action: Review['action'], { give }: Card): boolean =>
  action === 'list' && give.length > 0 && give.every(({ counterparty }) => counterparty !== undefined)

/** What an action does: the orders that end, the auction, what moves, and to whom. */
export function ActionRows(props: {
  readonly review: Pick<Review, 'action' | 'verdict'>
  readonly card: Card
  readonly chain: Chain
  readonly names: TokenNames | undefined
  readonly tokens: TradedTokens | undefined
}): ReactNode {
  const { review, card, chain, names, tokens } = props
  const { review: text, fields } = useMessages()
  const isPrivate = isPrivateListing(review.action, card)
  const moved = [...card.give, ...card.get]
  return (
    <>
      {card.ends === undefined ? null : (
        <Row name={text.ends} strong>
          <EndedOrders of={card.ends} items={review.verdict.items} chain={chain} names={names} />
        </Row>
      )}
      {card.auction === undefined ? null : <AuctionRows of={card.auction} chain={chain} names={names} />}
      {/* If nothing moves, as in a cancellation, there is nothing to say of it. */}
      {moved.length === 0 ? null : (
        <Moves
          review={review}
          card={card}
          chain={chain}
          names={names}
          tokens={tokens}
          isPrivate={isPrivate}
        />
      )}
      <Recipients name={isPrivate ? fields.buyer : fields.recipient} of={moved} />
    </>
  )
}

/** To whom it goes, if that is not the other side of a trade: every character, to be compared. */
function Recipients({ name, of }: { readonly name: string; readonly of: readonly AssetDelta[] }): ReactNode {
  const recipients = [...new Set(of.flatMap(({ counterparty }) => counterparty ?? []))]
  if (recipients.length === 0) return null
  return (
    <Row name={name}>
      {recipients.map((address) => (
        <WholeAddress key={address} of={address} />
      ))}
    </Row>
  )
}
