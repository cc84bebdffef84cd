import { TokenPicture } from '@sluice/react/components'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useMessages } from '../locale.tsx'
import { CloseButton } from '../parts/CloseButton.tsx'

/** A picture over the whole screen. A press, or a key, magnifies the point under it; then it is moved by scrolling. */
export function Zoom(props: {
  readonly image: string
  readonly name: string
  readonly onClose: () => void
}): ReactNode {
  const { image, name, onClose } = props
  const { token: said } = useMessages()
  const dialog = useRef<HTMLDialogElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  /** The magnified point, as parts of the frame's width and height. */
  const [point, setPoint] = useState<readonly [x: number, y: number]>()
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    const element = frame.current
    if (element === null || point === undefined) return
    const [x, y] = point
    element.scrollTo({
      left: x * (element.scrollWidth - element.clientWidth),
      top: y * (element.scrollHeight - element.clientHeight),
    })
  }, [point])
  const toggle = (at: readonly [number, number]) =>
    setPoint((before) => (before === undefined ? at : undefined))
  const onPress = (event: MouseEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    toggle([(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height])
  }
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === '+' || key === '=') setPoint((before) => before ?? [0.5, 0.5])
    if (key === '-') setPoint(undefined)
  }
  const magnified = point !== undefined
  return (
    <dialog ref={dialog} className="zoom" aria-label={name} onClose={onClose} onKeyDown={onKey}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the button does the same by keyboard */}
      <div
        ref={frame}
        className="zoom-frame"
        data-magnified={magnified}
        onClick={onPress}
        tabIndex={magnified ? 0 : undefined}
      >
        <TokenPicture image={image} alt={name} eager />
      </div>
      <div className="zoom-tools">
        <button
          type="button"
          className="icon-button"
          aria-pressed={magnified}
          aria-label={said.magnify}
          onClick={() => toggle([0.5, 0.5])}
        >
          <svg viewBox="0 0 20 20" aria-hidden="true">
            <circle cx="9" cy="9" r="5.5" />
            <path d={magnified ? 'm13 13 4 4M6.5 9h5' : 'm13 13 4 4M6.5 9h5M9 6.5v5'} />
          </svg>
        </button>
        <CloseButton onClose={() => dialog.current?.close()} />
      </div>
    </dialog>
  )
}
