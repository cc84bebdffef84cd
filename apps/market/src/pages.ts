import { type ComponentProps, type ComponentType, lazy } from 'react'
import { openPage, type PageName } from './openPage.ts'
import type { Place } from './place.ts'

/** The component of every page. */
export type Pages = {
  readonly [K in PageName]: ComponentType<ComponentProps<Awaited<ReturnType<(typeof openPage)[K]>>>>
}

/** All pages; the `first` is there already, so that it is drawn at once and not after a pause. */
export async function loadPages(first: Place['page']): Promise<Pages> {
  const opened = first === 'lost' ? {} : { [first]: await openPage[first]() }
  return { ...waiting(), ...opened }
}

const waiting = (): Pages => ({
  home: lazy(async () => ({ default: await openPage.home() })),
  collection: lazy(async () => ({ default: await openPage.collection() })),
  token: lazy(async () => ({ default: await openPage.token() })),
  account: lazy(async () => ({ default: await openPage.account() })),
})
