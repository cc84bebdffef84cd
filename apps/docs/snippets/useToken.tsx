import { useToken } from '@sluice/react'
import { BuyButton, TokenMedia } from '@sluice/react/components'

export function TokenPage({ token }: { readonly token: string }) {
  const { data, isPending, isError } = useToken({ token })
  if (isPending) return <p>Loading.</p>
  if (isError) return <p role="alert">The market does not answer.</p>
  if (data === null) return <p>No such token.</p>
  return (
    <article>
      <h1>{data.token.name}</h1>
      <TokenMedia image={data.token.imageLarge ?? data.token.image} alt="" tokenId={data.token.tokenId} />
      {data.market?.floorAsk?.price == null ? <p>Not for sale.</p> : <BuyButton token={token} />}
    </article>
  )
}
