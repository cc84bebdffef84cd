import { chainOf, transactionUrl } from '@sluice/core'
import { useKit } from '@sluice/react'
import { ExternalLink } from '@sluice/react/components'

/** Opens beside the page, says so to screen readers, and tells the other side nothing of where it came from. */
export function Receipt({ hash }: { readonly hash: string }) {
  const { client } = useKit()
  const href = transactionUrl(chainOf(client), hash)
  return href === undefined ? hash : <ExternalLink href={href}>Receipt</ExternalLink>
}
