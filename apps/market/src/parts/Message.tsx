import type { ReactNode } from 'react'
import { useWords } from '../speech.tsx'

/** A page, or a part of one, that has nothing to show: says why, and offers a way out. */
export function Message(props: {
  readonly title: string
  readonly children?: ReactNode
  readonly action?: { readonly label: string; readonly act: () => void }
}): ReactNode {
  const { title, children, action } = props
  return (
    <section className="message">
      <h2>{title}</h2>
      {children === undefined ? null : <p>{children}</p>}
      {action === undefined ? null : (
        <button type="button" className="plain-button" onClick={action.act}>
          {action.label}
        </button>
      )}
    </section>
  )
}

/** A read that failed, with the one thing to do about it. */
export function ReadFailed({ retry }: { readonly retry: () => void }): ReactNode {
  const { common } = useWords()
  return (
    <Message title={common.failedTitle} action={{ label: common.retry, act: retry }}>
      {common.failed}
    </Message>
  )
}
