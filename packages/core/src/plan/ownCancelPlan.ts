import { cancelOrders, incrementCounter } from '@sluice/seaport'
import { lowerHex } from '@sluice/seaport/hex'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { JournalOrder } from '../journal/signedOrders.ts'

/** Returns our own plan for a cancellation, one call per Seaport. The guards check it like a provider's. */
export function ownCancelPlan(
  chain: Chain,
  account: Address,
  orders: readonly JournalOrder[],
  all: boolean,
): unknown {
  const seaports = [...new Set(orders.map(({ seaport }) => seaport))]
  const newest = chain.seaport['1.6'] ?? chain.seaport['1.5']
  if (newest === undefined)
    throw new TradeError('missing_configuration', 'The chain has no Seaport to cancel on.')
  const targets = seaports.length > 0 ? seaports : [lowerHex(newest)]
  const items = targets.map((seaport) => {
    const own = orders.filter((order) => order.seaport === seaport)
    const { to, data } = all
      ? incrementCounter(seaport)
      : cancelOrders(
          seaport,
          own.map(({ components }) => components),
        )
    return {
      status: 'incomplete',
      data: { from: account, to, data },
      orderIds: own.map(({ orderId }) => orderId),
    }
  })
  return {
    steps: [{ id: 'cancellation', action: '', description: '', kind: 'transaction', items }],
  }
}
