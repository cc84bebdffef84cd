import { useKit } from '@sluice/react'
import { type ReactNode, useState } from 'react'

/** Copies a text and says so. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { common } = useKit().messages
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // The browser does not allow it: nothing was copied, and the button does not change.
      setCopied(false)
    }
  }
  return (
    <button
      type="button"
      className="icon-button copy"
      aria-label={copied ? common.copied : label}
      onClick={() => void copy()}
      onBlur={() => setCopied(false)}
    >
      <svg viewBox="0 0 20 20" aria-hidden="true">
        {copied ? <path d="m4.5 10.5 3.5 3.5 7.5-8" /> : <path d="M7 7h9v9H7zM13 7V4H4v9h3" />}
      </svg>
    </button>
  )
}
