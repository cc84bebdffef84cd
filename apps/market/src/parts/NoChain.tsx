import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { MarketConfig } from '../config.ts'
import { LanguageChoice } from '../header/LanguageChoice.tsx'
import { useMessages } from '../locale.tsx'
import { useTitle } from '../useTitle.ts'

/** Shown for an address of a chain that this market does not have. It only links to the chains that it has. */
export function NoChain({ config }: { readonly config: MarketConfig }): ReactNode {
  const { common } = useMessages()
  useTitle(common.noChainTitle)
  return (
    <>
      <header className="head">
        <Link href="~/" className="wordmark">
          Sluice
        </Link>
      </header>
      <main className="page" id="content" tabIndex={-1}>
        <section className="message">
          <h1>{common.noChainTitle}</h1>
          <p>{common.noChain}</p>
          <ul className="ways">
            {config.chains.map(({ slug, chain }) => (
              <li key={slug}>
                <Link href={`~/${slug}`} className="plain-button">
                  {chain.name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </main>
      <footer className="foot">
        <LanguageChoice />
      </footer>
    </>
  )
}
