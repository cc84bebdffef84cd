'use client'

import type { ReactNode } from 'react'
import { durations } from '../kit/durations.ts'
import { momentText } from '../kit/formats.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { DurationName } from '../locales/codes.ts'
import { Select } from './Select.tsx'

/**
 * How long an order is open: one of all durations or of those given. With `endsAt`, in milliseconds, its present end
 * can be kept, too.
 */
export function DurationField<T extends DurationName | 'unchanged'>(props: {
  readonly value: T
  readonly onChange: (value: T) => void
  readonly endsAt?: number | undefined
  readonly names?: readonly DurationName[]
}): ReactNode {
  const { messages, formats } = useKit()
  const { endsAt, names: offered = Object.keys(durations) as DurationName[] } = props
  const names = offered.map((value) => ({
    value: value as T,
    label: messages.fields.durations[value],
  }))
  const unchanged = endsAt === undefined ? [] : [{ value: 'unchanged' as T, label: messages.edit.unchanged }]
  const options = [...unchanged, ...names]
  return (
    <Select
      label={messages.fields.duration}
      value={props.value}
      options={options}
      onChange={props.onChange}
      hint={
        endsAt !== undefined && props.value === 'unchanged'
          ? messages.edit.unchangedUntil(momentText(formats, endsAt / 1_000))
          : undefined
      }
    />
  )
}
