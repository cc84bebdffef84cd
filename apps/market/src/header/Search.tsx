import {
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useDeferredValue,
  useId,
  useRef,
  useState,
} from 'react'
import { useLocation } from 'wouter'
import { lazyPart } from '../loading/lazyPart.tsx'
import { useMessages } from '../locale.tsx'
import type { PageLink } from './SearchResults.tsx'

const SearchResults = lazyPart(async () => (await import('./SearchResults.tsx')).SearchResults, {
  kind: 'part',
})

/** What is looked for: a collection or a token of it by name, a contract, a token as `contract:number`, an account by its address or its name. */
export function Search(): ReactNode {
  const { search } = useMessages()
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [open, setOpen] = useState(false)
  const links = useRef<readonly PageLink[]>([])
  const [count, setCount] = useState(0)
  const id = useId()
  const asked = useDeferredValue(text.trim())
  const shown = open && asked.length > 1
  // A list without options is none: the sentence in its place is a status.
  const isList = shown && count > 0
  const onLinks = useCallback((found: readonly PageLink[]) => {
    links.current = found
    setCount(found.length)
  }, [])
  const go = (href: string) => {
    navigate(href)
    setText('')
    setOpen(false)
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1
      if (shown) setActive((index) => Math.max(0, Math.min(index + step, count - 1)))
      else setOpen(true)
    } else if (event.key === 'Escape') {
      // The first one closes the list, the second one empties the field.
      if (!shown) setText('')
      setOpen(false)
    } else if (event.key === 'Enter') {
      const link = shown ? links.current[active] : undefined
      if (link !== undefined) go(link.href)
    } else return
    event.preventDefault()
  }
  return (
    <search className="search">
      <input
        type="search"
        role="combobox"
        aria-label={search.label}
        aria-expanded={isList}
        aria-controls={isList ? `${id}-list` : undefined}
        aria-activedescendant={shown && active < count ? `${id}-${active}` : undefined}
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
        onFocus={() => {
          SearchResults.preload()
          setOpen(true)
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKey}
      />
      <div className="search-list" hidden={!shown}>
        {shown ? (
          <SearchResults
            asked={asked}
            id={id}
            active={active}
            onActive={setActive}
            onLinks={onLinks}
            go={go}
          />
        ) : null}
      </div>
    </search>
  )
}
