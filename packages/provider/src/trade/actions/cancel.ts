import { cancelOrders, incrementCounter } from '@sluice/seaport'
import { splitToken } from '@sluice/wire'
import type { Address } from 'viem'
import { ApiError } from '../../apiError.ts'
import { cancelTypedData } from '../../orders/zone/cancelBySignature.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import type { TradeContext } from '../context.ts'
import { exchangeFor, exchangeOf } from '../exchange.ts'
import type { CancelRequest } from '../requests.ts'
import { cancelSteps, type SignatureItem, type TransactionItem } from '../steps/steps.ts'
import { incomplete, transactionData } from '../steps/transactions.ts'

/** The status and the sentence of the ancestor, with a code that says that the orders are gone. */
const nothing = (field: string) => new ApiError('noFillableOrders', 'No matching order(s)', { field })

/** Orders of the request that their maker can still cancel, by what is stored and by the chain. */
async function openOnes(
  context: TradeContext,
  found: readonly StoredOrder[],
): Promise<readonly StoredOrder[]> {
  const { chain, live } = context
  const now = context.now()
  const open = found.filter(
    ({ fillability, components }) =>
      (fillability === 'fillable' || fillability === 'no-balance') && components.endTime > now,
  )
  const seaportOf = (order: StoredOrder) => exchangeOf(chain, order.version).address
  const facts = await live.read(
    open.map((order) => ({ ask: 'order', seaport: seaportOf(order), orderId: order.id })),
  )
  return open.filter((order) => {
    const state = facts.order(seaportOf(order), order.id)
    return state !== undefined && !state.cancelled && (state.size === 0n || state.filled < state.size)
  })
}

/** One transaction per Seaport cancels all of its orders. */
function cancellations(
  context: TradeContext,
  orders: readonly StoredOrder[],
  body: CancelRequest,
): readonly TransactionItem[] {
  const versions = [...new Set(orders.map(({ version }) => version))]
  return versions.flatMap((version) => {
    const own = orders.filter((order) => order.version === version)
    const maker = own[0]?.maker
    if (maker === undefined) return []
    const call = cancelOrders(
      exchangeOf(context.chain, version).address,
      own.map(({ components }) => components),
    )
    return [{ ...incomplete(transactionData(maker, call, body)), orderIds: own.map(({ id }) => id) }]
  })
}

async function ordersOf(context: TradeContext, body: CancelRequest): Promise<readonly StoredOrder[]> {
  if (body.orderIds != null) return context.book.ordersById([...new Set(body.orderIds)])
  if (body.maker == null || body.token == null)
    throw new ApiError('other', 'No matching order(s)', { field: 'orderIds' })
  const { contract, tokenId } = splitToken(body.token)
  const { kind } = exchangeFor(context.chain, body.orderKind ?? 'seaport-v1.6')
  return context.book.openOrders(body.maker, kind, contract, tokenId)
}

/** One signature that cancels all orders of our zone, without gas. */
function zoneSignatures(context: TradeContext, orders: readonly StoredOrder[]): readonly SignatureItem[] {
  const zone = context.chain.zone
  const [first] = orders
  if (zone === undefined || first === undefined) return []
  const orderIds = orders.map(({ id }) => id).sort()
  const { domain, types, primaryType, message } = cancelTypedData(context.chain.id, zone, orderIds)
  const orderKind = exchangeOf(context.chain, first.version).kind
  return [
    {
      status: 'incomplete',
      data: {
        sign: { signatureKind: 'eip712', domain, types, value: message, primaryType },
        post: {
          endpoint: '/execute/cancel-signature/v1',
          method: 'POST',
          body: { orderIds, orderKind },
        },
      },
      orderIds,
    },
  ]
}

async function answer(
  context: TradeContext,
  account: Address,
  items: readonly TransactionItem[],
  signatures: readonly SignatureItem[] = [],
) {
  const requestId = context.requestId()
  await context.book.saveExecution({ requestId, kind: 'cancel', account })
  return { requestId, steps: cancelSteps({ signatures, cancellations: items }) }
}

/**
 * Plans a cancellation: by one signature for orders of our zone, else on chain. It is of the orders named, of a maker's
 * orders for one token, or, with a maker and an order kind alone, of everything the maker signed on that Seaport.
 * @throws {ApiError} when nothing is left to cancel, or the orders are of several makers.
 */
export async function cancel(context: TradeContext, body: CancelRequest) {
  const everything = body.orderIds == null && body.token == null && body.maker != null
  if (everything && body.maker != null && body.orderKind != null) {
    const { address } = exchangeFor(context.chain, body.orderKind)
    const item = { ...incomplete(transactionData(body.maker, incrementCounter(address), body)), orderIds: [] }
    return answer(context, body.maker, [item])
  }
  const open = await openOnes(context, await ordersOf(context, body))
  const [first] = open
  if (first === undefined) throw nothing(body.orderIds == null ? 'token' : 'orderIds')
  if (open.some(({ maker }) => maker !== first.maker))
    throw new ApiError('other', 'All orders must have the same maker', { field: 'orderIds' })
  const inZone = open.filter(
    ({ components }) => !body.forceOnChainCancel && components.zone === context.chain.zone,
  )
  const onChain = open.filter((order) => !inZone.includes(order))
  return answer(context, first.maker, cancellations(context, onChain, body), zoneSignatures(context, inZone))
}
