'use client'

import type { Token } from '@sluice/core'
import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { tokenName } from '../values/names.ts'
import { TokenHead } from './TokenHead.tsx'
import { TokenPicture } from './TokenPicture.tsx'

/** The tokens a dialog is about: one with its name, several as a strip of pictures. */
export function TokenGroup({ of }: { readonly of: readonly Token[] }): ReactNode {
  const { messages } = useKit()
  const [first] = of
  if (first === undefined) return null
  if (of.length === 1) return <TokenHead of={first} />
  return (
    <ul className="sluice-strip">
      {of.map(({ token }) => (
        <li key={`${token.contract}:${token.tokenId}`}>
          <TokenPicture
            image={token.imageSmall ?? token.image}
            alt={tokenName(token, messages.common.unknownToken)}
            tokenId={token.tokenId}
          />
        </li>
      ))}
    </ul>
  )
}
