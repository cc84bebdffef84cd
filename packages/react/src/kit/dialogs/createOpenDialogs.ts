import { createDialogEntry } from './createDialogEntry.ts'

/** Closes one open dialog, as its own close button does. */
type Close = () => void

/** The open dialogs of one kit, the last one on top. */
export type OpenDialogs = {
  /** Puts a dialog on top. Returns what takes it away when it is closed. */
  readonly add: (close: Close) => () => void
  readonly some: () => boolean
  /** Where the focus was before the first of several dialogs that followed each other, from within outwards. */
  place: readonly Element[]
  /** A dialog sends its user to connect a wallet: it is opened again once there is one. */
  readonly awaitWallet: (reopen: () => void) => void
  /** The user gave up connecting. */
  readonly forgetWallet: () => void
  /** A wallet was connected. */
  readonly connected: () => void
}

/** Whether a key was pressed in another part of the page, such as the window of a wallet inside it. */
const isElsewhere = (event: KeyboardEvent): boolean =>
  event.target !== document.body &&
  event.target !== document.documentElement &&
  !event.composedPath().some((at) => at instanceof Element && at.classList.contains('sluice-portal'))

/**
 * Escape closes the last dialog of a kit and nothing of the page below it. So does the browser's Back, for which the
 * history has an entry while a dialog is open.
 *
 * @param closesOnBack whether Back closes dialogs now.
 */
export function createOpenDialogs(closesOnBack: () => boolean): OpenDialogs {
  const closers: Close[] = []
  const state: {
    timer?: ReturnType<typeof setTimeout> | undefined
    awaiting?: { readonly reopen: () => void; readonly href: string } | undefined
  } = {}
  const closeLast = () => closers.at(-1)?.()
  const settle = () => {
    state.timer = undefined
    if (closers.length === 0) {
      removeEventListener('keydown', onKey, true)
      entry.leave()
    } else if (closesOnBack()) entry.enter()
  }
  // One dialog may close because another opens: the entry stays then.
  const soon = () => {
    state.timer ??= setTimeout(settle)
  }
  const entry = createDialogEntry(() => {
    closeLast()
    soon()
  })
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || isElsewhere(event)) return
    event.stopPropagation()
    closeLast()
  }

  return {
    place: [],
    some: () => closers.length > 0,
    add: (close) => {
      closers.push(close)
      addEventListener('keydown', onKey, true)
      soon()
      return () => {
        closers.splice(closers.indexOf(close), 1)
        soon()
      }
    },
    awaitWallet: (reopen) => {
      state.awaiting = { reopen, href: location.href }
    },
    forgetWallet: () => {
      state.awaiting = undefined
    },
    connected: () => {
      const { awaiting } = state
      state.awaiting = undefined
      if (awaiting?.href === location.href) awaiting.reopen()
    },
  }
}
