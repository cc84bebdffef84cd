import type { KeyboardEvent } from 'react'

/** What has the focus, looked for inside shadow trees too. */
export function deepActiveElement(): Element | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement != null) active = active.shadowRoot.activeElement
  return active
}

const reachable =
  'a[href],button:not([disabled]),input:not([disabled]),select:not([disabled]),textarea:not([disabled]),[tabindex]:not([tabindex="-1"])'

/**
 * Keeps Tab inside a dialog that stands in a shadow tree. The dialog library asks the document what has the
 * focus and is told the host; in the page's own tree it does this itself and nothing is done here.
 */
export function loopTab(event: KeyboardEvent<HTMLElement>): void {
  const dialog = event.currentTarget
  if (event.key !== 'Tab' || !(dialog.getRootNode() instanceof ShadowRoot)) return
  const stops = [...dialog.querySelectorAll<HTMLElement>(reachable)].filter(
    (element) => element.getClientRects().length > 0,
  )
  const first = stops[0]
  const last = stops.at(-1)
  const active = deepActiveElement()
  if (first === undefined || last === undefined) event.preventDefault()
  else if (event.shiftKey && (active === first || active === dialog)) {
    event.preventDefault()
    last.focus()
  } else if (!event.shiftKey && active === last) {
    event.preventDefault()
    first.focus()
  }
}
