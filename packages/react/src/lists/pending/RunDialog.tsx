'use client'

import type { Execution } from '@sluice/core'
import { type ReactNode, useEffect } from 'react'
import { EditDialog } from '../../dialogs/EditDialog.tsx'
import { useRunFlow } from '../../flows/useRunFlow.ts'
import { useTradedTokens } from '../../flows/useTradedTokens.ts'
import { useActiveRun } from '../../hooks/useActiveRun.ts'
import { useMessages } from '../../hooks/useMessages.ts'
import type { ChangedOrder } from '../../kit/runs.ts'
import type { NextSteps } from '../../progress/ReceiptView.tsx'
import { TradeDialog } from '../../progress/TradeDialog.tsx'
import { completeOf, titleOf } from './tradeWords.ts'
import { tokensOfRun, useRunSubject } from './useRunSubject.ts'
import { useTradeSubject } from './useTradeSubject.ts'

/** A trade whose dialog is to be opened again: a run of this page, or a change that is to go on. */
export type OpenedTrade =
  | { readonly type: 'run'; readonly key: string }
  | { readonly type: 'change'; readonly chainId: number; readonly change: ChangedOrder }

type RunDialogProps = {
  readonly next: NextSteps | undefined
  readonly onClose: () => void
}

/** The dialog of a trade that was closed before. */
export function OpenedDialog(props: RunDialogProps & { readonly of: OpenedTrade }): ReactNode {
  const { of, ...rest } = props
  return of.type === 'run' ? (
    <RunDialog {...rest} runKey={of.key} />
  ) : (
    <ChangeDialog {...rest} chainId={of.chainId} change={of.change} />
  )
}

function RunDialog(props: RunDialogProps & { readonly runKey: string }): ReactNode {
  const found = useActiveRun(props.runKey)
  const { onClose } = props
  const isGone = found === undefined
  useEffect(() => {
    if (isGone) onClose()
  }, [isGone, onClose])
  if (found === undefined) return null
  const { active, execution } = found
  return active.change === undefined ? (
    <TradeOfRun {...props} execution={execution} />
  ) : (
    <ChangeDialog {...props} chainId={execution.chainId} change={active.change} />
  )
}

function TradeOfRun(
  props: RunDialogProps & { readonly runKey: string; readonly execution: Execution },
): ReactNode {
  const messages = useMessages()
  const { runKey, execution, next, onClose } = props
  const { live } = useRunFlow(runKey)
  const subject = useRunSubject(execution, undefined)
  const { chainId } = execution
  const { traded } = useTradedTokens({ tokens: tokensOfRun(execution).slice(0, 50), chainId })
  const isOver = live === undefined
  useEffect(() => {
    // Its user declined it, or put it away.
    if (isOver) onClose()
  }, [isOver, onClose])
  if (live === undefined) return null
  return (
    <TradeDialog
      title={titleOf(execution, subject, messages)}
      trigger={null}
      open
      onOpenChange={onClose}
      flow={live}
      complete={completeOf(execution, messages)}
      names={subject.names}
      tokens={traded}
      next={next}
      stillOpen={subject.count > 1 || subject.side === undefined ? 'several' : subject.side}
    />
  )
}

function ChangeDialog(
  props: RunDialogProps & { readonly chainId: number; readonly change: ChangedOrder },
): ReactNode {
  const { chainId, change, next, onClose } = props
  const { orderId, side } = change
  const { what } = useTradeSubject({ chainId, tokens: [], orderIds: [orderId], sides: [side] })
  return (
    <EditDialog
      {...{ chainId, orderId, side, next }}
      name={what ?? ''}
      trigger={null}
      open
      onOpenChange={onClose}
    />
  )
}
