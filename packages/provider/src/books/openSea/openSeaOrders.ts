import { criteriaRoot, isCriteria, type Keccak, orderShape } from '@sluice/seaport'
import { address, bytes, bytes32, maybe, orderComponents } from '@sluice/wire'
import * as v from 'valibot'
import type { Address } from 'viem'
import { mapInTurns } from '../../mapInTurns.ts'
import type { BookOrder, BookPage } from '../orderBook.ts'

/** The most orders of a page, and the most tokens that an offer for some tokens of a collection may name. */
const [maxOrders, maxTokens] = [500, 20_000]

const criteria = v.object({
  trait: maybe(v.unknown()),
  traits: maybe(v.array(v.unknown())),
  numeric_traits: maybe(v.array(v.unknown())),
  encoded_token_ids: maybe(v.string()),
})

/** A listing or an offer, as lists, single reads and events hold it. */
const openSeaOrder = v.object({
  order_hash: bytes32,
  chain: v.string(),
  protocol_address: maybe(address),
  protocol_data: v.object({ parameters: orderComponents, signature: maybe(bytes(8192)) }),
  criteria: maybe(criteria),
  status: maybe(v.string()),
})

const next = maybe(v.pipe(v.string(), v.maxLength(4096)))
export const openSeaPage = {
  sell: v.object({ listings: v.pipe(v.array(v.unknown()), v.maxLength(maxOrders)), next }),
  buy: v.object({ offers: v.pipe(v.array(v.unknown()), v.maxLength(maxOrders)), next }),
} as const

/**
 * The tokens that `encoded_token_ids` names, such as `1,4:7,12`.
 * @returns `undefined` for what cannot be read, or is too long.
 */
function decodeTokenIds(encoded: string): readonly bigint[] | undefined {
  const ids = new Set<bigint>()
  for (const part of encoded.split(',')) {
    const [, first, last = first] = /^(\d{1,78})(?::(\d{1,78}))?$/.exec(part) ?? []
    if (first === undefined || last === undefined) return undefined
    const [from, to] = [BigInt(first), BigInt(last)]
    if (to < from || to - from > BigInt(maxTokens - ids.size)) return undefined
    for (let id = from; id <= to; id += 1n) ids.add(id)
    if (ids.size > maxTokens) return undefined
  }
  return [...ids].sort((a, b) => (a < b ? -1 : 1))
}

/** How the book calls a chain, and how its orders are read. */
export type OpenSeaChain = {
  readonly chain: string
  /** The Seaport of orders that name none. */
  readonly seaport: Address
  readonly keccak: Keccak
}

type Entry = v.InferOutput<typeof openSeaOrder>

/** Token ids by root and text, `null` where these do not fit: the offers of a page share a few long lists. */
type TokenLists = Map<string, readonly bigint[] | null>

/**
 * The tokens that an offer is for, where its components do not say it alone. An offer for tokens with a trait may be
 * signed for the whole collection, and limited by the book's zone.
 * @returns `null` when they cannot be known: such an offer must not be shown as one for every token.
 */
function tokenIdsOf(
  { criteria, protocol_data: { parameters } }: Entry,
  lists: TokenLists,
  keccak: Keccak,
): readonly bigint[] | undefined | null {
  const shape = orderShape(parameters)
  if (shape === undefined || !isCriteria(shape.nft.itemType)) return undefined
  const { identifierOrCriteria: root } = shape.nft
  const isLimited =
    criteria?.trait != null ||
    (criteria?.traits ?? []).length > 0 ||
    (criteria?.numeric_traits ?? []).length > 0 ||
    root !== 0n
  const encoded = criteria?.encoded_token_ids ?? (isLimited ? '' : '*')
  if (encoded === '*') return isLimited ? null : undefined
  const key = `${root} ${encoded}`
  const known = lists.get(key)
  if (known !== undefined) return known
  const ids = decodeTokenIds(encoded)
  const fits = ids !== undefined && (root === 0n || BigInt(criteriaRoot(ids, keccak)) === root)
  lists.set(key, fits ? ids : null)
  return fits ? ids : null
}

/**
 * Reads one order.
 * @returns `undefined` when it is not one, or of another chain.
 */
export function readOrder(
  input: unknown,
  { chain, seaport, keccak }: OpenSeaChain,
  lists: TokenLists = new Map(),
): BookOrder | undefined {
  const read = v.safeParse(openSeaOrder, input, { abortEarly: true })
  if (!read.success || read.output.chain !== chain) return undefined
  const entry = read.output
  const tokenIds = tokenIdsOf(entry, lists, keccak)
  if (tokenIds === null) return undefined
  const { parameters, signature } = entry.protocol_data
  return {
    id: entry.order_hash,
    seaport: entry.protocol_address ?? seaport,
    components: parameters,
    signature: signature == null || signature === '0x' ? undefined : signature,
    tokenIds,
    isOpen: entry.status == null || entry.status.toUpperCase() === 'ACTIVE',
  }
}

/** Reads the entries of a page, each by itself, so that one bad entry does not hide the others. */
export async function readPage(
  entries: readonly unknown[],
  next: string | null | undefined,
  chain: OpenSeaChain,
): Promise<BookPage> {
  const lists: TokenLists = new Map()
  const read = await mapInTurns(entries, (entry) => readOrder(entry, chain, lists))
  const orders = read.filter((order) => order !== undefined)
  return {
    orders,
    unreadable: entries.length - orders.length,
    next: next == null || next === '' ? undefined : next,
  }
}
