'use client'

import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import type { LazyState } from '../kit/createLazyParts.ts'
import { useKit, useKitParts } from '../kit/SluiceProvider.tsx'

const loadRunView = async () => (await import('./RunView.tsx')).RunView

/** Loads the view of a run while its form is being filled in. */
export function usePreloadRunView(): void {
  const { load } = useKitParts().lazyParts(loadRunView)
  useEffect(load, [load])
}

/** The view of a run, for what draws one: loaded if it is not, also if that failed before. `load` loads it again. */
export function useRunView() {
  const { client } = useKit()
  const { load, read, subscribe } = useKitParts().lazyParts(loadRunView)
  const view = useSyncExternalStore(subscribe, read, onServer)
  // Before anything is seen: what failed while the form was open is not told of a run that just began.
  useLayoutEffect(load, [load])
  useEffect(() => {
    if (view.status === 'failed')
      client.log.warn('The view of a run could not be loaded.', { reason: String(view.cause) })
  }, [client, view])
  return { view, load }
}

const absent = { status: 'absent' } as const satisfies LazyState<never>
const onServer = () => absent
