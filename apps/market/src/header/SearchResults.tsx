import { useAddressOf, useCollection, useCollections, useKit, useSlowReads } from '@sluice/react'
import { shortAddress, TokenPicture } from '@sluice/react/components'
import { type ReactNode, useEffect } from 'react'
import { useMessages } from '../locale.tsx'
import type { MarketMessages } from '../locales/messages.ts'
import { useMarket } from '../market.tsx'
import { wantedOf } from './wantedOf.ts'

/** As long as a name may be that a provider is asked for: there is none longer. */
const longestName = 100

export type PageLink = {
  readonly href: string
  readonly name: string
  readonly hint: string
  readonly image?: string | null | undefined
}

export type SearchResultsProps = {
  /** What was typed, without spaces around it. */
  readonly asked: string
  /** Starts the ids of the list and of each option. */
  readonly id: string
  /** The option that Enter opens. */
  readonly active: number
  readonly onActive: (index: number) => void
  /** Called with what is listed now. */
  readonly onLinks: (links: readonly PageLink[]) => void
  readonly go: (href: string) => void
}

/** The options for what was typed, or a sentence that says why there are none. */
export function SearchResults(props: SearchResultsProps): ReactNode {
  const { asked, id, active, onActive, onLinks, go } = props
  const { chain } = useMarket()
  const { search, common } = useMessages()
  const { messages: kit, resolveName } = useKit()
  const wanted = wantedOf(asked)
  const byName = !asked.startsWith('0x') && wanted.name.length <= longestName
  const found = useCollections({ chainId: chain.id, name: wanted.name, limit: 6, enabled: byName })
  // Without a name service there is no account to find by a name.
  const isName = resolveName !== undefined && /^\S+\.eth$/i.test(asked)
  const address = addressIn(asked)
  const { isSlow } = useSlowReads()
  const contract = useCollection({ chainId: chain.id, id: address, enabled: address !== undefined })
  const named = useAddressOf({ name: asked, enabled: isName })
  const links: readonly PageLink[] = [
    ...tokenNamed(asked, search.kinds),
    ...(address === undefined
      ? []
      : [{ href: `/account/${address}`, name: shortAddress(address), hint: search.kinds.account }]),
    ...(address === undefined || contract.data == null
      ? []
      : [
          {
            href: `/${address}`,
            name: contract.data.name ?? shortAddress(address),
            hint: search.kinds.collection,
            image: contract.data.image,
          },
        ]),
    ...(named.address === undefined
      ? []
      : [
          {
            href: `/account/${named.address}`,
            name: asked,
            hint: shortAddress(named.address),
          },
        ]),
    ...(!byName
      ? []
      : (found.data ?? []).flatMap(({ id: collection, primaryContract, name, image }) => [
          ...(wanted.number === undefined
            ? []
            : [
                {
                  href: `/${primaryContract ?? collection}/${wanted.number}`,
                  name: `${name ?? collection} #${wanted.number}`,
                  hint: search.kinds.token,
                  image,
                },
              ]),
          { href: `/${collection}`, name: name ?? collection, hint: search.kinds.collection, image },
        ])),
  ]
  useEffect(() => onLinks(links))
  // A name is reported as missing only if it was looked up.
  const said = isName
    ? named.failed
      ? kit.invalid.name_failed
      : named.resolving
        ? kit.invalid.resolving
        : named.address === undefined
          ? kit.invalid.unknown_name
          : undefined
    : links.length > 0
      ? undefined
      : found.isError
        ? common.failedTitle
        : byName && found.isPending
          ? // The list may cover the header's own sentence.
            isSlow
            ? kit.common.slow
            : common.loading
          : search.nothing
  return (
    <>
      {links.length === 0 ? null : (
        <div id={`${id}-list`} role="listbox" aria-label={search.found}>
          {links.map(({ href, name, hint, image }, index) => (
            <div
              key={href}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              onPointerEnter={() => onActive(index)}
              onPointerDown={(event) => {
                event.preventDefault()
                go(href)
              }}
            >
              {image === undefined ? null : <TokenPicture image={image} alt="" />}
              <bdi>{name}</bdi>
              <small>
                <bdi>{hint}</bdi>
              </small>
            </div>
          ))}
        </div>
      )}
      {said === undefined ? null : (
        <p className="quiet" role="status">
          {said}
        </p>
      )}
    </>
  )
}

/** Returns the address that was typed, of an account or of a collection. */
const addressIn = (text: string): string | undefined =>
  /^0x[0-9a-fA-F]{40}$/.test(text) ? text.toLowerCase() : undefined

/** Returns where a token leads, without a request. */
function tokenNamed(text: string, kinds: MarketMessages['search']['kinds']): readonly PageLink[] {
  const token = /^(0x[0-9a-fA-F]{40})[:/](\d{1,78})$/.exec(text)
  return token === null
    ? []
    : [{ href: `/${token[1]?.toLowerCase()}/${token[2]}`, name: `#${token[2]}`, hint: kinds.token }]
}
