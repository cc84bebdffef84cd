'use client'

import { type ReactNode, useState } from 'react'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Icon } from './Icon.tsx'

/**
 * Copies a text, and says so. Where the browser does not allow it, or the page is not served securely, it stays as it
 * is.
 */
export function CopyButton(props: {
  /** Makes the text when it is copied. */
  readonly text: () => string
  readonly children: ReactNode
}): ReactNode {
  const { common } = useKit().messages
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(props.text())
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return (
    <button type="button" className="sluice-text-button" onClick={() => void copy()}>
      <Icon name="copy" />
      {copied ? common.copied : props.children}
    </button>
  )
}
