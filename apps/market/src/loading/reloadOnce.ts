const storageKey = 'market.reloaded'
/** Milliseconds in which the page reloads itself once only: a fault of ours must not make a circle. */
const rest = 60_000

/** Reloads the page, unless it did so a moment ago or a dialog is open, in which something may be under way. */
export function reloadOnce(): void {
  if (isDialogOpen()) return
  try {
    const last = Number(sessionStorage.getItem(storageKey) ?? 0)
    if (Date.now() - last < rest) return
    sessionStorage.setItem(storageKey, String(Date.now()))
  } catch {
    // Without a memory it could go on for ever: the visitor decides.
    return
  }
  location.reload()
}

/** Dialogs of the kit stand in shadow trees beside the page. */
const isDialogOpen = (): boolean =>
  [
    document,
    ...[...document.querySelectorAll('body > *')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
  ].some((tree) => tree.querySelector('[role="dialog"], dialog[open]') !== null)
