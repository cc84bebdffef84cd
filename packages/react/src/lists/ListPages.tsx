'use client'

import type { ReactNode } from 'react'
import type { ListResult } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import { Note } from '../primitives/Note.tsx'
import { Skeleton } from '../primitives/Skeleton.tsx'
import { Themed } from '../primitives/Themed.tsx'
import { SlowNote } from '../progress/SlowNote.tsx'

type ListPagesProps<T> = {
  readonly of: ListResult<T>
  readonly className: string
  /** Shown if the list has no items. */
  readonly empty: string
  readonly children: (items: readonly T[]) => ReactNode
}

/** A list that is read in pages: what was read so far with a button for more, or why there is nothing. */
export function ListPages<T>(props: ListPagesProps<T>): ReactNode {
  const { saysSlow } = useKit()
  const { of: read, className } = props
  const isEmpty = read.data === undefined || read.data.length === 0
  return (
    <Themed className={isEmpty ? 'sluice-no-entries' : className}>
      <Pages {...props} />
      {saysSlow ? <SlowNote reading={read.isPending || read.isFetchingNextPage} /> : null}
    </Themed>
  )
}

function Pages<T>({ of: read, empty, children }: ListPagesProps<T>): ReactNode {
  const { messages } = useKit()
  if (read.isPending) return <Skeleton />
  if (read.isLoadingError)
    return (
      <Note kind="warning" title={messages.unavailable.unreachable}>
        <Button kind="secondary" small onClick={() => void read.refetch()}>
          {messages.common.retry}
        </Button>
      </Note>
    )
  if (read.data.length === 0) return <Note>{empty}</Note>
  return (
    <>
      {children(read.data)}
      {read.hasNextPage ? (
        <Button
          kind="secondary"
          small
          disabled={read.isFetchingNextPage}
          onClick={() => void read.fetchNextPage()}
        >
          {messages.activity.more}
        </Button>
      ) : null}
    </>
  )
}
