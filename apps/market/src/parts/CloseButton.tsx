import { useKit } from '@sluice/react'
import type { ReactNode } from 'react'

/** The cross that closes an overlay. */
export function CloseButton({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { common } = useKit().messages
  return (
    <button type="button" className="icon-button" aria-label={common.close} onClick={onClose}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="m5 5 10 10M15 5 5 15" />
      </svg>
    </button>
  )
}
