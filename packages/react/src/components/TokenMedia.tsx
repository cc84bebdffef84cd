'use client'

import { type ReactNode, useState } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'

const loopback = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\//
const pictures = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/

/** Whether an address may be shown as a picture: https, an image in a data URI, or the local machine. */
export const isPicture = (address: string): boolean =>
  /^https:\/\//.test(address) || pictures.test(address) || loopback.test(address)

export type TokenMediaProps = {
  readonly image?: string | null | undefined
  /** What it shows, for those who cannot see it. Empty where the name stands beside it. */
  readonly alt: string
  /** Drawn in the placeholder. */
  readonly tokenId?: string | undefined
  /** Loads at once instead of when it comes near the view. */
  readonly eager?: boolean
}

/**
 * A token's picture. Only ever an `<img>`: what a token calls its media never runs in the page, and an SVG
 * in an `<img>` has no scripts. Anything else, and any picture that fails, shows a placeholder.
 */
export function TokenMedia({ image, alt, tokenId, eager = false }: TokenMediaProps): ReactNode {
  const { words } = useKit()
  const [failed, setFailed] = useState<string>()
  const [loaded, setLoaded] = useState<string>()
  const shown = image != null && isPicture(image) && failed !== image ? image : undefined
  return (
    <span
      className="sluice-media"
      data-state={shown === undefined ? 'none' : loaded === shown ? 'shown' : 'loading'}
    >
      {shown === undefined ? (
        <span className="sluice-media-none" role="img" aria-label={alt === '' ? words.common.noImage : alt}>
          {tokenId === undefined ? words.common.noImage : words.common.unknownToken(shorten(tokenId))}
        </span>
      ) : (
        <img
          src={shown}
          alt={alt}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          referrerPolicy="no-referrer"
          draggable={false}
          onLoad={() => setLoaded(shown)}
          onError={() => setFailed(shown)}
        />
      )}
    </span>
  )
}

const shorten = (text: string) => (text.length > 12 ? `${text.slice(0, 5)}…${text.slice(-4)}` : text)
