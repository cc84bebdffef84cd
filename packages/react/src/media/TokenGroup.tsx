'use client'

import type { Token } from '@sluice/core'
import type { ReactNode } from 'react'
import { refOf } from '../kit/refOf.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { tokenName } from '../values/names.ts'
import { AwaitedHead, TokenHead } from './TokenHead.tsx'
import { TokenPicture, thumbnailOf } from './TokenPicture.tsx'

/** The tokens a dialog is about: one with its name, several as a strip of pictures. */
export function TokenGroup({ of }: { readonly of: readonly Token[] }): ReactNode {
  const { messages } = useKit()
  const [first] = of
  if (first === undefined) return null
  if (of.length === 1) return <TokenHead of={first} />
  return (
    <ul className="sluice-strip sluice-strip-named">
      {of.map(({ token }) => (
        <li key={refOf(token)}>
          <TokenPicture image={thumbnailOf(token)} alt="" tokenId={token.tokenId} />
          <small>{tokenName(token, messages.common.unknownToken)}</small>
        </li>
      ))}
    </ul>
  )
}

/** Holds the place of a group until it is read, so that no button below it moves under a pointer. */
export function AwaitedGroup({ count }: { readonly count: number }): ReactNode {
  if (count === 1) return <AwaitedHead />
  const places = Array.from({ length: count }, (_, place) => place)
  return (
    <ul className="sluice-strip sluice-strip-named" aria-hidden="true">
      {places.map((place) => (
        <li key={place}>
          <span className="sluice-awaited-picture" />
          <small className="sluice-awaited" />
        </li>
      ))}
    </ul>
  )
}
