import { useCollection, useLive } from '@sluice/react'
import type { ReactNode } from 'react'
import { DepthChart } from '../charts/DepthChart.tsx'
import { SalesChart } from '../charts/SalesChart.tsx'
import { CollectionHead } from '../collection/CollectionHead.tsx'
import { Works } from '../collection/Works.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { Activity } from '../parts/Activity.tsx'
import { Message, ReadFailed, useWayOut } from '../parts/Message.tsx'
import { Views } from '../parts/Views.tsx'
import { reads } from '../reads.ts'
import { useView } from '../useFiltering.ts'
import { useTitle } from '../useTitle.ts'

const shownViews = ['works', 'market', 'activity'] as const

/** A collection: its facts, its works, its market and what happens in it. */
export function CollectionPage({ id }: { readonly id: string }): ReactNode {
  const { chain } = useMarket()
  const [view, setView] = useView(shownViews)
  const collection = useCollection(reads.collection(chain.id, id))
  useLive({ chainId: chain.id, collection: id, enabled: collection.isSuccess })
  useTitle(collection.data?.name ?? undefined)
  const messages = useMessages()
  const out = useWayOut()
  if (collection.isLoadingError) return <ReadFailed page retry={() => void collection.refetch()} />
  if (collection.data === null)
    return (
      <Message page title={messages.collection.unknownTitle} action={out}>
        {messages.collection.unknown(chain.name)}
      </Message>
    )
  return (
    <>
      {view === 'works' ? (
        <a className="skip skip-works" href="#works">
          {messages.head.skipWorks}
        </a>
      ) : null}
      <CollectionHead id={id} of={collection.data} />
      <div className="viewed">
        <Views of={shownViews} value={view} onChange={setView} />
        {view === 'works' ? <Works id={id} name={collection.data?.name ?? ''} /> : null}
        {view === 'market' ? (
          <div className="charts">
            <section aria-labelledby="sales">
              <h2 id="sales">{messages.charts.sales}</h2>
              <SalesChart collection={id} />
            </section>
            <section aria-labelledby="depth">
              <h2 id="depth">{messages.charts.depth}</h2>
              <DepthChart collection={id} />
            </section>
          </div>
        ) : null}
        {view === 'activity' ? (
          <section aria-label={messages.views.activity}>
            <Activity collection={id} showToken />
          </section>
        ) : null}
      </div>
    </>
  )
}
