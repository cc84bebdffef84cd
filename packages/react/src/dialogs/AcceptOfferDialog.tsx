'use client'

import type { ReactNode } from 'react'
import { isBusy } from '../flows/flow.ts'
import { type SaleItem, useAcceptOffer } from '../flows/useAcceptOffer.ts'
import { useTokens } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { TokenGroup } from '../media/TokenGroup.tsx'
import { Button } from '../primitives/Button.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { type DialogOpenProps, useDialogOpen } from '../primitives/useDialogOpen.ts'
import { ConnectPrompt } from '../progress/ConnectPrompt.tsx'
import { FlowView } from '../progress/FlowView.tsx'
import { namesOf } from '../values/names.ts'
import { Prices } from '../values/Price.tsx'
import { SumLine } from '../values/SumLine.tsx'

export interface AcceptOfferDialogProps extends DialogOpenProps {
  /** What to sell, each into one offer or else the best. */
  readonly items: readonly SaleItem[]
  readonly chainId?: number | undefined
}

/**
 * Sells tokens into offers in a dialog.
 *
 * @example
 * <AcceptOfferDialog items={[{ token }]} trigger={<Button>Accept offer</Button>} />
 */
export function AcceptOfferDialog(props: AcceptOfferDialogProps): ReactNode {
  const { items, chainId } = props
  const { messages } = useKit()
  const [open, setOpen] = useDialogOpen(props)
  const flow = useAcceptOffer({ items, chainId, enabled: open })
  const refs = items.map(({ token }) => token.toLowerCase())
  const tokens = useTokens({ tokens: refs, chainId, limit: 50, enabled: open }).data ?? []
  const names = namesOf(tokens, messages)
  const [first = ''] = refs
  const single = names.get(first) ?? messages.common.unknownToken(first.split(':')[1] ?? '')
  const close = () => setOpen(false)
  return (
    <Dialog
      title={items.length === 1 ? messages.accept.title(single) : messages.accept.titleMany(items.length)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={isBusy(flow)}
    >
      <TokenGroup of={tokens} />
      {flow.status === 'connect' ? (
        <ConnectPrompt connect={flow.connect} onConnect={close} />
      ) : flow.status === 'ready' ? (
        <>
          <dl className="sluice-sum">
            <SumLine name={messages.fields.youReceive} strong>
              <Prices of={flow.totals} exact />
            </SumLine>
          </dl>
          <footer className="sluice-actions">
            <Button onClick={flow.confirm}>{messages.accept.action}</Button>
            <p className="sluice-aside">{messages.buy.notice}</p>
          </footer>
        </>
      ) : (
        <FlowView flow={flow} complete={messages.accept.complete} names={names} onClose={close} />
      )}
    </Dialog>
  )
}
