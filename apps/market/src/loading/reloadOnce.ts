const storageKey = 'market.reloaded'
/** Milliseconds in which the page reloads itself only once, so that a bug of ours causes no endless loop. */
const rest = 60_000

/** Reloads the page unless it has just done so or a dialog is open, in which a trade may be in progress. */
export function reloadOnce(): void {
  if (isDialogOpen()) return
  try {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0)
    if (Date.now() - last < rest) return
    sessionStorage.setItem(storageKey, String(Date.now()))
  } catch {
    // Without storage the page could reload forever, so the visitor decides.
    return
  }
  location.reload()
}

/** The kit's dialogs are in shadow trees outside the page. */
const isDialogOpen = (): boolean =>
  [
    document,
    ...[...document.querySelectorAll('body > *')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
  ].some((tree) => tree.querySelector('[role="dialog"], dialog[open]') !== null)
