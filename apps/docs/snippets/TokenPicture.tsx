import { useToken } from '@sluice/react'
import { TokenPicture } from '@sluice/react/components'

/** A picture for a card or a row, loaded when it comes near the view. */
export function Thumbnail({ token }: { readonly token: string }) {
  const { data } = useToken({ token })
  if (data == null) return null
  const { image, imageSmall, name, tokenId } = data.token
  return <TokenPicture image={imageSmall ?? image} alt={name ?? ''} tokenId={tokenId} />
}
