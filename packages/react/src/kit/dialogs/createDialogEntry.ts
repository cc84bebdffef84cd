/** The entry of the browser's history that represents open dialogs, so that Back closes them. */
export type DialogEntry = {
  /** A dialog is open: puts the entry on top of the history, unless it is there already. */
  readonly enter: () => void
  /** No dialog is open any more: takes the entry away, unless the page navigated. */
  readonly leave: () => void
}

/** Marks the entries of dialogs in the state of the history. */
const mark = 'sluiceDialog'

/**
 * Keeps the page's own state and address in its entry.
 *
 * A step back takes effect some time after it was asked for, and the page may navigate before that. No navigation of
 * the page is undone: the Navigation API reports when the step is about to be taken, and it is taken only from the
 * entry itself. An entry that the page navigated away from is passed over by the next Back. If no step can be stopped
 * (in browsers without that API, and in frames) none is taken: the entry stays, and the next dialog uses it again.
 *
 * @param onBack called when the user went back from the entry while dialogs were open.
 */
export function createDialogEntry(onBack: () => void): DialogEntry {
  /** Entries that the user may come upon by Back: address and place in the history, by the name in their state. */
  const entries = new Map<unknown, { readonly href: string; readonly index: number }>()
  const state = {
    /** The entry represents open dialogs. */
    isEntered: false,
    /** The next `popstate` comes of a step that was taken here. */
    isLeaving: false,
    /** Another document was asked for: any step through the history would stop it. */
    isDeparting: false,
  }
  /** Tells the steps that are taken here from those of the page and of the user. */
  const info = { of: mark }
  const place = () => globalThis.navigation?.currentEntry?.index ?? -1
  // A page may copy the state of one entry into the next: the address tells them apart.
  const isCurrent = () =>
    entries.get((history.state as Record<string, unknown> | null)?.[mark])?.href === location.href

  const goBack = () => {
    if (!('navigation' in globalThis) || window !== window.top || state.isDeparting) return
    const { committed, finished } = navigation.back({ info })
    // Both reject if the step is stopped below.
    for (const outcome of [committed, finished]) outcome?.catch(() => {})
  }
  const onNavigate = (event: NavigateEvent) => {
    if (!event.destination.sameDocument && event.downloadRequest === null) state.isDeparting = true
    if (event.info !== info) return
    state.isLeaving = !state.isEntered && !state.isDeparting && isCurrent()
    if (!state.isLeaving) event.preventDefault()
  }
  const onPopState = () => {
    if (isCurrent()) {
      if (!state.isEntered) goBack()
      return
    }
    const isBack = state.isEntered && !state.isLeaving
    state.isEntered = false
    state.isLeaving = false
    const now = place()
    for (const [name, { index }] of entries) if (index >= now) entries.delete(name)
    if (entries.size === 0) {
      removeEventListener('popstate', onPopState)
      globalThis.navigation?.removeEventListener('navigate', onNavigate)
    }
    if (isBack) onBack()
  }

  return {
    enter: () => {
      state.isEntered = true
      if (isCurrent()) return
      addEventListener('popstate', onPopState)
      globalThis.navigation?.addEventListener('navigate', onNavigate)
      const name = Math.random()
      history.pushState({ ...(history.state as object | null), [mark]: name }, '')
      entries.set(name, { href: location.href, index: place() })
      state.isDeparting = false
    },
    leave: () => {
      state.isEntered = false
      if (isCurrent()) goBack()
    },
  }
}
