'use client'

import type { Execution } from '@sluice/core'
import { type ReactNode, useState } from 'react'
import { type CollectFlow, type CollectForm, useCollect } from '../flows/useCollect.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { useDialogOpen } from '../primitives/useDialogOpen.ts'
import { itemsOf } from '../progress/itemsOf.ts'
import { TradeDialog, type TradeDialogProps } from '../progress/TradeDialog.tsx'
import { namesOf } from '../values/names.ts'
import { NewTokenList, useNewTokens } from './NewTokens.tsx'
import { PurchaseForm } from './PurchaseForm.tsx'

export type CollectDialogProps = TradeDialogProps & {
  /** Contract of the collection. */
  readonly collection: string
  /** What the page calls it. */
  readonly name: string
}

/**
 * Gets tokens of a collection in a dialog: new ones while its public mint is open, listed ones if they cost less or
 * the mint is sold out.
 *
 * @example
 * <CollectDialog collection={collection} name="First Light" trigger={<Button>Collect</Button>} />
 */
export function CollectDialog(props: CollectDialogProps): ReactNode {
  const { collection, name, chainId } = props
  const { messages } = useKit()
  const [open, setOpen] = useDialogOpen(props)
  const flow = useCollect({ collection, chainId, enabled: open })
  const isMint = useIsMint(flow)
  const made = useNewTokens(flow.status === 'complete' ? flow.execution : undefined)
  const complete = isOne(flow) ? messages.buy.complete : messages.cart.complete
  return (
    <TradeDialog
      title={(isMint ? messages.collect.mintTitle : messages.collect.title)(name)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      flow={flow}
      complete={complete}
      names={new Map([[collection.toLowerCase(), name], ...namesOf(made.known, messages)])}
      next={props.next}
      outcome={(execution, onLeave) => {
        const view = props.next?.onViewToken
        const onView = view === undefined ? undefined : (ref: string) => view(ref, execution.chainId)
        return <NewTokenList of={made} onView={onView} onLeave={onLeave} />
      }}
    >
      {flow.status === 'loading' || flow.status === 'invalid' || flow.status === 'ready' ? (
        <PurchaseForm
          flow={flow}
          action={isMint ? messages.collect.mint : messages.collect.action}
          chainId={chainId}
          hint={
            'minted' in flow && !flow.isQuoting && flow.quantity <= flow.available
              ? sourceOf(flow, messages.collect)
              : undefined
          }
        />
      ) : null}
    </TradeDialog>
  )
}

/** Says how many tokens are new and how many are bought. */
function sourceOf(
  { minted, quantity }: CollectForm,
  collect: { readonly minted: (count: number) => string; readonly listed: (count: number) => string },
): string | undefined {
  const parts = [
    ...(minted > 0 ? [collect.minted(minted)] : []),
    ...(quantity > minted ? [collect.listed(quantity - minted)] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(' ')
}

/** Whether a run is about a single token. */
const isOne = (flow: CollectFlow): boolean =>
  flow.status === 'complete' && flow.execution.agreed.reduce((sum, { units }) => sum + units, 0) === 1

/** Whether all tokens are new: those that are asked for, and then those of the run as soon as its plan is known. */
function useIsMint(flow: CollectFlow): boolean {
  const [asked, setAsked] = useState(false)
  const now = 'minted' in flow ? flow.minted > 0 && flow.minted === flow.quantity : asked
  if (now !== asked) setAsked(now)
  return ('execution' in flow ? mintsOnly(flow.execution) : undefined) ?? now
}

/** Whether a run fills no order; `undefined` as long as its calls are not known. */
function mintsOnly(run: Execution): boolean | undefined {
  const calls = itemsOf(run).flatMap(({ purpose, effects }) =>
    purpose === 'buy' && effects !== undefined ? [effects] : [],
  )
  return calls.length === 0 ? undefined : calls.every(({ trades }) => trades === undefined)
}
