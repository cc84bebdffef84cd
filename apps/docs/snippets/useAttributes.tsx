import { useAttributes } from '@sluice/react'

/** A filter: one choice for each trait of the collection. */
export function Traits({ collection }: { readonly collection: string }) {
  const { data = [] } = useAttributes({ collection })
  return data.map(({ key, values }) => (
    <select key={key} name={key} aria-label={key}>
      <option value="">Any</option>
      {values?.map(({ value, count }) => (
        <option key={value} value={value}>
          {value} ({count})
        </option>
      ))}
    </select>
  ))
}
