import type { ReactNode } from 'react'

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
  return (
    <Message title="The market did not answer" action={{ label: 'Try again', act: retry }}>
      The provider could not be reached. Your tokens and your money are not affected.
    </Message>
  )
}
