import { moneyOf, useActivity, useKit } from '@sluice/react'
import { Price, When } from '@sluice/react/components'

export function LastSale({ token }: { readonly token: string }) {
  const { client } = useKit()
  const [chain] = client.chains
  const sale = useActivity({ token, types: ['sale'], limit: 1 }).data?.[0]
  if (chain === undefined || sale?.price == null) return <p>Never sold.</p>
  return (
    <p>
      <Price of={moneyOf(chain, sale.price)} /> <When at={(sale.timestamp ?? 0) * 1_000} />
    </p>
  )
}
