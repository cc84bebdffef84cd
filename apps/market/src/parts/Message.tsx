import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'

type Action = { readonly label: string; readonly act: () => void }

/** A page, or a part of one, that has nothing to show: says why, and offers a way out. */
export function Message(props: {
  readonly title: string
  /** Whether it is the page's only content, and therefore its first heading. */
  readonly page?: boolean
  readonly children?: ReactNode
  readonly action?: Action
  /** Another way out than the action. */
  readonly out?: ReactNode
}): ReactNode {
  const { title, children, action, out } = props
  const Heading = props.page ? 'h1' : 'h2'
  return (
    <section className="message">
      <Heading>{title}</Heading>
      {children === undefined ? null : <p>{children}</p>}
      {action === undefined ? null : (
        <div className="ways">
          <button type="button" className="plain-button" onClick={action.act}>
            {action.label}
          </button>
          {out}
        </div>
      )}
    </section>
  )
}

/** A read that failed, with the one thing to do about it. */
export function ReadFailed(props: { readonly retry: () => void; readonly page?: boolean }): ReactNode {
  const { common } = useMessages()
  return (
    <Message
      title={common.failedTitle}
      page={props.page ?? false}
      action={{ label: common.retry, act: props.retry }}
    >
      {common.failed}
    </Message>
  )
}

/** The same as a button. */
export function WayOut(): ReactNode {
  const { label, act } = useWayOut()
  return (
    <button type="button" className="plain-button" onClick={act}>
      {label}
    </button>
  )
}

/** Returns the action that leads from a page without content to the chain's first page. */
export function useWayOut(): Action {
  const { chain } = useMarket()
  const { account } = useMessages()
  const [, navigate] = useLocation()
  return { label: account.emptyOwn(chain.name), act: () => navigate('/') }
}
