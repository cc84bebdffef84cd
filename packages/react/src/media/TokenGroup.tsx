'use client'

import type { Token } from '@sluice/core'
import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { Words } from '../locales/messages.ts'
import { TokenHead, tokenName } from './TokenHead.tsx'
import { TokenMedia } from './TokenMedia.tsx'

/** What tokens are called, by `contract:tokenId`. */
export const namesOf = (tokens: readonly Token[], words: Words): ReadonlyMap<string, string> =>
  new Map(
    tokens.map(({ token }) => [
      `${token.contract}:${token.tokenId}`,
      tokenName(token, words.common.unknownToken),
    ]),
  )

/** The tokens a dialog is about: one with its name, several as a strip of pictures. */
export function TokenGroup({ of }: { readonly of: readonly Token[] }): ReactNode {
  const { words } = useKit()
  const [first] = of
  if (first === undefined) return null
  if (of.length === 1) return <TokenHead of={first} />
  return (
    <ul className="sluice-strip">
      {of.map(({ token }) => (
        <li key={`${token.contract}:${token.tokenId}`}>
          <TokenMedia
            image={token.imageSmall ?? token.image}
            alt={tokenName(token, words.common.unknownToken)}
            tokenId={token.tokenId}
          />
        </li>
      ))}
    </ul>
  )
}
