import { useKit } from '@sluice/react'
import { type ReactNode, useEffect } from 'react'
import { useMessages } from '../locale.tsx'
import { Message } from '../parts/Message.tsx'
import { isServed, LoadError } from './loadPart.ts'
import { reloadOnce } from './reloadOnce.ts'

/** Milliseconds between two checks whether the server answers again. */
const pause = 3_000

/** Replaces a part that failed: says why, and offers a way out. */
export function Failure(props: {
  readonly cause: unknown
  readonly retry: () => void
  /** `page`: all that the page shows; `part`: a piece of it; `floating`: a dialog, over the page. */
  readonly kind: 'page' | 'part' | 'floating'
  /** Leaves without the part. */
  readonly close?: (() => void) | undefined
  /** Another way out than trying again. */
  readonly children?: ReactNode
}): ReactNode {
  const { cause, retry, kind, close } = props
  const { failures, common } = useMessages()
  const reason = cause instanceof LoadError ? cause.reason : 'broken'
  useRetry(reason === 'unreachable', retry)
  useEffect(() => {
    if (reason === 'outdated' && kind === 'page') reloadOnce()
  }, [reason, kind])
  const action =
    reason === 'outdated'
      ? { label: failures.reload, act: () => location.reload() }
      : { label: common.retry, act: retry }
  const { title, body } = failures[reason]
  if (kind !== 'floating')
    return (
      <div role="alert">
        <Message title={title} page={kind === 'page'} action={action} out={props.children}>
          {body}
        </Message>
      </div>
    )
  return (
    <div role="alert" className="failure">
      <p>
        <strong>{title}</strong> <span>{body}</span>
      </p>
      <button type="button" className="plain-button" onClick={action.act}>
        {action.label}
      </button>
      {close === undefined ? null : <Close onClose={close} />}
    </div>
  )
}

/** Only parts inside of `SluiceProvider` can be closed. */
function Close({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { common } = useKit().messages
  return (
    <button type="button" className="plain-button" onClick={onClose}>
      {common.close}
    </button>
  )
}

/** Tries again as soon as the server of the page answers. */
function useRetry(waits: boolean, retry: () => void): void {
  useEffect(() => {
    if (!waits) return
    const control = new AbortController()
    const { signal } = control
    const look = async () => {
      if ((await isServed(signal)) && !signal.aborted) retry()
    }
    const timer = setInterval(look, pause)
    window.addEventListener('online', look, { signal })
    return () => {
      clearInterval(timer)
      control.abort()
    }
  }, [waits, retry])
}
