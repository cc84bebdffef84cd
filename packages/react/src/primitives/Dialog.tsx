'use client'

import {
  cloneElement,
  createContext,
  isValidElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useId,
  useMemo,
  useRef,
} from 'react'
import { createPortal } from 'react-dom'
import { useKit, useKitParts } from '../kit/SluiceProvider.tsx'
import { safeText } from '../kit/safeName.ts'
import { Boundary } from './Boundary.tsx'
import { Button } from './Button.tsx'
import { eventsEndHere } from './eventsEndHere.ts'
import { Icon } from './Icon.tsx'
import { InlineContext } from './Inline.tsx'
import { Note } from './Note.tsx'
import { ShadowScope } from './ShadowScope.tsx'
import { loopTab } from './shadowFocus.ts'
import { Themed } from './Themed.tsx'
import { type DialogOpenProps, useDialogOpen } from './useDialogOpen.ts'
import { useHeldFocus } from './useHeldFocus.ts'
import { useModal } from './useModal.ts'
import { usePlace } from './usePlace.ts'

export type DialogProps = DialogOpenProps & {
  /** The heading, by which screen readers name the dialog. */
  readonly title: string
  /** While set, a click beside the dialog does not close it, and the page around can be used. */
  readonly busy?: boolean
  /** Placed at the edge of the page, in its full height. */
  readonly side?: boolean
  /** Where its content is drawn; see `tree` of `SluiceProvider`, whose choice it takes by default. */
  readonly tree?: 'shadow' | 'light' | undefined
  /** What the dialog shows. */
  readonly children?: ReactNode
}

/** What the components of a dialog can do with it. */
type DialogControl = {
  /** Opens the dialog again once a wallet is connected. */
  readonly awaitWallet: () => void
}
const ControlContext = createContext<DialogControl | undefined>(undefined)

/** The dialog that a component is in; `undefined` outside of one. */
export const useDialogControl = (): DialogControl | undefined => useContext(ControlContext)

/**
 * A dialog over the page: a sheet from below on a narrow screen; below {@link Inline} a part of the page. Drawn in a
 * shadow tree with the kit's own style sheet, unless the page chose its own tree.
 *
 * @example
 * <Dialog title="Terms" trigger={<Button kind="quiet">Terms</Button>}>All sales are final.</Dialog>
 */
export function Dialog(props: DialogProps): ReactNode {
  const inline = useContext(InlineContext)
  const { dialogs } = useKitParts()
  const [open, setOpen] = useDialogOpen(props)
  const control = useMemo(
    () => ({ awaitWallet: () => dialogs.awaitWallet(() => setOpen(true)) }),
    [dialogs, setOpen],
  )
  const View = inline ? Part : Modal
  return (
    <>
      <Trigger open={open} onOpen={() => setOpen(true)}>
        {props.trigger}
      </Trigger>
      {open ? (
        <ControlContext.Provider value={control}>
          <View {...props} close={() => setOpen(false)} />
        </ControlContext.Provider>
      ) : null}
    </>
  )
}

type ViewProps = DialogProps & { readonly close: () => void }

/** The page's own element, which opens the dialog as well as doing what it did. */
function Trigger(props: {
  readonly open: boolean
  readonly onOpen: () => void
  readonly children: ReactNode
}): ReactNode {
  const { open, onOpen, children } = props
  if (!isValidElement(children)) return children
  const element = children as ReactElement<{ readonly onClick?: (event: MouseEvent) => void }>
  return cloneElement(element, {
    'aria-haspopup': 'dialog',
    'aria-expanded': open,
    onClick: (event: MouseEvent) => {
      element.props.onClick?.(event)
      if (!event.defaultPrevented) onOpen()
    },
  } as object)
}

function Modal(props: ViewProps): ReactNode {
  const place = usePlace(props.tree)
  if (place === undefined) return null
  return createPortal(
    <Themed {...eventsEndHere}>
      <Layer {...props} />
    </Themed>,
    place,
  )
}

const buttonOf = ({ target }: MouseEvent): Element | null => (target as Element).closest('button')

function Layer(props: ViewProps): ReactNode {
  const { side, busy = false, close } = props
  const id = useId()
  const content = useRef<HTMLDivElement>(null)
  const pressed = useRef<Element | null>(null)
  const pressedBeside = useRef(false)
  useModal(content, { close, busy })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: Escape does the same
    <div
      className="sluice-overlay"
      data-side={side ? '' : undefined}
      onPointerDown={(event) => {
        pressedBeside.current = event.target === event.currentTarget
      }}
      // A click closes it, not the press, and not the second half of a double click.
      onClick={(event) => {
        const isBeside = event.target === event.currentTarget && pressedBeside.current
        if (isBeside && !busy && event.detail < 2) close()
      }}
    >
      <div
        ref={content}
        role="dialog"
        aria-modal={!busy}
        aria-labelledby={id}
        tabIndex={-1}
        className="sluice-dialog"
        data-side={side ? '' : undefined}
        onKeyDown={loopTab}
        // The second half of a double click hits what the first one opened: it must not select a word there or press
        // another button.
        onMouseDownCapture={(event) => {
          if (event.detail < 2) pressed.current = buttonOf(event) ?? event.currentTarget
          else if (pressed.current === null) event.preventDefault()
        }}
        onClickCapture={(event) => {
          const button = buttonOf(event)
          if (event.detail < 2 || button === null || button === pressed.current) return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        {/* In a section, header and footer are not landmarks of the page. */}
        <section className="sluice-dialog-parts">
          <Content {...props} id={id} />
        </section>
      </div>
    </div>
  )
}

/** A dialog in the flow of the page. */
function Part(props: ViewProps): ReactNode {
  const { tree } = useKitParts()
  const id = useId()
  const part = (
    <section className="sluice-dialog" data-inline="" aria-labelledby={id}>
      <Content {...props} id={id} />
    </section>
  )
  return (props.tree ?? tree) === 'shadow' ? <ShadowScope>{part}</ShadowScope> : <Themed>{part}</Themed>
}

function Content({ id, title, close, children }: ViewProps & { readonly id: string }): ReactNode {
  const { messages } = useKit()
  const isPart = useContext(InlineContext)
  const heading = useRef<HTMLHeadingElement>(null)
  useHeldFocus(heading)
  return (
    <>
      <header className="sluice-dialog-head">
        <h2 ref={heading} id={id} tabIndex={-1} className="sluice-dialog-title">
          {safeText(title)}
        </h2>
        {isPart ? null : (
          <button
            type="button"
            className="sluice-dialog-close"
            aria-label={messages.common.close}
            onClick={close}
          >
            <Icon name="close" />
          </button>
        )}
      </header>
      <div className="sluice-dialog-body">
        <Boundary fallback={(retry) => <Broken retry={retry} close={close} />}>{children}</Boundary>
      </div>
    </>
  )
}

/** Replaces what failed to draw, with buttons to retry and to close. */
function Broken(props: { readonly retry: () => void; readonly close: () => void }): ReactNode {
  const { broken, common } = useKit().messages
  return (
    <>
      <Note kind="warning" title={broken.title} urgent>
        {broken.body}
      </Note>
      <footer className="sluice-actions">
        <Button onClick={props.retry}>{common.retry}</Button>
        <Button kind="secondary" onClick={props.close}>
          {common.close}
        </Button>
      </footer>
    </>
  )
}
