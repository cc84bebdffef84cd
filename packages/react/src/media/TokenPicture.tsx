'use client'

import { type ReactNode, useEffect, useState } from 'react'
import { shortAddress } from '../kit/addresses.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Boundary } from '../primitives/Boundary.tsx'

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]'])
/** A picture within its address. */
export const pictures = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/

/** Returns an address of the web, or `undefined` for one that no browser can open. */
export function reachable(address: string): URL | undefined {
  if (!URL.canParse(address)) return undefined
  const url = new URL(address)
  const isLocal = url.protocol === 'http:' && loopback.has(url.hostname)
  return url.protocol === 'https:' || isLocal ? url : undefined
}

/**
 * Whether an address may be shown as a picture: https, an image in a data URI, or the local machine.
 *
 * @example
 * isPicture('data:image/svg+xml,<svg/>') // true
 * isPicture('ipfs://bafy…') // false
 */
export const isPicture = (address: string): boolean =>
  reachable(address) !== undefined || pictures.test(address)

/** A token's picture in the size of cards and lists, or in full if the provider has no smaller one. */
export const thumbnailOf = (token: {
  readonly image?: string | null | undefined
  readonly imageSmall?: string | null | undefined
}): string | null | undefined => token.imageSmall ?? token.image

export type TokenPictureProps = {
  /** Address of the picture; a placeholder is drawn without it. */
  readonly image?: string | null | undefined
  /** What it shows, for those who cannot see it. Empty if the name is shown beside it. */
  readonly alt: string
  /** Drawn in the placeholder. */
  readonly tokenId?: string | undefined
  /** Loads at once and before others, instead of when it comes near the view. */
  readonly eager?: boolean
}

/**
 * A token's picture, without what it plays: for cards and lists. An SVG in an `<img>` has no scripts, and no request
 * carries a referrer. What may not be shown, and what fails, shows a placeholder; what failed is loaded again a few times.
 *
 * @example
 * <TokenPicture image={token.imageSmall ?? token.image} alt={token.name ?? ''} tokenId={token.tokenId} />
 */
export function TokenPicture(props: TokenPictureProps): ReactNode {
  const { image, tokenId, alt } = props
  return (
    <Boundary key={image} fallback={() => <NoPicture alt={alt} tokenId={tokenId} />}>
      <Picture {...props} />
    </Boundary>
  )
}

/** The picture alone, for what brings a boundary of its own. */
export function Picture(props: TokenPictureProps): ReactNode {
  const { image, alt, tokenId, eager = false } = props
  const shown = image != null && isPicture(image) ? image : undefined
  const { attempt, hasFailed, fail } = useAttempts(shown)
  if (shown === undefined || hasFailed) return <NoPicture alt={alt} tokenId={tokenId} />
  return (
    <span className="sluice-media" data-state="shown">
      <img
        key={attempt}
        src={shown}
        alt={alt}
        ref={eager ? putFirst : undefined}
        decoding={eager ? 'sync' : 'async'}
        loading={eager ? 'eager' : 'lazy'}
        referrerPolicy="no-referrer"
        draggable={false}
        onError={fail}
      />
    </span>
  )
}

/** Milliseconds before a picture that failed is loaded again: a provider may still be drawing it. */
const pauses = [2_000, 4_000, 8_000, 16_000]

/** Counts the attempts to load a picture. After a failure it is not shown until the next attempt, or any more. */
function useAttempts(image: string | undefined) {
  const [state, setState] = useState({ image, attempt: 0, hasFailed: false })
  // Another picture begins anew.
  const { attempt, hasFailed } = state.image === image ? state : { attempt: 0, hasFailed: false }
  const pause = image !== undefined && reachable(image) !== undefined ? pauses[attempt] : undefined
  useEffect(() => {
    if (!hasFailed || pause === undefined) return
    const timer = setTimeout(() => setState({ image, attempt: attempt + 1, hasFailed: false }), pause)
    return () => clearTimeout(timer)
  }, [image, attempt, hasFailed, pause])
  return { attempt, hasFailed, fail: () => setState({ image, attempt, hasFailed: true }) }
}

/** Shown if there is no picture. */
export function NoPicture({ alt, tokenId }: Pick<TokenPictureProps, 'alt' | 'tokenId'>): ReactNode {
  const { noImage, unknownToken } = useKit().messages.common
  return (
    <span className="sluice-media" data-state="none">
      <span className="sluice-media-none" role="img" aria-label={alt === '' ? noImage : alt}>
        {tokenId === undefined ? noImage : unknownToken(shortAddress(tokenId))}
      </span>
    </span>
  )
}

/** By hand: one version of React calls the attribute wrong in the spelling that the other asks for. */
const putFirst = (image: HTMLImageElement | null): void => image?.setAttribute('fetchpriority', 'high')
