'use client'

import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Boundary } from '../primitives/Boundary.tsx'
import { Icon } from '../primitives/Icon.tsx'
import { NoPicture, Picture, pictures, reachable, type TokenPictureProps } from './TokenPicture.tsx'

const dataKinds = /^data:(video|audio)\/[a-z0-9.+-]+[;,]/
const documents = /^data:text\/html[;,]/

export type MediaKind = 'picture' | 'video' | 'audio' | 'model' | 'page'

const kinds: readonly (readonly [MediaKind, RegExp])[] = [
  ['video', /\.(?:mp4|webm|mov|m4v|ogv)$/i],
  ['audio', /\.(?:mp3|wav|m4a|ogg|oga|flac)$/i],
  ['model', /\.(?:glb|gltf)$/i],
  ['page', /\.html?$/i],
]

/**
 * What a token's media is, by its address alone; `undefined` if it may not be shown.
 *
 * @example
 * mediaKindOf('https://media.example/42.glb') // 'model'
 * mediaKindOf('javascript:alert(1)') // undefined
 */
export function mediaKindOf(address: string): MediaKind | undefined {
  if (pictures.test(address)) return 'picture'
  const data = dataKinds.exec(address)?.[1]
  if (data === 'video' || data === 'audio') return data
  if (documents.test(address)) return 'page'
  const url = reachable(address)
  if (url === undefined) return undefined
  return kinds.find(([, pattern]) => pattern.test(url.pathname))?.[0] ?? 'picture'
}

export type TokenMediaProps = TokenPictureProps & {
  /** What the token plays: a video, a sound, a page or a model. Without it only the picture is shown. */
  readonly media?: string | null | undefined
  /**
   * Draws a model, as with `<model-viewer>`; the host brings the library. It is called after the viewer
   * asked to see the token in three dimensions. Without it a model shows its picture.
   */
  readonly renderModel?: ((address: string) => ReactNode) | undefined
}

/**
 * A token's picture, and what it plays. Nothing that a token brings runs in the page: an SVG in an `<img>`
 * has no scripts, and a page is shown in a sandbox without scripts, storage or origin. A page, a video and a model are
 * loaded only after the viewer asked for them, a sound when it is played, and no request carries a referrer. What may
 * not be shown, and what fails, shows a placeholder.
 *
 * @example
 * <TokenMedia image={token.image} media={token.media} alt={token.name ?? ''} tokenId={token.tokenId} eager />
 */
export function TokenMedia(props: TokenMediaProps): ReactNode {
  const { tokenId, alt } = props
  return (
    <Boundary
      key={`${props.image}|${props.media}`}
      fallback={() => <NoPicture alt={alt} tokenId={tokenId} />}
    >
      <Medium {...props} />
    </Boundary>
  )
}

function Medium(props: TokenMediaProps): ReactNode {
  const { media, alt, renderModel } = props
  const { messages } = useKit()
  const [asked, setAsked] = useState<string>()
  const kind = media == null ? undefined : mediaKindOf(media)
  if (media == null || kind === undefined || kind === 'picture') return <Picture {...props} />
  if (kind === 'audio')
    return (
      <span className="sluice-media-sound">
        <Picture {...props} />
        <Player kind="audio" of={media} alt={alt} />
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
  if (kind === 'video') return <Player kind="video" of={media} alt={alt} />
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

/** Attributes of the elements that play. */
const playing = {
  video: 'controls loop muted playsinline preload="metadata"',
  audio: 'controls preload="none"',
} as const

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/**
 * Plays a video or a sound in a document of its own, without scripts: a document can suppress the referrer, these
 * elements cannot.
 */
function Player(props: {
  readonly kind: 'video' | 'audio'
  readonly of: string
  readonly alt: string
}): ReactNode {
  const { kind, of, alt } = props
  const frame = useRef<HTMLIFrameElement>(null)
  // Attributes alone: the page's policy of styles holds in there, too.
  const [height, setHeight] = useState<number>()
  useLayoutEffect(() => setHeight(frame.current?.clientHeight), [])
  const size = kind === 'audio' || !height ? 'width="100%"' : `width="100%" height="${height}"`
  const label = alt === '' ? '' : ` aria-label="${escaped(alt)}"`
  return (
    <iframe
      ref={frame}
      className={`sluice-media sluice-media-${kind}`}
      srcDoc={`<!doctype html><meta name="referrer" content="no-referrer"><${kind} src="${escaped(of)}" ${playing[kind]} ${size}${label}></${kind}>`}
      title={alt === '' ? kind : alt}
      sandbox=""
      allow="fullscreen"
      referrerPolicy="no-referrer"
      loading="lazy"
      {...margins}
    />
  )
}

/** The margins of the document inside, set so that no style policy forbids them. */
const margins = { marginWidth: 0, marginHeight: 0 } as const
