'use client'

import { Dialog as Primitive } from 'radix-ui'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { themeAttributes } from '../theme/theme.ts'
import { Icon } from './Icon.tsx'
import { deepActiveElement, loopTab, placeOf, returnFocus } from './shadowFocus.ts'
import { type DialogOpenProps, useDialogOpen } from './useDialogOpen.ts'

export type DialogProps = DialogOpenProps & {
  readonly title: string
  /** While set, a click beside the dialog does not close it. */
  readonly busy?: boolean
  /** Stands at the edge of the page, in its full height. */
  readonly side?: boolean
  readonly children?: ReactNode
}

const buttonOf = ({ target }: MouseEvent): Element | null => (target as Element).closest('button')

/** A dialog over the page: a sheet from below on a narrow screen. Carries the theme out of the page's tree. */
export function Dialog(props: DialogProps): ReactNode {
  const { theme, messages, container } = useKit()
  const [open, setOpen] = useDialogOpen(props)
  const content = useRef<HTMLDivElement>(null)
  const place = useRef<readonly Element[]>([])
  const pressed = useRef<Element | null>(null)
  return (
    <Primitive.Root open={open} onOpenChange={setOpen}>
      {props.trigger === undefined ? null : <Primitive.Trigger asChild>{props.trigger}</Primitive.Trigger>}
      <Primitive.Portal container={container ?? null}>
        <div {...themeAttributes(theme)} className="sluice-portal">
          <Primitive.Close asChild>
            <Primitive.Overlay
              className="sluice-overlay"
              onClick={(event) => {
                if (props.busy || event.detail > 1) event.preventDefault()
              }}
            />
          </Primitive.Close>
          <Primitive.Content
            ref={content}
            className="sluice-dialog"
            data-side={props.side ? '' : undefined}
            aria-describedby={undefined}
            tabIndex={-1}
            onOpenAutoFocus={(event) => {
              event.preventDefault()
              pressed.current = null
              place.current = placeOf(deepActiveElement())
              content.current?.focus()
            }}
            onCloseAutoFocus={(event) => {
              if (returnFocus(place.current)) event.preventDefault()
            }}
            onKeyDown={loopTab}
            // The second half of a double click meets what the first brought up: it selects no word of it, and
            // presses no other button than the first did.
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
            // A click on the overlay closes it, not the press: the second half of a double click does not.
            onPointerDownOutside={(event) => event.preventDefault()}
          >
            <header className="sluice-dialog-head">
              <Primitive.Title className="sluice-dialog-title">{props.title}</Primitive.Title>
              <Primitive.Close className="sluice-dialog-close" aria-label={messages.common.close}>
                <Icon name="close" />
              </Primitive.Close>
            </header>
            <div className="sluice-dialog-body">{props.children}</div>
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
