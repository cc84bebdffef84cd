'use client'

import type { ReactNode } from 'react'
import {
  type AcceptOfferFlow,
  type AcceptOfferForm,
  type SaleItem,
  useAcceptOffer,
} from '../flows/useAcceptOffer.ts'
import { useTradedTokens } from '../flows/useTradedTokens.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { TokenGroup } from '../media/TokenGroup.tsx'
import { Button } from '../primitives/Button.tsx'
import { useDialogOpen } from '../primitives/useDialogOpen.ts'
import { TradeDialog, type TradeDialogProps } from '../progress/TradeDialog.tsx'
import { namesOf } from '../values/names.ts'
import { SaleTerms } from './SaleTerms.tsx'

export type AcceptOfferDialogProps = TradeDialogProps & {
  /** What to sell, each into one offer or else the best. */
  readonly items: readonly SaleItem[]
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
  const { read, traded } = useTradedTokens({ tokens: refs, chainId, enabled: open })
  const tokens = read.data ?? []
  const names = namesOf(tokens, messages)
  const [first = ''] = refs
  const single = names.get(first) ?? messages.common.unknownToken(first.split(':')[1] ?? '')
  const several = items.length === 1 ? undefined : messages.accept.titleMany(items.length)
  return (
    <TradeDialog
      title={several ?? messages.accept.title(single)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      // Several tokens are shown in rows with their prices, once those are known.
      head={items.length > 1 && isForm(flow) ? null : <TokenGroup of={tokens} />}
      flow={flow}
      complete={messages.accept.complete}
      names={names}
      tokens={traded}
      next={props.next}
    >
      {isForm(flow) ? (
        <>
          <SaleTerms of={flow} names={names} chainId={chainId} />
          <footer className="sluice-actions">
            <Button
              disabled={flow.status !== 'ready'}
              onClick={flow.status === 'ready' ? flow.confirm : undefined}
            >
              {several ?? messages.accept.action}
            </Button>
            <p className="sluice-aside">{messages.buy.notice}</p>
          </footer>
        </>
      ) : null}
    </TradeDialog>
  )
}

const isForm = (flow: AcceptOfferFlow): flow is Extract<AcceptOfferFlow, AcceptOfferForm> =>
  flow.status === 'ready' || flow.status === 'invalid'
