'use client'

import type { ReactNode } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button, type ButtonProps } from '../primitives/Button.tsx'
import { BuyDialog, type BuyDialogProps } from './BuyDialog.tsx'

/** "Buy now", with its dialog. */
export function BuyButton(
  props: Omit<BuyDialogProps, 'trigger' | 'open' | 'onOpenChange'> &
    Pick<ButtonProps, 'kind' | 'wide' | 'small'>,
): ReactNode {
  const { messages } = useKit()
  const { token, orderId, chainId, ...look } = props
  return (
    <BuyDialog
      token={token}
      orderId={orderId}
      chainId={chainId}
      trigger={<Button {...look}>{messages.buy.action}</Button>}
    />
  )
}
