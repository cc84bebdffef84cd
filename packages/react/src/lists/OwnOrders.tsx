'use client'

import type { MarketOrder } from '@sluice/core'
import { type ReactNode, useState } from 'react'
import { CancelDialog } from '../dialogs/CancelDialog.tsx'
import { EditDialog } from '../dialogs/EditDialog.tsx'
import { useOpenOrders } from '../hooks/useOpenOrders.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import { Button } from '../primitives/Button.tsx'
import { Themed } from '../primitives/Themed.tsx'
import { ConnectPrompt } from '../progress/ConnectPrompt.tsx'
import { orderName } from '../values/names.ts'
import { OrderPrice } from '../values/OrderPrice.tsx'
import { OrderNotes, OrderState } from '../values/OrderState.tsx'
import { Sentence } from '../values/Sentence.tsx'
import { When } from '../values/When.tsx'
import { ListPages } from './ListPages.tsx'

export type OwnOrdersProps = {
  /** Whether listings or offers are shown. */
  readonly side: 'listing' | 'offer'
  /** Only orders for this token, `contract:tokenId`; all of the account's by default. */
  readonly token?: string | undefined
  /** The client's active chain by default. */
  readonly chainId?: number | undefined
  /** Orders of a page. */
  readonly limit?: number | undefined
  /** Shows what an order is for as a link of the page: given the order and that name. */
  readonly orderLink?: ((order: MarketOrder, name: string) => ReactNode) | undefined
}

/**
 * The account's own open listings or offers, those for one account among them: the state of each, and buttons that
 * change and cancel it.
 *
 * @example
 * <OwnOrders side="offer" />
 */
export function OwnOrders(props: OwnOrdersProps): ReactNode {
  const { account, connect, messages } = useKit()
  const { side, token, chainId, limit = 20, orderLink } = props
  const read = useOpenOrders(side, { token, chainId, limit })
  // Beside the list: an order that is over leaves it, and its dialog still has to say so.
  const [acting, act] = useState<{ readonly on: MarketOrder; readonly how: 'edit' | 'cancel' }>()
  const [open, setOpen] = useState(false)
  const { orders: text } = messages
  const dialogOf = (order: MarketOrder) => ({
    side,
    name: orderName(order, messages) ?? '',
    chainId,
    open,
    onOpenChange: setOpen,
  })
  return (
    <>
      {account === undefined ? (
        <Themed>
          <ConnectPrompt connect={connect} onConnect={() => {}} />
        </Themed>
      ) : (
        <ListPages of={read} className="sluice-journal" empty={text.none[side]}>
          {(orders) => (
            <ul className="sluice-entries" aria-label={text.titles[side]}>
              {orders
                .filter(({ maker }) => maker === account)
                .map((order) => (
                  <Row
                    key={order.id}
                    of={order}
                    chainId={chainId}
                    orderLink={orderLink}
                    onAct={(how) => {
                      act({ on: order, how })
                      setOpen(true)
                    }}
                  />
                ))}
            </ul>
          )}
        </ListPages>
      )}
      {acting === undefined ? null : acting.how === 'edit' ? (
        <EditDialog key={acting.on.id} orderId={acting.on.id} {...dialogOf(acting.on)} />
      ) : (
        <CancelDialog key={acting.on.id} orderIds={[acting.on.id]} {...dialogOf(acting.on)} />
      )}
    </>
  )
}

function Row(props: {
  readonly of: MarketOrder
  readonly chainId: number | undefined
  readonly orderLink: OwnOrdersProps['orderLink']
  readonly onAct: (how: 'edit' | 'cancel') => void
}): ReactNode {
  const { messages } = useKit()
  const { of: order, chainId, orderLink = (_order, name) => name, onAct } = props
  const units = order.quantityRemaining ?? 1
  return (
    <li className="sluice-journal-entry" data-open="">
      <span className="sluice-journal-terms">
        <strong>
          {units > 1 ? `${messages.common.units(BigInt(units))} ` : null}
          {orderLink(order, orderName(order, messages) ?? '')}
        </strong>
        <OrderPrice of={order} chainId={chainId} exact />
      </span>
      <span className="sluice-journal-state">
        <OrderState of={order} />
        {order.validUntil ? (
          <>
            {' · '}
            <Sentence of={messages.journal.ends} parts={{ time: <When at={order.validUntil * 1_000} /> }} />
          </>
        ) : null}
        <OrderNotes of={order} />
      </span>
      <span className="sluice-journal-actions">
        <Button kind="secondary" small onClick={() => onAct('edit')}>
          {messages.edit.action}
        </Button>
        <Button kind="secondary" small onClick={() => onAct('cancel')}>
          {messages.cancel.action}
        </Button>
      </span>
    </li>
  )
}
