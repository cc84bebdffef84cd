'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { isByUser } from '../kit/byUser.ts'
import { Button } from './Button.tsx'

/** Milliseconds. Long enough that it is not done by accident. */
const holdTime = 1_200

/**
 * Acts only when held: by pointer, or by Space or Enter. A press that has no length, as assistive tools make
 * it, must be repeated instead. Events that a script made count as none.
 */
export function HoldButton(props: { readonly onHold: () => void; readonly children: ReactNode }): ReactNode {
  const { onHold } = props
  const [holding, setHolding] = useState(false)
  const armed = useRef(false)
  const act = useRef(onHold)
  act.current = onHold
  useEffect(() => {
    if (!holding) return
    const timer = setTimeout(() => {
      setHolding(false)
      act.current()
    }, holdTime)
    return () => clearTimeout(timer)
  }, [holding])
  const start = () => setHolding(true)
  const end = () => setHolding(false)
  return (
    <Button
      wide
      kind="danger"
      className="sluice-hold"
      data-holding={holding ? '' : undefined}
      onPointerDown={(event) => {
        if (isByUser(event)) start()
      }}
      onPointerUp={end}
      onPointerLeave={end}
      onPointerCancel={end}
      onBlur={end}
      onKeyDown={(event) => {
        if (!isByUser(event) || (event.key !== 'Enter' && event.key !== ' ')) return
        event.preventDefault()
        if (!event.repeat) start()
      }}
      onKeyUp={end}
      onClick={(event) => {
        const isAssistive = event.detail === 0
        if (!isAssistive || !isByUser(event)) return
        if (armed.current) onHold()
        armed.current = true
      }}
    >
      {props.children}
    </Button>
  )
}
