import { useCollections } from '@sluice/react'

export function Ranking() {
  const { data = [], fetchNextPage, hasNextPage } = useCollections({ sortBy: '7DayVolume', limit: 20 })
  return (
    <>
      <ol>
        {data.map(({ id, name, onSaleCount }) => (
          <li key={id}>
            <a href={`/${id}`}>{name}</a> {onSaleCount} for sale
          </li>
        ))}
      </ol>
      <button type="button" disabled={!hasNextPage} onClick={() => void fetchNextPage()}>
        More
      </button>
    </>
  )
}
