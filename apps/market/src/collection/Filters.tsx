import type { AttributeValues } from '@sluice/core'
import { Button } from '@sluice/react/components'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { Filtering } from '../filtering.ts'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { CloseButton } from '../parts/CloseButton.tsx'
import { useMedia } from '../useMedia.ts'
import { activeOf } from './activeOf.ts'
import { PriceRange } from './PriceRange.tsx'
import { TraitFilters } from './TraitFilters.tsx'

type FiltersProps = {
  readonly all: readonly AttributeValues[]
  readonly value: Filtering
  readonly onChange: (change: Partial<Filtering>) => void
}

/** Below this width the filters are in a sheet, so that the works come first. */
const narrow = '(max-width: 860px)'

/** The filters next to the works; nothing on a narrow screen, which shows them in a sheet. */
export function FilterColumn(props: FiltersProps): ReactNode {
  const { filters } = useMessages()
  if (useMedia(narrow)) return null
  return (
    <aside className="filters" aria-label={filters.label}>
      <Fields {...props} />
    </aside>
  )
}

/** A button with the number of active filters, and the sheet that it opens; nothing on a wide screen. */
export function FilterSheet(props: FiltersProps): ReactNode {
  const { filters } = useMessages()
  const sheet = useRef<HTMLDialogElement>(null)
  const title = useId()
  const [open, setOpen] = useState(false)
  const sheets = useMedia(narrow)
  // On a screen that became wide the sheet is gone, and it does not come back by itself.
  if (open && !sheets) setOpen(false)
  useEffect(() => {
    if (open) sheet.current?.showModal()
  }, [open])
  if (!sheets) return null
  const active = activeOf(props.value)
  return (
    <>
      <button
        type="button"
        className="chip filters-open"
        aria-haspopup="dialog"
        aria-label={filters.open(active)}
        onClick={() => setOpen(true)}
      >
        {filters.label}
        {active === 0 ? null : <span className="count">{active}</span>}
      </button>
      {open ? (
        <dialog
          ref={sheet}
          className="sheet"
          aria-labelledby={title}
          onClose={() => setOpen(false)}
          // A press outside the sheet has the dialog itself as its target.
          onPointerDown={(event) => {
            if (event.target === event.currentTarget) sheet.current?.close()
          }}
        >
          <div className="sheet-body">
            <header className="sheet-head">
              <h2 id={title}>{filters.label}</h2>
              <CloseButton onClose={() => sheet.current?.close()} />
            </header>
            <div className="filters">
              <Fields {...props} />
            </div>
            <footer className="sheet-foot">
              {active === 0 ? null : (
                <Button kind="quiet" onClick={() => props.onChange({ traits: {}, low: '', high: '' })}>
                  {filters.clear}
                </Button>
              )}
              <Button onClick={() => sheet.current?.close()}>{filters.done}</Button>
            </footer>
          </div>
        </dialog>
      ) : null}
    </>
  )
}

function Fields({ all, value, onChange }: FiltersProps): ReactNode {
  const { chain } = useMarket()
  const { filters } = useMessages()
  const isFiltered = activeOf(value) > 0 || value.forSale
  return (
    <>
      <PriceRange value={value} onChange={onChange} symbol={chain.nativeSymbol} />
      <TraitFilters all={all} value={value.traits} onChange={(traits) => onChange({ traits })} />
      {isFiltered && all.length > 0 ? <p className="quiet filters-counts">{filters.counts}</p> : null}
    </>
  )
}
