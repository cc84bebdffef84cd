'use client'

import type { ReactNode } from 'react'
import { durations } from '../flows/durations.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { DurationName } from '../locales/codes.ts'
import { Select } from './Select.tsx'

/** How long an order stands. */
export function DurationField(props: {
  readonly value: DurationName
  readonly onChange: (value: DurationName) => void
}): ReactNode {
  const { messages } = useKit()
  const options = (Object.keys(durations) as DurationName[]).map((value) => ({
    value,
    label: messages.fields.durations[value],
  }))
  return (
    <Select
      label={messages.fields.duration}
      value={props.value}
      options={options}
      onChange={props.onChange}
    />
  )
}
