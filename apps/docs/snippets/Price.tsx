import { moneyOf, useKit, useToken } from '@sluice/react'
import { Price } from '@sluice/react/components'

export function FloorPrice({ token }: { readonly token: string }) {
  const { client } = useKit()
  const [chain] = client.chains
  const price = useToken({ token }).data?.market?.floorAsk?.price
  return chain === undefined || price == null ? '—' : <Price of={moneyOf(chain, price)} />
}
