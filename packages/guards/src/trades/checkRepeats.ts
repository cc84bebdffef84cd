import { block } from '../context/findings.ts'
import { addTo } from '../model/summed.ts'
import { standardOf } from './maker.ts'
import type { Trade, TradeContext } from './trade.ts'

/**
 * Checks that the calls of a plan fill no order beyond its own quantity, and no ERC-721 twice. Seaport fills such an order
 * or moves such a token once, so that less happens than the orders say together.
 */
export function checkRepeats(context: TradeContext, trades: readonly Trade[]): undefined {
  const filled = new Map<string, bigint>()
  const moved = new Set<string>()
  for (const { entry, path, makers } of trades)
    for (const maker of makers) {
      const { order, orderId, shape, tokenId, units } = maker
      const place = `${path}#orders.${order.index}`
      const key = `${entry.data.to}:${orderId}`
      addTo(filled, key, units)
      const sum = filled.get(key) ?? 0n
      if (sum > shape.quantity) block(context, 'CALL_QUANTITY', `${place}.quantity`, sum, shape.quantity)
      if (standardOf(maker) !== 'erc721') continue
      const token = `${shape.nft.token}:${tokenId}`
      if (moved.has(token)) block(context, 'CALL_QUANTITY', place, token)
      moved.add(token)
    }
}
