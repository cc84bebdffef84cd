'use client'

import type { ReactNode } from 'react'
import { QuantityField } from '../fields/QuantityField.tsx'
import { isBusy } from '../flows/flow.ts'
import { type CollectFlow, type CollectForm, useCollect } from '../flows/useCollect.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { type DialogOpenProps, useDialogOpen } from '../primitives/useDialogOpen.ts'
import { ConnectPrompt } from '../progress/ConnectPrompt.tsx'
import { FlowView } from '../progress/FlowView.tsx'
import type { NextSteps } from '../progress/ReceiptView.tsx'
import type { TokenNames } from '../values/names.ts'
import { AwaitedButton, noQuote, PurchaseSum } from '../values/PurchaseSum.tsx'

export interface CollectDialogProps extends DialogOpenProps {
  /** Contract of the collection. */
  readonly collection: string
  /** What the page calls it. */
  readonly name: string
  readonly chainId?: number | undefined
  /** Where the page leads after the trade. */
  readonly next?: NextSteps | undefined
}

/**
 * Gets tokens of a collection in a dialog: new ones while its public mint is open, listed ones where they cost less or
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
  return (
    <Dialog
      title={messages.collect.title(name)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={isBusy(flow)}
    >
      <CollectBody
        flow={flow}
        chainId={chainId}
        names={new Map([[collection.toLowerCase(), name]])}
        next={props.next}
        onClose={() => setOpen(false)}
      />
    </Dialog>
  )
}

function CollectBody(props: {
  readonly flow: CollectFlow
  readonly chainId: number | undefined
  readonly names: TokenNames
  readonly next: NextSteps | undefined
  readonly onClose: () => void
}): ReactNode {
  const { messages } = useKit()
  const { flow, chainId, names, next, onClose } = props
  switch (flow.status) {
    case 'connect':
      return <ConnectPrompt connect={flow.connect} onConnect={onClose} />
    case 'loading':
    case 'invalid':
    case 'ready':
      return (
        <>
          {flow.status === 'loading' ? null : (
            <QuantityField
              value={flow.quantity}
              max={flow.available}
              onChange={flow.setQuantity}
              hint={flow.isQuoting ? undefined : sourceOf(flow, messages.collect)}
            />
          )}
          <PurchaseSum
            {...(flow.status === 'loading' ? noQuote : flow)}
            chainId={chainId}
            problem={flow.status === 'invalid' ? flow.reason : undefined}
          />
          <footer className="sluice-actions">
            {flow.status === 'loading' ? (
              <AwaitedButton />
            ) : (
              <Button
                disabled={flow.status === 'invalid'}
                onClick={flow.status === 'ready' ? flow.confirm : undefined}
              >
                {flow.minted > 0 && flow.minted === flow.quantity
                  ? messages.collect.mint
                  : messages.collect.action}
              </Button>
            )}
            <p className="sluice-aside">{messages.buy.notice}</p>
          </footer>
        </>
      )
    default: {
      const { complete } = isOne(flow) ? messages.buy : messages.cart
      return <FlowView flow={flow} complete={complete} names={names} next={next} onClose={onClose} />
    }
  }
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
