import { buyTokens, type Run } from '@sluice/core'
import { useKit, useRun } from '@sluice/react'
import { StepList } from '@sluice/react/components'
import { useState } from 'react'

/** A run that the page began itself, with a price that bounds it. */
export function BuyNow({ token, most }: { readonly token: string; readonly most: bigint }) {
  const { client, wallet } = useKit()
  const [run, setRun] = useState<Run>()
  const execution = useRun(run)
  if (execution !== undefined) return <StepList execution={execution} />
  if (wallet === undefined) return null
  const native = '0x0000000000000000000000000000000000000000'
  const expectedPrice = { [native]: { raw: most, currencyDecimals: 18 } }
  return (
    <button
      type="button"
      onClick={() => setRun(buyTokens(client, { wallet, items: [{ token }], expectedPrice }))}
    >
      Buy
    </button>
  )
}
