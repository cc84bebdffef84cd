import type { KeyboardEvent } from 'react'

/** What has the focus, looked for inside shadow trees too. */
export function deepActiveElement(): Element | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement != null) active = active.shadowRoot.activeElement
  return active
}

/** An element and its ancestors, from the inside out, without the page itself. */
export function placeOf(element: Element | null): readonly Element[] {
  const found: Element[] = []
  for (let at = element; at !== null && at !== document.body; at = parentOf(at)) found.push(at)
  return found
}

const parentOf = (element: Element): Element | null => {
  const root = element.getRootNode()
  return element.parentElement ?? (root instanceof ShadowRoot ? root.host : null)
}

/** Whether an element can have the focus: on the page, and not hidden, as a row without buttons may be. */
const isDrawn = (element: Element): boolean => element.isConnected && element.checkVisibility()

/**
 * Gives the focus back to the element that had it; if that is gone (a bought token has no "Buy" any more), to the
 * nearest remaining element around it. Returns whether there was one.
 */
export function returnFocus(place: readonly Element[]): boolean {
  const left = place.find(isDrawn)
  if (!(left instanceof HTMLElement) || left === document.documentElement) return false
  if (left !== place[0] && !left.hasAttribute('tabindex')) {
    left.tabIndex = -1
    left.addEventListener('blur', () => left.removeAttribute('tabindex'), { once: true })
  }
  // A place and not a control: an outline around it would say that something can be done there.
  if (left.tabIndex < 0) {
    left.style.setProperty('outline', 'none')
    left.addEventListener('blur', () => left.style.removeProperty('outline'), { once: true })
  }
  left.focus({ preventScroll: left !== place[0] })
  followRemoval(left, place)
  return true
}

/**
 * Keeps the focus near an element that has it: what a trade makes needless, as the "Accept" of an offer, may leave the page
 * only after the dialog. Ends when the user goes elsewhere.
 */
function followRemoval(focused: Element, place: readonly Element[]): void {
  const stop = new AbortController()
  const observer = new MutationObserver(() => {
    if (isDrawn(focused)) return
    stop.abort()
    const active = deepActiveElement()
    if (active === null || active === document.body || place.includes(active)) returnFocus(place)
  })
  for (const root of new Set(place.map((element) => element.getRootNode())))
    observer.observe(root, { childList: true, subtree: true })
  const { signal } = stop
  signal.addEventListener('abort', () => observer.disconnect(), { once: true })
  document.addEventListener('pointerdown', () => stop.abort(), { signal, capture: true })
  document.addEventListener('focusin', () => deepActiveElement() !== focused && stop.abort(), { signal })
}

const reachable =
  'a[href],button:not([disabled]),input:not([disabled]),select:not([disabled]),textarea:not([disabled]),summary,iframe,[tabindex]:not([tabindex="-1"])'

/** Keeps Tab inside a dialog. */
export function loopTab(event: KeyboardEvent<HTMLElement>): void {
  const dialog = event.currentTarget
  // The dialog itself, or its heading.
  const isBefore = (active: Element | null, first: Element) =>
    active !== null && (active.compareDocumentPosition(first) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  if (event.key !== 'Tab') return
  const stops = [...dialog.querySelectorAll<HTMLElement>(reachable)].filter(
    // Not in a closed `<details>`, which has a place all the same.
    (element) => element.checkVisibility({ visibilityProperty: true }),
  )
  const first = stops[0]
  const last = stops.at(-1)
  const active = deepActiveElement()
  if (first === undefined || last === undefined) event.preventDefault()
  else if (event.shiftKey && (active === first || isBefore(active, first))) {
    event.preventDefault()
    last.focus()
  } else if (!event.shiftKey && active === last) {
    event.preventDefault()
    first.focus()
  }
}
