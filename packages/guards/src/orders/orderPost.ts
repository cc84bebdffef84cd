import type { OrderComponents, SeaportVersion } from '@sluice/seaport'
import type { Hex } from 'viem'
import type { BidIntent, ListIntent } from '../model/intent.ts'
import type { PostPlan } from '../model/verdict.ts'
import type { ListingOrBid } from './orderFindings.ts'

/** One of our orders with the terms it was built from. */
export type OwnOrder = { readonly components: OrderComponents; readonly terms: ListingOrBid }

type Items = readonly OrderComponents['offer'][number][]
/** The JSON of order items by their list. Orders with the same terms share a list, so its JSON is made once. */
type ItemsJson = Map<Items, readonly unknown[]>

function itemsJson(items: Items, known: ItemsJson): readonly unknown[] {
  const before = known.get(items)
  if (before !== undefined) return before
  const json = items.map((item) => ({
    ...item,
    identifierOrCriteria: `${item.identifierOrCriteria}`,
    startAmount: `${item.startAmount}`,
    endAmount: `${item.endAmount}`,
  }))
  known.set(items, json)
  return json
}

/** Returns the JSON of an order, with decimal strings for numbers. */
const orderJson = (components: OrderComponents, known: ItemsJson) => ({
  ...components,
  offer: itemsJson(components.offer, known),
  consideration: itemsJson(components.consideration, known),
  startTime: `${components.startTime}`,
  endTime: `${components.endTime}`,
  salt: `${components.salt}`,
  counter: `${components.counter}`,
})

/** Returns the target of a bid in the form that order books expect; nothing for a bid on one token. */
function targetJson({ terms, components }: OwnOrder) {
  if (!('target' in terms)) return {}
  const { target } = terms
  const root = components.consideration[0]?.identifierOrCriteria ?? 0n
  if (target.kind === 'collection') return { collection: target.contract }
  if (target.kind === 'list' || target.kind === 'root')
    return { tokenSetId: `list:${target.contract}:0x${root.toString(16).padStart(64, '0')}` }
  if (target.kind === 'attribute')
    return { attribute: { collection: target.contract, key: target.key, value: target.value } }
  return (target.kind satisfies 'token') && {}
}

function itemJson(
  own: OwnOrder,
  version: SeaportVersion,
  orderIndex: number,
  known: ItemsJson,
  proof: ((index: number) => readonly Hex[]) | undefined,
) {
  const kind = `seaport-v${version}`
  const { orderbook = 'reservoir' } = own.terms
  const item = { order: { kind, data: orderJson(own.components, known) }, orderbook, ...targetJson(own) }
  if (proof) Object.assign(item, { bulkData: { kind, data: { orderIndex, merkleProof: proof(orderIndex) } } })
  return item
}

/** Returns the post of our signed orders. Nothing in its body comes from the provider. */
export function orderPost(
  intent: ListIntent | BidIntent,
  endpoint: string,
  version: SeaportVersion,
  orders: readonly OwnOrder[],
  proof: ((index: number) => readonly Hex[]) | undefined,
  hashes: readonly Hex[],
): PostPlan {
  const source = intent.source === undefined ? {} : { source: intent.source }
  const known: ItemsJson = new Map()
  const items = orders.map((own, orderIndex) => itemJson(own, version, orderIndex, known, proof))
  const single = proof === undefined && endpoint !== '/order/v4'
  return { endpoint, body: single ? { ...items[0], ...source } : { items, ...source }, orderIds: hashes }
}
