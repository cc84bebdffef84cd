import { Boundary } from '@sluice/react/components'
import { type ComponentType, type ReactNode, Suspense, use } from 'react'
import { Failure } from './Failure.tsx'
import { loadPart } from './loadPart.ts'

/** A part of the page that is loaded when it is first drawn. */
export type LazyPart<P> = ComponentType<P> & {
  /** Loads it before. */
  readonly load: () => Promise<void>
  /** Begins to load it, because it may be drawn soon. If that fails, it says so where it is drawn. */
  readonly preload: () => void
}

type LazyOptions<P> = {
  readonly kind: 'page' | 'part' | 'floating'
  /** Shown while the part is loading. */
  readonly waiting?: ReactNode
  /** Another way out than trying again, if the part fails. */
  readonly out?: ReactNode
  /** Whether a dialog is open: a closed one that failed says nothing. */
  readonly isOpen?: (props: P) => boolean
  /** Leaves without it. */
  readonly close?: (props: P) => void
}

/**
 * Makes a component of a file that is loaded separately. If the file cannot be loaded or the component fails, the rest
 * of the page stays, and the part can be tried again.
 */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { kind, waiting = null, out, isOpen = () => true, close }: LazyOptions<P>,
): LazyPart<P> {
  const state: { loading?: Promise<ComponentType<P>> | undefined; failed: boolean } = { failed: false }
  const begin = (): Promise<ComponentType<P>> => {
    state.failed = false
    const loading = loadPart(load)
    loading.then(
      // React's own mark of a settled promise: a part that is already loaded is drawn at once, without a pause.
      (value) => Object.assign(loading, { status: 'fulfilled', value }),
      () => {
        state.failed = true
      },
    )
    return loading
  }
  const ask = (): Promise<ComponentType<P>> => {
    state.loading ??= begin()
    return state.loading
  }
  const again = () => {
    if (state.failed) state.loading = undefined
  }
  function Loaded(props: P): ReactNode {
    const Part = use(ask())
    return <Part {...props} />
  }
  function Lazy(props: P): ReactNode {
    return (
      <Boundary
        onRetry={again}
        fallback={(retry, cause) =>
          isOpen(props) ? (
            <Failure
              cause={cause}
              retry={retry}
              kind={kind}
              close={close === undefined ? undefined : () => close(props)}
            >
              {out}
            </Failure>
          ) : null
        }
      >
        <Suspense fallback={waiting}>
          <Loaded {...props} />
        </Suspense>
      </Boundary>
    )
  }
  return Object.assign(Lazy, {
    load: async () => {
      await ask()
    },
    preload: () => {
      ask().catch(() => undefined)
    },
  })
}
