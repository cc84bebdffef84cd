import { useMessages, usePendingTrades } from '@sluice/react'

/** How many trades go on or wait for the visitor; `PendingTrades` draws them as a list. */
export function TradeCount() {
  const { pending: text } = useMessages()
  const { pending, ended } = usePendingTrades()
  if (pending.length + ended.length === 0) return null
  return (
    <aside>
      <p>{text.count(pending.length)}</p>
      {pending.some(({ needsUser }) => needsUser) ? <p>{text.needsUser}</p> : null}
      {ended.map(({ id, dismiss }) => (
        <button key={id} type="button" onClick={dismiss}>
          {text.ended}
        </button>
      ))}
    </aside>
  )
}
