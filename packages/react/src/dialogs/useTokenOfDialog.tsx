'use client'

import type { ReactNode } from 'react'
import { useToken } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { ReadHead } from '../media/TokenHead.tsx'
import { nameOf, type TokenNames } from '../values/names.ts'

/** What a dialog about one token shows of it. */
type TokenOfDialog = {
  /** The token's picture and name, or their place until they are read; nothing if they cannot be. */
  readonly head: ReactNode
  /** Its name; its number until it is read. */
  readonly name: string
  /** The same name, for the review card. */
  readonly names: TokenNames
}

/** Reads the token that a dialog is about, while the dialog is open. */
export function useTokenOfDialog(parameters: {
  /** `contract:tokenId`. */
  readonly token: string
  readonly chainId: number | undefined
  readonly open: boolean
}): TokenOfDialog {
  const { messages } = useKit()
  const { token, chainId, open } = parameters
  const read = useToken({ token, chainId, enabled: open })
  const name = nameOf(read.data ?? undefined, token, messages.common.unknownToken)
  return {
    head: <ReadHead of={read} />,
    name,
    names: new Map([[token.toLowerCase(), name]]),
  }
}
