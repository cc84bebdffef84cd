import type { ReviewCard as Card } from '@sluice/core'
import type { ReactNode } from 'react'
import { useMessages } from '../hooks/useMessages.ts'
import { momentText } from '../kit/formats.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { CardRow } from './CardRow.tsx'

/** Until when what is signed can be used, or an auction runs. Draws nothing if that does not apply. */
export function UntilRow({ card: { until, auction } }: { readonly card: Card }): ReactNode {
  const { formats } = useKit()
  const messages = useMessages()
  if (until === undefined) return null
  const date = new Date(Number(until) * 1_000)
  const text = momentText(formats, until)
  return (
    <CardRow name={auction === undefined ? messages.review.until : messages.auction.until}>
      {Number.isNaN(date.getTime()) ? text : <time dateTime={date.toISOString()}>{text}</time>}
    </CardRow>
  )
}
