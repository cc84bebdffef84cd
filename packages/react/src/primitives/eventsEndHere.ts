import type { DOMAttributes, SyntheticEvent } from 'react'

const stop = (event: SyntheticEvent): void => event.stopPropagation()

/**
 * Events in a dialog do not reach the page around it: neither the components around it in the tree, such as a card that
 * is a link, nor listeners of the document, such as shortcuts and the focus traps of other dialogs.
 */
export const eventsEndHere = {
  onBlur: stop,
  onChange: stop,
  onClick: stop,
  onContextMenu: stop,
  onCopy: stop,
  onCut: stop,
  onDoubleClick: stop,
  onFocus: stop,
  onInput: stop,
  onKeyDown: stop,
  onKeyUp: stop,
  onMouseDown: stop,
  onMouseUp: stop,
  onPaste: stop,
  onPointerDown: stop,
  onPointerUp: stop,
  onSubmit: stop,
  onTouchEnd: stop,
  onTouchMove: stop,
  onTouchStart: stop,
  onWheel: stop,
} as const satisfies DOMAttributes<HTMLElement>
