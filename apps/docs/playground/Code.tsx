import { useState } from 'react'

/** Code with a button that copies it. */
export function Code({ of, label }: { readonly of: string; readonly label: string }) {
  const [copied, setCopied] = useState<string>()
  return (
    <figure className="playground-code" aria-label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reached by keyboard */}
      <pre tabIndex={0}>
        <code>{of}</code>
      </pre>
      <button
        type="button"
        onClick={() =>
          navigator.clipboard.writeText(of).then(
            () => setCopied(of),
            () => setCopied(undefined),
          )
        }
      >
        {copied === of ? 'Copied' : 'Copy'}
      </button>
    </figure>
  )
}
