import type { Chain, Token } from '@sluice/core'
import { shortAddress } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { CopyButton } from '../parts/CopyButton.tsx'

const standards: Readonly<Record<string, string>> = { erc721: 'ERC-721', erc1155: 'ERC-1155' }

/** A page of the chain's explorer; `undefined` on a chain without one. */
const explorerPage = ({ explorerUrl }: Chain, path: string): string | undefined =>
  explorerUrl === undefined ? undefined : `${explorerUrl}/${path}`

/** The identity of a token on chain: contract, number and standard. */
export function Details({ of }: { readonly of: Token }): ReactNode {
  const { chain } = useMarket()
  const { token: said, head } = useMessages()
  const { contract, tokenId, kind } = of.token
  const page = explorerPage(chain, `address/${contract}`)
  const shown = <code>{shortAddress(contract)}</code>
  return (
    <section aria-label={said.details}>
      <h2 className="small-head">{said.details}</h2>
      <dl className="details">
        <div>
          <dt>{said.contract}</dt>
          <dd>
            {page === undefined ? (
              <span title={contract}>{shown}</span>
            ) : (
              <a href={page} title={contract} target="_blank" rel="noopener noreferrer">
                {shown}
              </a>
            )}
            <CopyButton text={contract} label={said.copyName(said.contract)} />
          </dd>
        </div>
        <div>
          <dt>{said.tokenId}</dt>
          <dd>
            <code title={tokenId}>{shortAddress(tokenId)}</code>
            <CopyButton text={tokenId} label={said.copyName(said.tokenId)} />
          </dd>
        </div>
        <div>
          <dt>{said.standard}</dt>
          <dd>{standards[kind ?? ''] ?? '—'}</dd>
        </div>
        <div>
          <dt>{head.chain}</dt>
          <dd>{chain.name}</dd>
        </div>
      </dl>
    </section>
  )
}
