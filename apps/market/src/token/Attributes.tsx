import type { Token } from '@sluice/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { isPlain, searchOf } from '../filtering.ts'
import { useMessages } from '../locale.tsx'

/** The attributes of a token. Each value links to all works that have it. */
export function Attributes({ of }: { readonly of: Token }): ReactNode {
  const { token: said } = useMessages()
  const attributes = of.token.attributes ?? []
  if (attributes.length === 0) return null
  return (
    <section aria-label={said.attributes}>
      <h2 className="small-head">{said.attributes}</h2>
      <dl className="attributes">
        {attributes.map(({ key, value, tokenCount }) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>
              {isPlain(key) && isPlain(value) ? (
                <Link
                  href={`/${of.token.collection?.id ?? of.token.contract}?${searchOf({ traits: { [key]: [value] } })}`}
                >
                  {value}
                </Link>
              ) : (
                value
              )}
            </dd>
            {tokenCount == null ? null : <dd className="quiet">{said.have(tokenCount)}</dd>}
          </div>
        ))}
      </dl>
    </section>
  )
}
