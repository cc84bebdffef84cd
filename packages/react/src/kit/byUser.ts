/** The part of a React or browser event that is read here. */
type EventLike = { readonly isTrusted?: unknown; readonly nativeEvent?: { readonly isTrusted?: unknown } }

/**
 * Whether an event was made by the browser itself, for a pointer, a key or an assistive tool, and not by a script on
 * the page (`button.click()`, `dispatchEvent`).
 */
export const isByUser = ({ isTrusted, nativeEvent }: EventLike): boolean =>
  (nativeEvent ?? { isTrusted }).isTrusted === true

/**
 * A handler for a click that confirms: events that a script made are ignored. Called without an event, as by a host that
 * draws its own card, it acts: the host's code is responsible for its own calls.
 */
export const byUser =
  (act: () => void) =>
  (event?: unknown): void => {
    if (typeof event === 'object' && event !== null && !isByUser(event)) return
    act()
  }
