/** What React and the browser tell of an event, as far as it matters here. */
type EventLike = { readonly isTrusted?: unknown; readonly nativeEvent?: { readonly isTrusted?: unknown } }

/**
 * Whether an event was made by the browser itself, for a pointer, a key or an assistive tool, and not by a script on
 * the page (`button.click()`, `dispatchEvent`).
 */
export const isByUser = ({ isTrusted, nativeEvent }: EventLike): boolean =>
  (nativeEvent ?? { isTrusted }).isTrusted === true

/**
 * A handler of a confirming click: an event that a script made counts as none. Called without an event, by code of the
 * host that draws a card of its own, it acts: that code is responsible for what it calls.
 */
export const byUser =
  (act: () => void) =>
  (event?: unknown): void => {
    if (typeof event === 'object' && event !== null && !isByUser(event)) return
    act()
  }
