import { type Client, createClient } from '@sluice/core'
import { Note, Select } from '@sluice/react/components'
import { type ReactNode, useMemo, useState } from 'react'

/** A client of a provider that does not exist. */
export const useSampleClient = (): Client =>
  useMemo(
    () => createClient({ chains: [{ id: 1, name: 'Shown', baseApiUrl: 'https://provider.example' }] }),
    [],
  )

export function DurationSelect(): ReactNode {
  const [duration, setDuration] = useState('week')
  return (
    <Select
      label="Duration"
      value={duration}
      options={[
        { value: 'week', label: '7 days' },
        { value: 'month', label: '30 days' },
      ]}
      onChange={setDuration}
    />
  )
}

export const SampleNotes = (): ReactNode => (
  <>
    <Note kind="positive" title="It is yours">
      The chain shows the token in your account.
    </Note>
    <Note kind="warning" title="Under the floor">
      The price is 12 % under the cheapest listing.
    </Note>
  </>
)
