import { isCriteria, type OrderComponents, orderId, orderShape, type SeaportVersion } from '@sluice/seaport'
import type { Address, Hex } from 'viem'

/** A signed order of the stand-in. */
export type StandInOrder = {
  readonly components: OrderComponents
  readonly signature: Hex
  /** The token ids that an offer is limited to, such as those with a trait. */
  readonly tokenIds?: readonly bigint[] | undefined
  /** Version of Seaport; 1.6 by default. */
  readonly version?: SeaportVersion | undefined
}

export type StandInEntry = StandInOrder & {
  readonly id: Hex
  readonly side: 'listings' | 'offers'
  readonly contract: Address
  status: 'ACTIVE' | 'INACTIVE' | 'CANCELLED'
}

/** The orders of the stand-in, in memory, the newest last. */
export type StandInBook = {
  add(order: StandInOrder): StandInEntry
  get(id: string): StandInEntry | undefined
  /** Returns up to `limit` active orders of a collection, starting at the offset `after`. */
  page(
    contract: Address,
    side: StandInEntry['side'],
    after: number,
    limit: number,
  ): { readonly entries: readonly StandInEntry[]; readonly next: number | undefined }
}

export function createStandInBook(): StandInBook {
  const entries = new Map<string, StandInEntry>()
  const lists = new Map<string, StandInEntry[]>()
  return {
    add: (order) => {
      const shape = orderShape(order.components)
      if (shape === undefined)
        throw new TypeError('The stand-in accepts only orders of one token for one currency.')
      const side = shape.side === 'ask' ? 'listings' : 'offers'
      const contract = shape.nft.token
      const entry: StandInEntry = {
        ...order,
        id: orderId(order.components),
        side,
        contract,
        status: 'ACTIVE',
      }
      entries.set(entry.id, entry)
      const key = `${contract}|${side}`
      const list = lists.get(key) ?? []
      list.push(entry)
      lists.set(key, list)
      return entry
    },
    get: (id) => entries.get(id),
    page: (contract, side, after, limit) => {
      const list = lists.get(`${contract}|${side}`) ?? []
      const active: StandInEntry[] = []
      let at = after
      for (const entry of list.slice(after)) {
        if (active.length === limit) break
        at += 1
        if (entry.status === 'ACTIVE') active.push(entry)
      }
      return { entries: active, next: at < list.length ? at : undefined }
    },
  }
}

/** Encodes token ids as the API does: `1,4:7,12`. */
function encodeTokenIds(ids: readonly bigint[]): string {
  const parts: [bigint, bigint][] = []
  for (const id of [...ids].sort((a, b) => (a < b ? -1 : 1))) {
    const last = parts.at(-1)
    if (last !== undefined && last[1] + 1n === id) last[1] = id
    else parts.push([id, id])
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}:${to}`)).join(',')
}

/** Returns the parameters of an order as the API writes them: amounts and times as strings. */
export function parametersJson(order: OrderComponents) {
  const item = (one: OrderComponents['offer'][number]) => ({
    itemType: one.itemType,
    token: one.token,
    identifierOrCriteria: one.identifierOrCriteria.toString(),
    startAmount: one.startAmount.toString(),
    endAmount: one.endAmount.toString(),
  })
  return {
    offerer: order.offerer,
    offer: order.offer.map(item),
    consideration: order.consideration.map((one) => ({ ...item(one), recipient: one.recipient })),
    startTime: order.startTime.toString(),
    endTime: order.endTime.toString(),
    orderType: order.orderType,
    zone: order.zone,
    zoneHash: order.zoneHash,
    salt: `0x${order.salt.toString(16)}`,
    conduitKey: order.conduitKey,
    totalOriginalConsiderationItems: order.consideration.length,
    counter: order.counter.toString(),
  }
}

/** Returns the criteria of an offer for any of several tokens; nothing for an offer for one token. */
function criteriaJson({ components, contract, tokenIds }: StandInEntry, slug: string) {
  const nft = orderShape(components)?.nft
  if (nft === undefined || !isCriteria(nft.itemType)) return {}
  return {
    criteria: {
      collection: { slug },
      contract: { address: contract },
      ...(tokenIds === undefined ? { traits: [] } : { traits: [{ type: 'Palette', value: 'Dawn' }] }),
      encoded_token_ids: tokenIds === undefined ? '*' : encodeTokenIds(tokenIds),
    },
  }
}

/** Returns an order as the API shows it. Like OpenSea, it usually leaves out the signature, which only fillers get. */
export function entryJson(
  entry: StandInEntry,
  place: { readonly chain: string; readonly seaport: Address; readonly slug: string },
  tellsSignatures: boolean,
) {
  const { components, signature, id, contract, side } = entry
  const shape = orderShape(components)
  const money =
    side === 'listings' ? components.consideration.filter(({ itemType }) => itemType < 2) : components.offer
  const price = {
    currency: shape?.currency === '0x0000000000000000000000000000000000000000' ? 'ETH' : 'WETH',
    decimals: 18,
    value: money.reduce((sum, { startAmount }) => sum + startAmount, 0n).toString(),
  }
  return {
    order_hash: id,
    chain: place.chain,
    protocol_data: {
      parameters: parametersJson(components),
      signature: tellsSignatures ? signature : null,
    },
    protocol_address: place.seaport,
    asset: { identifier: shape?.nft.identifierOrCriteria.toString(), contract },
    remaining_quantity: Number(shape?.quantity ?? 1n),
    ...criteriaJson(entry, place.slug),
    ...(side === 'listings' ? { price: { current: price }, type: 'basic' } : { price }),
    status: entry.status,
  }
}
