import type { TradeErrorCode } from '@sluice/core'
import { useMessages } from '@sluice/react'

/** What the kit says of an error, in a form of the host's own. */
export function Reason({ code }: { readonly code: TradeErrorCode }) {
  const { title, body } = useMessages().errors[code]
  return (
    <p>
      <strong>{title}</strong> {body}
    </p>
  )
}
