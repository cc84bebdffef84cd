import { useToken } from '@sluice/react'
import { TokenMedia } from '@sluice/react/components'

/** A picture at once; a film or a sound with its controls; a page or a model when the viewer asks for it. */
export function Picture({ token }: { readonly token: string }) {
  const { data } = useToken({ token })
  if (data == null) return null
  const { image, media, name, tokenId } = data.token
  return <TokenMedia image={image} media={media} alt={name ?? ''} tokenId={tokenId} eager />
}
