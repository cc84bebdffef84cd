'use client'

import type { ReactNode } from 'react'
import { isBusy } from '../flows/flow.ts'
import {
  type AcceptOfferFlow,
  type AcceptOfferForm,
  type SaleItem,
  type SaleRow,
  useAcceptOffer,
} from '../flows/useAcceptOffer.ts'
import { useTradedTokens } from '../flows/useTradedTokens.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { TokenGroup } from '../media/TokenGroup.tsx'
import { TokenPicture } from '../media/TokenPicture.tsx'
import { Button } from '../primitives/Button.tsx'
import { Dialog } from '../primitives/Dialog.tsx'
import { useDialogOpen } from '../primitives/useDialogOpen.ts'
import { FlowView, type TradeDialogProps } from '../progress/FlowView.tsx'
import { Estimate } from '../values/Estimate.tsx'
import { Measures } from '../values/Measures.tsx'
import { namesOf, type TokenNames } from '../values/names.ts'
import { Price } from '../values/Price.tsx'
import { SumLine } from '../values/SumLine.tsx'
import { Worth } from '../values/Worth.tsx'
import { ConfirmLowPrices } from './ConfirmLowPrices.tsx'

export interface AcceptOfferDialogProps extends TradeDialogProps {
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
  return (
    <Dialog
      title={items.length === 1 ? messages.accept.title(single) : messages.accept.titleMany(items.length)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      busy={isBusy(flow)}
    >
      {/* Several tokens stand in rows with their prices, once those are known. */}
      {items.length > 1 && isForm(flow) ? null : <TokenGroup of={tokens} />}
      <FlowView
        flow={flow}
        complete={messages.accept.complete}
        names={names}
        tokens={traded}
        next={props.next}
        onClose={() => setOpen(false)}
      >
        {isForm(flow) ? (
          <>
            {flow.rows.length > 1 ? <SaleRows of={flow.rows} names={names} chainId={chainId} /> : null}
            <ConfirmLowPrices of={flow.lowPrices} names={flow.rows.length > 1 ? names : undefined} />
            <dl className="sluice-sum">
              <SumLine name={messages.fields.youReceive} strong>
                <Worth of={flow.totals} exact chainId={chainId} />
              </SumLine>
            </dl>
            <footer className="sluice-actions">
              <Button
                disabled={flow.status !== 'ready'}
                onClick={flow.status === 'ready' ? flow.confirm : undefined}
              >
                {messages.accept.action}
              </Button>
              <p className="sluice-aside">{messages.buy.notice}</p>
            </footer>
          </>
        ) : null}
      </FlowView>
    </Dialog>
  )
}

const isForm = (flow: AcceptOfferFlow): flow is Extract<AcceptOfferFlow, AcceptOfferForm> =>
  flow.status === 'ready' || flow.status === 'invalid'

/** Each of several tokens with what its offer brings, and what that can be measured by. */
function SaleRows(props: {
  readonly of: readonly SaleRow[]
  readonly names: TokenNames
  readonly chainId: number | undefined
}): ReactNode {
  return (
    <ul className="sluice-entries">
      {props.of.map((row) => (
        <li key={row.ref} className="sluice-entry">
          <TokenPicture
            image={row.token.token.imageSmall ?? row.token.token.image}
            alt=""
            tokenId={row.token.token.tokenId}
          />
          <span className="sluice-entry-name">
            <strong>{props.names.get(row.ref)}</strong>
            <Measures of={row} />
          </span>
          {row.proceeds === undefined ? null : (
            <span className="sluice-entry-price">
              <Price of={row.proceeds} exact />
              <Estimate of={row.proceeds} chainId={props.chainId} />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
