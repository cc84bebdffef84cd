import { useAddressOf, useCollections, useKit } from '@sluice/react'
import { shortAddress, TokenMedia } from '@sluice/react/components'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { useMessages } from '../locale.tsx'
import type { MarketMessages } from '../locales/messages.ts'
import { useMarket } from '../market.tsx'
import { wantedOf } from './wantedOf.ts'

/** What is looked for: a collection or a work of it by name, a contract, a token as `contract:number`, an account by its address or its name. */
export function Search(): ReactNode {
  const { chain } = useMarket()
  const { search, common } = useMessages()
  const { messages: kit, resolveName } = useKit()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [open, setOpen] = useState(false)
  const id = useId()
  const asked = useDeferredValue(text.trim())
  const wanted = wantedOf(asked)
  const byName = asked.length > 1 && !asked.startsWith('0x')
  const found = useCollections({ chainId: chain.id, name: wanted.name, limit: 6, enabled: byName })
  const isName = /^\S+\.eth$/i.test(asked)
  const named = useAddressOf({ name: asked, enabled: isName })
  const direct = placesOf(asked, search.kinds)
  const options = [
    ...direct,
    ...(named.address === undefined
      ? []
      : [
          {
            href: `/account/${named.address}`,
            name: asked,
            hint: shortAddress(named.address),
            image: undefined,
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
  const go = (href: string) => {
    navigate(href)
    setText('')
    setOpen(false)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') setActive((index) => Math.min(index + 1, options.length - 1))
    else if (event.key === 'ArrowUp') setActive((index) => Math.max(index - 1, 0))
    else if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'Enter') {
      const option = options[active]
      if (option !== undefined) go(option.href)
    } else return
    event.preventDefault()
  }
  const shown = open && asked.length > 1
  // Nothing is said to be not there that was not looked for.
  const said = isName
    ? resolveName === undefined || named.failed
      ? kit.invalid.name_failed
      : named.resolving
        ? kit.invalid.resolving
        : named.address === undefined
          ? kit.invalid.unknown_name
          : undefined
    : options.length > 0
      ? undefined
      : found.isError
        ? common.failedTitle
        : byName && found.isPending
          ? common.loading
          : search.nothing
  return (
    <search className="search">
      <input
        type="search"
        role="combobox"
        aria-label={search.label}
        aria-expanded={shown}
        aria-controls={`${id}-list`}
        aria-activedescendant={shown && options[active] !== undefined ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={search.placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setActive(0)
          setOpen(true)
        }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKey}
      />
      <div id={`${id}-list`} role="listbox" aria-label={search.found} className="search-list" hidden={!shown}>
        {options.map(({ href, name, hint, image }, index) => (
          <div
            key={href}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onPointerEnter={() => setActive(index)}
            onPointerDown={(event) => {
              event.preventDefault()
              go(href)
            }}
          >
            {image === undefined ? null : <TokenMedia image={image} alt="" />}
            <bdi>{name}</bdi>
            <small>
              <bdi>{hint}</bdi>
            </small>
          </div>
        ))}
        {said === undefined ? null : <p className="quiet">{said}</p>}
      </div>
    </search>
  )
}

type Place = {
  readonly href: string
  readonly name: string
  readonly hint: string
  readonly image?: string | null | undefined
}

/** Where an address or a token leads, without asking anybody. */
function placesOf(text: string, kinds: MarketMessages['search']['kinds']): readonly Place[] {
  const token = /^(0x[0-9a-fA-F]{40})[:/](\d{1,78})$/.exec(text)
  if (token !== null)
    return [{ href: `/${token[1]?.toLowerCase()}/${token[2]}`, name: `#${token[2]}`, hint: kinds.token }]
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return []
  const address = text.toLowerCase()
  return [
    { href: `/${address}`, name: address, hint: kinds.collection },
    { href: `/account/${address}`, name: address, hint: kinds.account },
  ]
}
