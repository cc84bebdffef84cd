import { useMarketplaceConfigurations } from '@sluice/react'
import { formatBps } from '@sluice/react/components'

/** What selling costs, before anybody opens a dialog. */
export function Fees({ collection }: { readonly collection: string }) {
  const { data = [] } = useMarketplaceConfigurations({ collection })
  return data.map(({ orderbook, name, fee, royalties }) => (
    <p key={orderbook}>
      {name}: {formatBps(fee?.bps ?? 0, 'en')} and {formatBps(royalties?.minBps ?? 0, 'en')} to the creators
    </p>
  ))
}
