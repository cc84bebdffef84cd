import type { Token } from '@sluice/core'
import { mediaKindOf, TokenMedia } from '@sluice/react/components'
import { type ReactNode, useState } from 'react'
import { cardName } from '../grid/TokenCard.tsx'
import { lazyPart } from '../loading/lazyPart.tsx'
import { useMessages } from '../locale.tsx'

const Zoom = lazyPart(async () => (await import('./Zoom.tsx')).Zoom, {
  kind: 'floating',
  close: ({ onClose }) => onClose(),
})

/** The work itself. A press opens a picture over the whole screen. */
export function Artwork({ of }: { readonly of: Token['token'] }): ReactNode {
  const { token: said } = useMessages()
  const [zoomed, setZoomed] = useState(false)
  const { media } = of
  const image = of.imageLarge ?? of.image
  const name = cardName(of)
  const isPicture = [image, media ?? image].every((one) => one != null && mediaKindOf(one) === 'picture')
  return (
    <>
      <div className="work-art">
        <TokenMedia image={image} media={media} alt={name} tokenId={of.tokenId} eager />
        {isPicture ? (
          <button
            type="button"
            className="work-zoom"
            aria-haspopup="dialog"
            aria-label={said.zoom}
            onClick={() => setZoomed(true)}
            onPointerEnter={Zoom.preload}
          >
            <svg viewBox="0 0 20 20" aria-hidden="true">
              <path d="M3 8V3h5M17 8V3h-5M3 12v5h5M17 12v5h-5" />
            </svg>
          </button>
        ) : null}
      </div>
      {zoomed ? <Zoom image={image ?? ''} name={name} onClose={() => setZoomed(false)} /> : null}
    </>
  )
}
