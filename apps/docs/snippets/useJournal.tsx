import { useJournal } from '@sluice/react'

/** How many signatures still stand, and the way to end them all without the provider. */
export function OpenOrders() {
  const flow = useJournal()
  if (flow.status !== 'ready') return null
  return (
    <p>
      {flow.open.length} of {flow.signed.length} orders can still be filled.{' '}
      <button type="button" onClick={() => flow.cancel('all')}>
        Cancel all
      </button>
    </p>
  )
}
