'use client'

import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button, type ButtonProps } from '../primitives/Button.tsx'
import { ListDialog, type ListDialogProps } from './ListDialog.tsx'

/** "List for sale", with its dialog. */
export function ListButton(
  props: Omit<ListDialogProps, 'trigger' | 'open' | 'onOpenChange'> &
    Pick<ButtonProps, 'kind' | 'wide' | 'small'>,
): ReactNode {
  const { messages } = useKit()
  const { token, chainId, ...look } = props
  return (
    <ListDialog token={token} chainId={chainId} trigger={<Button {...look}>{messages.list.action}</Button>} />
  )
}
