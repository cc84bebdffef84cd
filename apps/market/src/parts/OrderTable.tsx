import type { MarketOrder } from '@sluice/core'
import { When } from '@sluice/react/components'
import type { ReactNode } from 'react'
import { useMessages } from '../locale.tsx'
import { useMarket } from '../market.tsx'
import { OrderAmount } from '../prices/OrderAmount.tsx'
import { endOf } from './endOf.ts'

export type OrderColumn = {
  readonly name: string
  /**
   * `value`: on a phone its name is next to it. `title`: what the row is about. `state`: not shown on a phone. `tool`
   * and `action`: named for screen readers alone, `action` at the end of the row.
   */
  readonly kind: 'value' | 'title' | 'state' | 'tool' | 'action'
  readonly cell: (order: MarketOrder) => ReactNode
}

/** The columns that every table of orders has: what an order asks or offers, and when it ends. */
export function useOrderColumns(): Readonly<Record<'price' | 'ends', OrderColumn>> {
  const { chain } = useMarket()
  const { token: said, common } = useMessages()
  return {
    price: {
      name: said.price,
      kind: 'value',
      cell: (order) => <OrderAmount chain={chain} of={order} />,
    },
    ends: {
      name: said.ends,
      kind: 'value',
      cell: (order) => {
        const at = endOf(order)
        return at === undefined ? common.never : <When at={at} />
      },
    },
  }
}

const classes = { value: undefined, title: undefined, state: 'state', tool: undefined, action: 'table-end' }

/** Orders in rows; on a phone each is a card. */
export function OrderTable(props: {
  readonly orders: readonly MarketOrder[]
  readonly columns: readonly OrderColumn[]
}): ReactNode {
  const { orders, columns } = props
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard, too
    <div className="table-frame" tabIndex={0}>
      <table className="table table-cards">
        <thead>
          <tr>
            {columns.map(({ name, kind }) => (
              <th key={name} scope="col" className={kind === 'state' ? 'state' : undefined}>
                {kind === 'tool' || kind === 'action' ? <span className="hidden">{name}</span> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              {columns.map(({ name, kind, cell }) => (
                <td key={name} className={classes[kind]} data-label={kind === 'value' ? name : undefined}>
                  {cell(order)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
