'use client'

import { type Action, chainOf, type MoneyState, type Progress, type TradeError } from '@sluice/core'
import type { ReactNode } from 'react'
import { moneyIn } from '../flows/money.ts'
import { useMessages } from '../hooks/useMessages.ts'
import { goneOf } from '../kit/goneOf.ts'
import { isRefused } from '../kit/isRefused.ts'
import { moneyText } from '../kit/moneyText.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { ExternalLink, Note } from '../primitives/Note.tsx'
import { priceText } from '../values/Price.tsx'

/**
 * Why an action stopped and what happened to the money, in the user's language.
 *
 * @param error Why the run stopped.
 * @example
 * if (flow.status === 'failed') return <ErrorNote error={flow.error} action={flow.execution.action} />
 */
export function ErrorNote(props: {
  readonly error: TradeError
  /** The action that stopped: with it the note says how much of it was done. */
  readonly action?: Action | undefined
  /** The chain of the amounts; the client's active chain by default. */
  readonly chainId?: number | undefined
  /** What holds all the same, said first. */
  readonly lead?: string | undefined
  /** What happened to the money, if more than this error knows of it. */
  readonly money?: MoneyState | undefined
}): ReactNode {
  const messages = useMessages()
  const { error, action, lead, money = error.money } = props
  const gone = goneOf(error, action)
  const isStatement = action === 'announce'
  const moved = useMoved(error, props.chainId)
  const { title, body } =
    gone !== undefined
      ? messages.gone[gone]
      : isStatement && error.code === 'order_refused'
        ? messages.auction.refused
        : isRefused(error)
          ? messages.refused
          : messages.errors[error.code]
  const name = error.code === 'price_mismatch' && action === 'sell' ? messages.moved.offer : title
  const reason = error.data.revert?.reason
  const explanation = reason === undefined || reason === 'unknown' ? undefined : messages.reverts[reason]
  const grave = ['spent', 'sent', 'unknown'].includes(money) || error.code === 'blocked'
  return (
    <Note kind={grave ? 'danger' : 'warning'} title={lead ?? name} urgent>
      {lead === undefined ? null : <p>{name}</p>}
      <p>{explanation ?? moved ?? body}</p>
      {action === undefined ? null : <Done action={action} progress={error.data.progress} />}
      <p className="sluice-note-money">
        {isStatement && money === 'signed' ? messages.auction.signed : moneyText(error, money, messages)}
      </p>
      {error.data.explorerUrl === undefined ? null : (
        <ExternalLink href={error.data.explorerUrl}>{messages.steps.explorer}</ExternalLink>
      )}
    </Note>
  )
}

/** The price that was agreed and the one that the marketplace asks now, if the error has both. */
function useMoved({ code, data, money }: TradeError, chainId: number | undefined): string | undefined {
  const { client, formats } = useKit()
  const messages = useMessages()
  const { currency, raw, decimals, expected } = data
  if (code !== 'price_mismatch' || typeof currency !== 'string') return undefined
  if (typeof raw !== 'bigint' || typeof expected !== 'bigint' || typeof decimals !== 'number')
    return undefined
  const chain = chainOf(client, chainId)
  const text = (amount: bigint) =>
    priceText(moneyIn(chain, currency as `0x${string}`, amount, { decimals }), messages.locale, formats)
  const { amounts, unasked } = messages.moved
  return [amounts(text(expected), text(raw)), ...(money === 'untouched' ? [unasked] : [])].join(' ')
}

/** How much of an action was done before it stopped; nothing is drawn if none of it was. */
function Done(props: { readonly action: Action; readonly progress: Progress | undefined }): ReactNode {
  const messages = useMessages()
  const { action, progress } = props
  if (action === 'announce' || progress === undefined || progress.done === 0) return null
  const { done, total, items } = progress
  const rest = items.some(({ state }) => state === 'unknown') ? 'unknown' : 'open'
  return (
    <p>
      {messages.progress.done[action](done, total)}
      {done === total ? null : ` ${messages.progress.rest[rest]}`}
    </p>
  )
}
