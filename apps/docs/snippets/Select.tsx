import { Select } from '@sluice/react/components'
import { useState } from 'react'

const orders = [
  { value: 'floorAskPrice', label: 'Price' },
  { value: 'rarity', label: 'Rarity' },
] as const

export function Sorting() {
  const [value, setValue] = useState<'floorAskPrice' | 'rarity'>('floorAskPrice')
  return <Select label="Sort by" value={value} options={orders} onChange={setValue} />
}
