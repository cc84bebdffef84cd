import type { Styles } from '../../theme/createStyles.ts'

/** The place of a kit's dialogs: a shadow tree behind the page's body. */
export type DialogRoot = {
  /** The element to draw in. Made when it is first asked for, and again if the page has removed it. */
  readonly place: (styles: Styles) => HTMLElement
  readonly remove: () => void
}

/**
 * Placed beside `<body>`, not in it: the page's selectors do not count it, nothing in the page clips or moves it, and
 * the page's layout stays the same.
 */
export function createDialogRoot(): DialogRoot {
  const made: { host?: HTMLElement; place?: HTMLElement } = {}
  return {
    place: (styles) => {
      const host = made.host ?? document.createElement('div')
      const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
      const place = made.place ?? document.createElement('div')
      host.dataset.sluiceDialogs = ''
      place.dataset.place = 'portals'
      styles.adopt(root)
      if (!place.isConnected) root.append(place)
      if (!host.isConnected) document.documentElement.append(host)
      made.host = host
      made.place = place
      return place
    },
    remove: () => made.host?.remove(),
  }
}
