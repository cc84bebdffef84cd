'use client'

import type { Token } from '@sluice/core'
import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { tokenName } from '../values/names.ts'
import { TokenPicture, thumbnailOf } from './TokenPicture.tsx'

/** The token a dialog is about. */
export function TokenHead({
  of,
  children,
}: {
  readonly of: Token
  readonly children?: ReactNode
}): ReactNode {
  const { messages } = useKit()
  const { token } = of
  return (
    <div className="sluice-token">
      <TokenPicture image={thumbnailOf(token)} alt="" tokenId={token.tokenId} eager />
      <div className="sluice-token-text">
        <span className="sluice-token-collection">{token.collection?.name}</span>
        <strong>{tokenName(token, messages.common.unknownToken)}</strong>
        {children}
      </div>
    </div>
  )
}

/** The token of a read: its place until it is read, and nothing if it cannot be. */
export function ReadHead(props: {
  readonly of: { readonly data: Token | null | undefined; readonly isPending: boolean }
}): ReactNode {
  const { of } = props
  if (of.data != null) return <TokenHead of={of.data} />
  return of.isPending ? <AwaitedHead /> : null
}

/** Holds the place of the token until it is read, so that no button below it moves under a pointer. */
export const AwaitedHead = (): ReactNode => (
  <div className="sluice-token" aria-hidden="true">
    <span className="sluice-awaited-picture" />
    <span className="sluice-awaited" />
  </div>
)
