import { useCollection, useLive } from '@sluice/react'
import type { ReactNode } from 'react'
import { CollectionHead } from '../collection/CollectionHead.tsx'
import { Works } from '../collection/Works.tsx'
import { lazyPart } from '../loading/lazyPart.tsx'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { LazyActivity } from '../parts/LazyActivity.tsx'
import { Message, ReadFailed, useWayOut } from '../parts/Message.tsx'
import { Views } from '../parts/Views.tsx'
import { reads } from '../reads.ts'
import { useView } from '../useFiltering.ts'
import { useTitle } from '../useTitle.ts'

const MarketView = lazyPart(async () => (await import('../collection/MarketView.tsx')).MarketView, {
  kind: 'part',
})

const shownViews = ['works', 'market', 'activity'] as const

/** A collection: its facts, its works, its market and what happens in it. */
export function CollectionPage({ id }: { readonly id: string }): ReactNode {
  const { chain } = useMarket()
  const [view, setView] = useView(shownViews)
  const collection = useCollection(reads.collection(chain.id, id))
  useLive({ chainId: chain.id, collection: id, enabled: collection.isSuccess })
  const messages = useMessages()
  useTitle(collection.data === null ? messages.collection.unknownTitle : (collection.data?.name ?? undefined))
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
        {view === 'market' ? <MarketView collection={id} /> : null}
        {view === 'activity' ? (
          <section aria-label={messages.views.activity}>
            <LazyActivity collection={id} showToken />
          </section>
        ) : null}
      </div>
    </>
  )
}
