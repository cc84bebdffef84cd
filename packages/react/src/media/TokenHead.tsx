'use client'

import type { Token } from '@sluice/core'
import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { TokenMedia } from './TokenMedia.tsx'

/** What a token is called: its name, else its number. */
export const tokenName = (
  token: { readonly name?: string | null | undefined; readonly tokenId: string },
  unknown: (tokenId: string) => string,
): string => (token.name == null || token.name.trim() === '' ? unknown(token.tokenId) : token.name)

/** The token a dialog is about. */
export function TokenHead({
  of,
  children,
}: {
  readonly of: Token
  readonly children?: ReactNode
}): ReactNode {
  const { words } = useKit()
  const { token } = of
  return (
    <div className="sluice-token">
      <TokenMedia image={token.imageSmall ?? token.image} alt="" tokenId={token.tokenId} eager />
      <div className="sluice-token-text">
        <span className="sluice-token-collection">{token.collection?.name}</span>
        <strong>{tokenName(token, words.common.unknownToken)}</strong>
        {children}
      </div>
    </div>
  )
}
