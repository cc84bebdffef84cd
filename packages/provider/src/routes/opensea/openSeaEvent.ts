import type { Hex } from 'viem'
import { seaportOf } from '../../orders/validateOrder.ts'
import { readOrders, type StoredOrder } from '../../storage/orders/orders.ts'
import type { ActivityLine, ActivityType } from '../../storage/pages/listActivity.ts'
import { keyOf, readTokens, type TokenBase } from '../../storage/pages/tokenDetails.ts'
import type { RouteContext } from '../routeContexts.ts'
import { openSeaChain } from './openSeaChain.ts'
import { openSeaNft } from './openSeaNft.ts'
import { criteriaOf } from './openSeaOrder.ts'

/** OpenSea's kinds of events, and our own that hold them. */
export const eventKinds = {
  sale: 'sale',
  transfer: 'transfer',
  mint: 'mint',
  listing: 'ask',
  offer: 'bid',
  collection_offer: 'bid',
  trait_offer: 'bid',
} as const satisfies Readonly<Record<string, ActivityType>>
export type EventKind = keyof typeof eventKinds
export const everyEventKind = Object.keys(eventKinds) as readonly EventKind[]

/** OpenSea's kind of a line. */
export function eventKindOf({ type, tokenId, tokenSetId }: ActivityLine): EventKind | undefined {
  if (type === 'sale' || type === 'transfer' || type === 'mint') return type
  if (type === 'ask') return 'listing'
  if (type !== 'bid') return undefined
  if (tokenId !== null) return 'offer'
  return tokenSetId?.startsWith('list:') === true ? 'trait_offer' : 'collection_offer'
}

type Names = {
  readonly tokens: ReadonlyMap<string, TokenBase>
  readonly orders: ReadonlyMap<Hex, StoredOrder>
}

function openSeaEvent(
  context: RouteContext,
  line: ActivityLine,
  { tokens, orders }: Names,
): readonly object[] {
  const { config } = context.chain
  const { tokenId, contract, currency, price, orderId } = line
  const base = tokenId === null ? undefined : tokens.get(keyOf({ contract, tokenId }))
  const nft = base === undefined ? undefined : openSeaNft(context, base)
  const order = orderId === null ? undefined : orders.get(orderId)
  const shown = currency === null ? undefined : context.prices.price(currency, 0n).currency
  const payment =
    shown === undefined || price === null
      ? {}
      : {
          payment: {
            quantity: price.toString(),
            token_address: shown.contract,
            decimals: shown.decimals,
            symbol: shown.symbol,
          },
        }
  const event = {
    event_timestamp: line.timestamp,
    chain: openSeaChain(config.id),
    quantity: Number(line.units),
    ...(line.txHash === null ? {} : { transaction: line.txHash }),
    ...(orderId === null ? {} : { order_hash: orderId }),
    ...(order === undefined ? {} : { protocol_address: seaportOf(config, order.version) ?? config.seaport }),
  }
  const kind = eventKindOf(line)
  if (kind === 'sale') {
    const [seller, buyer] = [line.from, line.to ?? '']
    const sale = { event_type: 'sale', closing_date: line.timestamp, seller, buyer }
    return [{ ...event, ...sale, ...payment, ...(nft === undefined ? {} : { nft }) }]
  }
  if (kind === 'transfer' || kind === 'mint') {
    const from = kind === 'mint' ? {} : { from_address: line.from }
    const moved = { event_type: kind, ...from, to_address: line.to ?? '' }
    return [{ ...event, ...moved, ...(nft === undefined ? {} : { nft }) }]
  }
  if (kind === undefined || order === undefined) return []
  return [
    {
      ...event,
      ...payment,
      event_type: 'order',
      order_type: kind === 'offer' ? 'item_offer' : kind,
      start_date: Number(order.components.startTime),
      expiration_date: Number(order.components.endTime),
      maker: order.maker,
      taker: order.taker ?? '',
      ...(nft === undefined ? {} : { asset: nft }),
      ...(tokenId === null ? { criteria: criteriaOf(contract, null) } : {}),
      ...(kind === 'listing' ? { is_private_listing: order.taker !== undefined } : {}),
    },
  ]
}

/** Activity in OpenSea's form, which has no event for a cancellation. */
export async function openSeaEvents(context: RouteContext, lines: readonly ActivityLine[]) {
  const { db, config } = context.chain
  const keys = lines.flatMap(({ contract, tokenId }) =>
    tokenId === null ? [] : [{ contract, tokenId: BigInt(tokenId) }],
  )
  const ids = lines.flatMap(({ orderId }) => orderId ?? [])
  const [tokens, orders] = await Promise.all([
    readTokens(db, config.id, keys),
    readOrders(db, config.id, [...new Set(ids)]),
  ])
  const names = { tokens, orders: new Map(orders.map((order) => [order.id, order])) }
  return lines.flatMap((line) => openSeaEvent(context, line, names))
}
