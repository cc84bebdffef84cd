'use client'

import { type ReactNode, useState } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Icon } from '../primitives/Icon.tsx'
import { shortAddress } from '../values/Address.tsx'

const loopback = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\//
const pictures = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/
const dataKinds = /^data:(video|audio)\/[a-z0-9.+-]+[;,]/
const documents = /^data:text\/html[;,]/

const reachable = (address: string): boolean => /^https:\/\//.test(address) || loopback.test(address)

/** Whether an address may be shown as a picture: https, an image in a data URI, or the local machine. */
export const isPicture = (address: string): boolean => reachable(address) || pictures.test(address)

export type MediaKind = 'picture' | 'video' | 'audio' | 'model' | 'page'

const kinds: readonly (readonly [MediaKind, RegExp])[] = [
  ['video', /\.(?:mp4|webm|mov|m4v|ogv)$/i],
  ['audio', /\.(?:mp3|wav|m4a|ogg|oga|flac)$/i],
  ['model', /\.(?:glb|gltf)$/i],
  ['page', /\.html?$/i],
]

/** What a token's media is, by its address alone; `undefined` where it may not be shown. */
export function mediaKindOf(address: string): MediaKind | undefined {
  if (pictures.test(address)) return 'picture'
  const data = dataKinds.exec(address)?.[1]
  if (data === 'video' || data === 'audio') return data
  if (documents.test(address)) return 'page'
  if (!reachable(address)) return undefined
  const { pathname } = new URL(address)
  return kinds.find(([, pattern]) => pattern.test(pathname))?.[0] ?? 'picture'
}

export type TokenMediaProps = {
  readonly image?: string | null | undefined
  /** What the token plays: a video, a sound, a page or a model. Without it only the picture is shown. */
  readonly media?: string | null | undefined
  /** What it shows, for those who cannot see it. Empty where the name stands beside it. */
  readonly alt: string
  /** Drawn in the placeholder. */
  readonly tokenId?: string | undefined
  /** Loads at once and before others, instead of when it comes near the view. */
  readonly eager?: boolean
  /**
   * Draws a model, as with `<model-viewer>`; the host brings the library. It is called after the viewer
   * asked to see the token in three dimensions. Without it a model shows its picture.
   */
  readonly renderModel?: ((address: string) => ReactNode) | undefined
}

/**
 * A token's picture, and what it plays. Nothing that a token brings runs in the page: an SVG in an `<img>`
 * has no scripts, and a page is shown in a sandbox without scripts, storage or origin, only after the viewer
 * asked for it. What may not be shown, and what fails, shows a placeholder.
 */
export function TokenMedia(props: TokenMediaProps): ReactNode {
  const { media, alt, renderModel } = props
  const { messages } = useKit()
  const [asked, setAsked] = useState<string>()
  const kind = media == null ? undefined : mediaKindOf(media)
  if (media == null || kind === undefined || kind === 'picture') return <Picture {...props} />
  if (kind === 'video')
    return (
      <video
        className="sluice-media sluice-media-playing"
        src={media}
        poster={props.image != null && isPicture(props.image) ? props.image : undefined}
        aria-label={alt}
        controls
        loop
        muted
        playsInline
        preload="metadata"
      />
    )
  if (kind === 'audio')
    return (
      <span className="sluice-media-sound">
        <Picture {...props} />
        {/* biome-ignore lint/a11y/useMediaCaption: tokens bring no captions */}
        <audio src={media} aria-label={alt} controls preload="none" />
      </span>
    )
  if (kind === 'model' && renderModel === undefined) return <Picture {...props} />
  if (asked !== media)
    return (
      <span className="sluice-media-sound">
        <Picture {...props} />
        <button type="button" className="sluice-media-ask" onClick={() => setAsked(media)}>
          <Icon name="play" />
          {messages.media[kind]}
        </button>
      </span>
    )
  if (kind === 'model') return <span className="sluice-media">{renderModel?.(media)}</span>
  return (
    <iframe
      className="sluice-media"
      src={media}
      title={alt === '' ? messages.media.page : alt}
      sandbox=""
      referrerPolicy="no-referrer"
      loading="lazy"
    />
  )
}

function Picture({ image, alt, tokenId, eager = false }: TokenMediaProps): ReactNode {
  const { messages } = useKit()
  const [failed, setFailed] = useState<string>()
  const shown = image != null && isPicture(image) && failed !== image ? image : undefined
  return (
    <span className="sluice-media" data-state={shown === undefined ? 'none' : 'shown'}>
      {shown === undefined ? (
        <span
          className="sluice-media-none"
          role="img"
          aria-label={alt === '' ? messages.common.noImage : alt}
        >
          {tokenId === undefined
            ? messages.common.noImage
            : messages.common.unknownToken(shortAddress(tokenId))}
        </span>
      ) : (
        <img
          src={shown}
          alt={alt}
          ref={eager ? putFirst : undefined}
          decoding={eager ? 'sync' : 'async'}
          loading={eager ? 'eager' : 'lazy'}
          referrerPolicy="no-referrer"
          draggable={false}
          onError={() => setFailed(shown)}
        />
      )}
    </span>
  )
}

/** By hand: one version of React calls the attribute wrong in the spelling that the other asks for. */
const putFirst = (image: HTMLImageElement | null): void => image?.setAttribute('fetchpriority', 'high')
