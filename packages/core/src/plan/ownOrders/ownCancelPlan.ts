import { cancelOrders, incrementCounter, type SeaportVersion } from '@sluice/seaport'
import { lowerHex } from '@sluice/seaport/hex'
import type { Address } from 'viem'
import type { Chain } from '../../chains/chain.ts'
import { TradeError } from '../../errors.ts'
import type { JournalOrder } from '../../journal/signedOrders.ts'

/**
 * Returns our own plan for a cancellation, one call per Seaport. The guards check it like a provider's. To cancel `all`
 * means at least everything on the newest Seaport: orders that were signed elsewhere are in no journal of this device.
 */
export function ownCancelPlan(
  chain: Chain,
  versions: readonly SeaportVersion[],
  account: Address,
  orders: readonly JournalOrder[],
  all: boolean,
): unknown {
  const newest = versions.map((version) => chain.seaport[version]).find((address) => address !== undefined)
  if (newest === undefined)
    throw new TradeError('missing_configuration', 'The chain has no Seaport to cancel on.')
  const targets = new Set([...(all ? [lowerHex(newest)] : []), ...orders.map(({ seaport }) => seaport)])
  const items = [...targets].map((seaport) => {
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
