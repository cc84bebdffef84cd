'use client'

import { type ReactNode, useState } from 'react'
import { useAcceptOffer } from '../flows/useAcceptOffer.ts'
import { useToken } from '../hooks/reads.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from './Button.tsx'
import { nameOf } from './BuyDialog.tsx'
import { ConnectPrompt } from './ConnectPrompt.tsx'
import { Dialog } from './Dialog.tsx'
import { FlowView } from './FlowView.tsx'
import { Line } from './fields.tsx'
import { Prices } from './Price.tsx'
import { TokenHead } from './TokenHead.tsx'

export type AcceptOfferDialogProps = {
  /** `contract:tokenId` of the token to sell. */
  readonly token: string
  /** One offer; else the best. */
  readonly orderId?: `0x${string}` | undefined
  readonly chainId?: number | undefined
  readonly trigger?: ReactNode
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
}

/** Sells a token into an offer in a dialog. */
export function AcceptOfferDialog(props: AcceptOfferDialogProps): ReactNode {
  const { token, orderId, chainId } = props
  const { words } = useKit()
  const [opened, setOpened] = useState(false)
  const open = props.open ?? opened
  const setOpen = props.onOpenChange ?? setOpened
  const flow = useAcceptOffer({ token, orderId, chainId, enabled: open })
  const known = useToken({ token, chainId, enabled: open }).data ?? undefined
  const name = nameOf(known, token, words.common.unknownToken)
  const close = () => setOpen(false)
  const names = new Map([[token.toLowerCase(), name]])
  return (
    <Dialog
      title={words.accept.title(name)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={flow.status === 'running' || flow.status === 'reviewing'}
    >
      {known === undefined ? null : <TokenHead of={known} />}
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
