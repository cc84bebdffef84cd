import type { ComponentProps } from 'react'
import { CardSkeletons } from '../grid/TokenCard.tsx'
import { WayOut } from '../parts/Message.tsx'
import type { Route } from '../route.ts'
import { type LazyPart, lazyPart } from './lazyPart.tsx'
import { openPage, type PageName } from './openPage.ts'

/** The component of every page. */
export type Pages = {
  readonly [K in PageName]: LazyPart<object & ComponentProps<Awaited<ReturnType<(typeof openPage)[K]>>>>
}

/** All pages. The `first` is loaded already, so that it is drawn at once and not after a pause. */
export async function loadPages(first: Route['page']): Promise<Pages> {
  const page = { kind: 'page', waiting: <CardSkeletons />, out: <WayOut /> } as const
  const pages: Pages = {
    home: lazyPart(openPage.home, page),
    collection: lazyPart(openPage.collection, page),
    token: lazyPart(openPage.token, page),
    account: lazyPart(openPage.account, page),
  }
  if (first !== 'notFound') await pages[first].load()
  return pages
}
