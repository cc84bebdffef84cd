'use client'

import { chainOf, type Resumed, transactionUrl } from '@sluice/core'
import type { ReactNode } from 'react'
import { useResume } from '../hooks/useResume.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { themeAttributes } from '../theme/theme.ts'
import { Icon } from './Icon.tsx'
import { ExternalLink } from './Note.tsx'

/** Tells what became of the trades that a reload interrupted. Shows nothing when there were none. */
export function ResumeNote(): ReactNode {
  const { theme, words } = useKit()
  const { settled, dismiss } = useResume()
  if (settled.length === 0) return null
  return (
    <aside {...themeAttributes(theme)} className="sluice-portal sluice-resume" role="status">
      <strong>{words.resume.title}</strong>
      <ul>
        {settled.map((one) => (
          <Line key={one.entry.id} of={one} />
        ))}
      </ul>
      <button type="button" className="sluice-icon-button" aria-label={words.common.close} onClick={dismiss}>
        <Icon name="close" />
      </button>
    </aside>
  )
}

function Line({ of: { entry } }: { readonly of: Resumed }): ReactNode {
  const { client, words } = useKit()
  const chain = client.chains.find(({ id }) => id === entry.chainId)
  const url =
    chain !== undefined && entry.hash !== undefined && /^0x[0-9a-f]{64}$/.test(entry.hash)
      ? transactionUrl(chainOf(client, chain.id), entry.hash as `0x${string}`)
      : undefined
  return (
    <li>
      {words.steps.purposes[entry.purpose].title}: {words.resume.states[entry.state]}{' '}
      {url === undefined ? null : <ExternalLink href={url}>{words.steps.explorer}</ExternalLink>}
    </li>
  )
}
