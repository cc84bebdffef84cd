'use client'

import type { ReactNode } from 'react'
import { isUnderWay } from '../flows/flow.ts'
import { type SaleItem, useAcceptOffer } from '../flows/useAcceptOffer.ts'
import { useTokens } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import { ConnectPrompt } from '../progress/ConnectPrompt.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { FlowView } from '../progress/FlowView.tsx'
import { Line } from '../fields/fields.tsx'
import { type Opening, useOpening } from '../primitives/useDialogOpen.ts'
import { Prices } from '../values/Price.tsx'
import { namesOf, TokenGroup } from '../media/TokenGroup.tsx'

export type AcceptOfferDialogProps = Opening & {
  /** What to sell, each into one offer or else the best. */
  readonly items: readonly SaleItem[]
  readonly chainId?: number | undefined
}

/** Sells tokens into offers in a dialog. */
export function AcceptOfferDialog(props: AcceptOfferDialogProps): ReactNode {
  const { items, chainId } = props
  const { words } = useKit()
  const [open, setOpen] = useOpening(props)
  const flow = useAcceptOffer({ items, chainId, enabled: open })
  const refs = items.map(({ token }) => token.toLowerCase())
  const tokens = useTokens({ tokens: refs, chainId, limit: 50, enabled: open }).data ?? []
  const names = namesOf(tokens, words)
  const [first = ''] = refs
  const single = names.get(first) ?? words.common.unknownToken(first.split(':')[1] ?? '')
  const close = () => setOpen(false)
  return (
    <Dialog
      title={items.length === 1 ? words.accept.title(single) : words.accept.titleMany(items.length)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={isUnderWay(flow)}
    >
      <TokenGroup of={tokens} />
      {flow.status === 'connect' ? (
        <ConnectPrompt connect={flow.connect} onConnect={close} />
      ) : flow.status === 'ready' ? (
        <>
          <dl className="sluice-sum">
            <Line name={words.fields.youReceive} strong>
              <Prices of={flow.totals} exact />
            </Line>
          </dl>
          <footer className="sluice-actions">
            <Button onClick={flow.confirm}>{words.accept.action}</Button>
            <p className="sluice-aside">{words.buy.notice}</p>
          </footer>
        </>
      ) : (
        <FlowView flow={flow} complete={words.accept.complete} names={names} onClose={close} />
      )}
    </Dialog>
  )
}
