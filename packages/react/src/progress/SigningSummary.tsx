import { chainOf, type Execution, reviewCard } from '@sluice/core'
import type { ReactNode } from 'react'
import type { TradedTokens } from '../flows/useTradedTokens.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { AuctionRows } from '../review/AuctionRows.tsx'
import { CardRow } from '../review/CardRow.tsx'
import { EndedOrders } from '../review/EndedOrders.tsx'
import { Moves } from '../review/Moves.tsx'
import { WholeAddress } from '../values/Address.tsx'
import type { TokenNames } from '../values/names.ts'

/** What the wallet is asked for, in short, while it asks: to be compared with what the wallet itself shows. */
export function SigningSummary(props: {
  readonly execution: Execution
  readonly names: TokenNames | undefined
  readonly tokens: TradedTokens | undefined
}): ReactNode {
  const { client, messages, formats } = useKit()
  const { names, tokens } = props
  const { action, chainId, verdict } = props.execution
  if (verdict === undefined || verdict.decision === 'block') return null
  const card = reviewCard(action, verdict)
  const chain = chainOf(client, chainId)
  const { review: text, fields, auction } = messages
  const isPrivate =
    action === 'list' &&
    card.give.length > 0 &&
    card.give.every(({ counterparty }) => counterparty !== undefined)
  const moved = [...card.give, ...card.get]
  const others = [...new Set(moved.flatMap(({ counterparty }) => counterparty ?? []))]
  const { digest } = verdict
  return (
    <div className="sluice-review sluice-signing">
      <dl>
        {card.ends === undefined ? null : (
          <CardRow name={text.ends} strong>
            <EndedOrders of={card.ends} items={verdict.items} chain={chain} names={names} />
          </CardRow>
        )}
        {card.auction === undefined ? null : <AuctionRows of={card.auction} chain={chain} names={names} />}
        {moved.length === 0 ? null : (
          <Moves
            review={{ action, verdict }}
            card={card}
            chain={chain}
            names={names}
            tokens={tokens}
            isPrivate={isPrivate}
          />
        )}
        {others.length === 0 ? null : (
          <CardRow name={isPrivate ? fields.buyer : fields.recipient}>
            {others.map((address) => (
              <WholeAddress key={address} of={address} />
            ))}
          </CardRow>
        )}
        {card.until === undefined ? null : (
          <CardRow name={card.auction === undefined ? text.until : auction.until}>
            {formats.moment().format(Number(card.until) * 1_000)}
          </CardRow>
        )}
        <CardRow name={text.digest}>
          <code>
            {digest.slice(2, 10)}…{digest.slice(-8)}
          </code>
        </CardRow>
      </dl>
    </div>
  )
}
