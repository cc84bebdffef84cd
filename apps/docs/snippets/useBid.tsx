import { useBid, useKit } from '@sluice/react'
import { Trade } from './Trade.tsx'

/** An offer for any token of a collection. */
export function MakeOffer({ collection }: { readonly collection: string }) {
  const { messages } = useKit()
  const flow = useBid({ target: { collection } })
  if (flow.status !== 'invalid' && flow.status !== 'ready') return <Trade flow={flow} />
  return (
    <>
      <input aria-label="Price" value={flow.price} onChange={(event) => flow.setPrice(event.target.value)} />
      {flow.currency.symbol}
      {flow.status === 'invalid' ? <p>{messages.invalid[flow.reason]}</p> : null}
      <button
        type="button"
        disabled={flow.status === 'invalid'}
        onClick={'confirm' in flow ? flow.confirm : undefined}
      >
        Offer
      </button>
    </>
  )
}
