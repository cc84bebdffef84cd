import { bulkTree, type OrderComponents } from '@sluice/seaport'
import { orderAnswer, parse, routes } from '@sluice/wire'
import { type Hex, stringify } from 'viem'
import type { LocalAccount } from '../contracts/accounts.ts'
import { signOrders } from '../contracts/signOrders.ts'

type Signed = { readonly order: OrderComponents; readonly proof: readonly Hex[] | undefined }

/** Milliseconds to wait for an unreachable provider. */
const timeout = 60_000

/** Signs a maker's orders and posts them. Returns their signature: one for all of them. */
export async function signAndPost(
  baseApiUrl: string,
  chainId: number,
  maker: Pick<LocalAccount, 'privateKey'>,
  orders: readonly OrderComponents[],
): Promise<Hex> {
  const signature = await signOrders(chainId, maker, orders)
  const tree = orders.length === 1 ? undefined : bulkTree(orders)
  await postOrders(
    baseApiUrl,
    signature,
    orders.map((order, index) => ({ order, proof: tree?.proof(index) })),
  )
  return signature
}

/**
 * Posts signed orders until the provider acknowledges them. After a failure the same body is posted again. The provider
 * stores each order once, because its hash is the key.
 */
async function postOrders(baseApiUrl: string, signature: Hex, orders: readonly Signed[]): Promise<void> {
  const posted = ({ order }: Signed) => ({
    order: { kind: 'seaport-v1.6', data: order },
    orderbook: 'reservoir',
  })
  const bulk = orders.length > 1
  const path = bulk ? routes.orderV4.path : routes.orderV3.path
  const body = bulk
    ? {
        items: orders.map((one, orderIndex) => ({
          ...posted(one),
          bulkData: { kind: 'seaport-v1.6', data: { orderIndex, merkleProof: one.proof ?? [] } },
        })),
      }
    : posted(orders[0] as Signed)
  const deadline = Date.now() + timeout
  for (;;) {
    const answer = await attempt(`${baseApiUrl}${path}?signature=${signature}`, stringify(body))
    if (answer !== undefined) return
    if (Date.now() > deadline) throw new Error('The provider does not respond.')
    await new Promise((wake) => setTimeout(wake, 200))
  }
}

/**
 * Posts the orders once. Resolves to `undefined` if it should be tried again.
 *
 * @throws {Error} if an order is rejected.
 */
async function attempt(url: string, body: string): Promise<true | undefined> {
  let response: Response
  try {
    response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  } catch {
    // The connection failed: the provider may be restarting.
    return undefined
  }
  if (response.status >= 500 || response.status === 429) return undefined
  let answer: unknown
  try {
    answer = await response.json()
  } catch {
    // The response was cut off. The order may have been stored or not, so it is posted again.
    return undefined
  }
  if (!response.ok) throw new Error(`The provider rejected the orders: ${JSON.stringify(answer)}`)
  const { results } = parse(orderAnswer, answer, 'The answer')
  const rejected = results?.find((result) => result.message !== 'success')
  if (rejected !== undefined)
    throw new Error(`The provider rejected order ${rejected.orderIndex}: ${rejected.message}`)
  return true
}
