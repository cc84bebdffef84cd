import { bulkTypedData, type OrderComponents, orderTypedData, seaportDomain } from '@sluice/seaport'
import type { Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { LocalAccount } from './accounts.ts'

/** Signs a maker's orders for Seaport 1.6: one order with its own signature, several with one bulk signature. */
export function signOrders(
  chainId: number,
  maker: Pick<LocalAccount, 'privateKey'>,
  orders: readonly OrderComponents[],
): Promise<Hex> {
  const domain = seaportDomain(chainId, '1.6')
  const [only] = orders
  return privateKeyToAccount(maker.privateKey).signTypedData(
    orders.length === 1 && only !== undefined ? orderTypedData(domain, only) : bulkTypedData(domain, orders),
  )
}
