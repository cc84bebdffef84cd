'use client'

import type { ReactNode } from 'react'
import type { LowPrices, UnknownFloor } from '../flows/lowPrices.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import { Note } from '../primitives/Note.tsx'
import type { TokenNames } from '../values/names.ts'
import { formatBps, priceText } from '../values/Price.tsx'

/** The second confirmation for prices far below the floor, with the figures; nothing if there are none. */
export function ConfirmLowPrices(props: {
  readonly of: LowPrices | undefined
  /** Needed if there are several tokens. */
  readonly names?: TokenNames | undefined
  /** Whether the prices are the proceeds of offers, after fees. */
  readonly areProceeds?: boolean
}): ReactNode {
  const { messages, formats } = useKit()
  const { of: low, names } = props
  const farBelow = props.areProceeds === true ? messages.accept.farBelow : messages.list.farBelow
  if (low === undefined) return null
  const { locale } = messages
  return (
    <Note kind="danger" urgent>
      <ul>
        {low.prices.map(({ ref, price, floor, belowBps }) => {
          const percent = formatBps(Math.floor(belowBps / 100) * 100, locale)
          const figures = [price, floor].map((money) => priceText(money, locale, formats)) as [string, string]
          const name = names?.get(ref)
          return (
            <li key={ref}>
              {name === undefined ? null : <strong>{name}</strong>} {farBelow(...figures)}{' '}
              {messages.list.belowFloor(percent)}
            </li>
          )
        })}
      </ul>
      <label className="sluice-check">
        <input
          type="checkbox"
          checked={low.confirmed}
          onChange={(event) => low.setConfirmed(event.target.checked)}
        />
        {messages.list.confirmLow}
      </label>
    </Note>
  )
}

/** Says of which tokens the floor is not known, so that no price was compared with it; nothing if there are none. */
export function UnknownFloorNote(props: {
  readonly of: UnknownFloor | undefined
  /** Needed if there are several tokens. */
  readonly names?: TokenNames | undefined
}): ReactNode {
  const { messages } = useKit()
  const { of: unknown, names } = props
  if (unknown === undefined) return null
  return (
    <Note kind="warning" title={messages.accept.unknownFloor}>
      {names === undefined ? null : (
        <ul>
          {unknown.refs.map((ref) => (
            <li key={ref}>{names.get(ref)}</li>
          ))}
        </ul>
      )}
      <Button kind="secondary" small onClick={unknown.retry}>
        {messages.common.retry}
      </Button>
    </Note>
  )
}
