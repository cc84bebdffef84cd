import { chainOf, type Execution, reviewCard } from '@sluice/core'
import type { ReactNode } from 'react'
import type { TradedTokens } from '../flows/useTradedTokens.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { ActionRows } from '../review/ActionRows.tsx'
import { CardRow } from '../review/CardRow.tsx'
import { Digest } from '../review/Digest.tsx'
import { UntilRow } from '../review/UntilRow.tsx'
import type { TokenNames } from '../values/names.ts'

/** What the wallet is asked for, in short, while it asks: to be compared with what the wallet itself shows. */
export function SigningSummary(props: {
  readonly execution: Pick<Execution, 'action' | 'chainId' | 'verdict'>
  readonly names: TokenNames | undefined
  readonly tokens: TradedTokens | undefined
}): ReactNode {
  const { client } = useKit()
  const messages = useMessages()
  const { names, tokens } = props
  const { action, chainId, verdict } = props.execution
  if (verdict === undefined || verdict.decision === 'block') return null
  const card = reviewCard(action, verdict)
  const chain = chainOf(client, chainId)
  return (
    <div className="sluice-review sluice-signing">
      <dl>
        <ActionRows review={{ action, verdict }} card={card} chain={chain} names={names} tokens={tokens} />
        <UntilRow card={card} />
        <CardRow name={messages.review.digest}>
          <Digest of={verdict} />
        </CardRow>
      </dl>
    </div>
  )
}
