import { fulfillAdvanced } from '@sluice/seaport'
import { type Address, type Hex, numberToHex } from 'viem'
import type { RpcCall } from './wallet.ts'
import type { World } from './world.ts'

/** The call that buys a listed token, as anybody may send it for a recipient. */
export async function purchaseOf(world: World, orderId: Hex, recipient?: Address): Promise<RpcCall> {
  const { order, signature } = world.market.orders.get(orderId)!
  const { seaport, conduitKey } = world.chain.contracts
  const now = await world.market.chainTime()
  const filler = { seaport, conduitKey, now, recipient }
  const { to, data, value } = fulfillAdvanced({ components: order, signature }, filler)
  return { to, data, value: numberToHex(value) }
}
