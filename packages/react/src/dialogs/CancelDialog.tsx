'use client'

import type { MarketOrder } from '@sluice/core'
import type { ReactNode } from 'react'
import { type CancelInput, useCancel } from '../flows/useCancel.ts'
import { useOwnOrders } from '../hooks/useOwnOrders.ts'
import { accountOf } from '../kit/addresses.ts'
import { useKit } from '../kit/SluiceProvider.tsx'
import type { PageMessages, TitledMessage } from '../locales/messages.ts'
import { Button } from '../primitives/Button.tsx'
import { Note } from '../primitives/Note.tsx'
import { type DialogOpenProps, useDialogOpen } from '../primitives/useDialogOpen.ts'
import { TradeDialog } from '../progress/TradeDialog.tsx'
import { orderName, orderNames } from '../values/names.ts'
import { OrderPrice } from '../values/OrderPrice.tsx'
import { Sentence } from '../values/Sentence.tsx'
import { When } from '../values/When.tsx'
import { OrderHead } from './OrderHead.tsx'

export type CancelDialogProps = DialogOpenProps &
  Omit<CancelInput, 'enabled'> & {
    /** What the order is for, as the page calls it; needed for a single order. */
    readonly name?: string | undefined
  }

/**
 * Cancels the account's own listings or offers in a dialog.
 *
 * @example
 * <CancelDialog orderIds={[order.id]} side="listing" name="Ember #42" trigger={<Button>Cancel</Button>} />
 */
export function CancelDialog(props: CancelDialogProps): ReactNode {
  const { orderIds, side, chainId } = props
  const kit = useKit()
  const { messages } = kit
  const [open, setOpen] = useDialogOpen(props)
  const flow = useCancel({ orderIds, side, chainId, enabled: open })
  const orders = useOwnOrders(side, { ids: orderIds === 'all' ? [] : orderIds, chainId, enabled: open })
  const what = orderIds === 'all' || orderIds.length > 1 ? 'several' : side
  const isReserved = orders.data?.some(({ taker }) => accountOf(taker) !== undefined) === true
  return (
    <TradeDialog
      title={titleOf(props, messages)}
      trigger={props.trigger}
      open={open}
      onOpenChange={setOpen}
      head={what === 'several' ? null : <OrderHead of={orders.data?.[0]} chainId={chainId} />}
      flow={flow}
      complete={completeOf(props, messages)}
      names={orderNames(orders.data ?? [], kit, chainId)}
      stillOpen={what === 'listing' && isReserved ? 'reserved' : what}
    >
      {flow.status === 'ready' ? (
        <>
          {orderIds === 'all' ? <Note kind="warning">{messages.cancel.allWarning}</Note> : null}
          <Present of={flow.orders} side={side} chainId={chainId} />
          <Note>{flow.offChain ? messages.cancel.offChain : messages.cancel.onChain}</Note>
          <footer className="sluice-actions">
            <Button onClick={flow.confirm}>{actionOf(props, flow.orders.length, messages)}</Button>
            <Button kind="secondary" onClick={() => setOpen(false)}>
              {messages.cancel.keep[what]}
            </Button>
          </footer>
        </>
      ) : null}
    </TradeDialog>
  )
}

/** What is to be canceled: the price of each order, and when it would end. */
function Present(props: {
  readonly of: readonly MarketOrder[]
  readonly side: 'listing' | 'offer'
  readonly chainId: number | undefined
}): ReactNode {
  const { messages } = useKit()
  const { of: orders, side, chainId } = props
  if (orders.length === 0) return null
  return (
    <ul className="sluice-canceled">
      {orders.map((order) => {
        const price = <OrderPrice of={order} chainId={chainId} exact />
        const until = order.validUntil ?? order.expiration ?? 0
        return (
          <li key={order.id}>
            {orders.length === 1 ? null : <strong>{orderName(order, messages)}</strong>}
            <span>
              {until === 0 ? (
                price
              ) : (
                <Sentence
                  of={messages.cancel.present[side]}
                  parts={{ price, time: <When at={until * 1_000} /> }}
                />
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const completeOf = ({ orderIds }: CancelDialogProps, { cancel }: PageMessages): TitledMessage =>
  orderIds === 'all' || orderIds.length > 1 ? cancel.completeMany : cancel.complete

function actionOf({ orderIds, side }: CancelDialogProps, count: number, { cancel }: PageMessages): string {
  if (orderIds === 'all') return cancel.titleAll
  return orderIds.length > 1 ? cancel.titleMany[side](count) : cancel.confirm[side]
}

function titleOf({ orderIds, name, side }: CancelDialogProps, messages: PageMessages): string {
  if (orderIds === 'all') return messages.cancel.titleAll
  if (orderIds.length > 1) return messages.cancel.titleMany[side](orderIds.length)
  return messages.cancel.title[side](name ?? '')
}
