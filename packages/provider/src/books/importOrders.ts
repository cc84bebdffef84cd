import { orderShape, type SeaportVersion } from '@sluice/seaport'
import { type Address, stringToBytes, toHex } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { mapInTurns } from '../mapInTurns.ts'
import { postOrders } from '../orders/postOrders.ts'
import { type PostedOrder, seaportOf } from '../orders/validateOrder.ts'
import { knownSets, saveTokenSets, type TokenSet } from '../storage/orders/tokenSets.ts'
import { readKnownOrders } from '../storage/orders/zoneCancels.ts'
import { type BookOrder, type OrderBook, type ReadableBook, refKey } from './orderBook.ts'
import { openAmong, restoreOrders, withdrawOrders } from './withdrawOrders.ts'

const versions: readonly SeaportVersion[] = ['1.6', '1.5']

/** The set of tokens that an offer is limited to. */
function tokenSetOf(
  { verifier }: ChainDeps,
  { tokenIds, components }: BookOrder,
  contract: Address,
): TokenSet | undefined {
  if (tokenIds === undefined) return undefined
  const root = components.consideration[0]?.identifierOrCriteria ?? 0n
  // An offer without a root needs no proof: the hash of its tokens names the set.
  const key =
    root === 0n ? toHex(verifier.keccak(stringToBytes(tokenIds.join(',')))) : toHex(root, { size: 32 })
  return { id: `list:${contract}:${key}`, contract, attribute: undefined, tokenIds }
}

/** Stores sets of tokens, so that the offers for them can be found and filled. */
async function keepSets({ db, config }: ChainDeps, sets: readonly TokenSet[]): Promise<void> {
  const known = await knownSets(
    db,
    config.id,
    sets.map(({ id }) => id),
  )
  const fresh = new Map(sets.filter(({ id }) => !known.has(id)).map((set) => [set.id, set]))
  await saveTokenSets(db, config.id, [...fresh.values()])
}

/**
 * Takes orders of another book into our own: each has the hash that the book gives it, is valid, is signed (or its
 * signature is kept by the book), and has the status that the chain gives it. Orders that the book no longer offers are
 * withdrawn where only the book could fill them, and those it offers again are restored. Nothing else is believed.
 * @param contracts the collections that orders may be of.
 */
export async function importOrders(
  chain: ChainDeps,
  book: OrderBook & { readonly reads: ReadableBook },
  contracts: ReadonlySet<Address>,
  orders: readonly BookOrder[],
): Promise<void> {
  const { config, counts, db, log, verifier } = chain
  const bookTerms = { domain: book.domain, zones: book.reads.zones }
  // The last report of an order counts.
  const unique = [...new Map(orders.map((order) => [refKey(order), order])).values()]
  const known = await readKnownOrders(
    db,
    config.id,
    unique.map(({ id }) => id),
  )
  const sets: TokenSet[] = []
  const read = await mapInTurns(unique, (order): PostedOrder | undefined => {
    const { id, components, signature = '0x', seaport } = order
    if (order.isOpen === false || known.has(id)) return undefined
    const contract = orderShape(components)?.nft.token
    if (contract === undefined) {
      counts.add('book-order-several-tokens')
      log.debug({ book: book.name, id }, 'skipped an order of several tokens')
      return undefined
    }
    const version = versions.find((one) => seaportOf(config, one) === seaport)
    if (!contracts.has(contract) || version === undefined) return undefined
    if (verifier.orderHash(components) !== id) {
      counts.add('book-order-hash-differs')
      return undefined
    }
    const set = tokenSetOf(chain, order, contract)
    if (set !== undefined) sets.push(set)
    const terms = { id, zones: book.reads.zones, tokenSetId: set?.id }
    return { components, signature, version, source: book.domain, book: terms }
  })
  const posted = read.filter((one) => one !== undefined)
  await keepSets(chain, sets)
  if (posted.length > 0)
    for (const result of await postOrders(chain, posted))
      counts.add(result.stored ? 'book-order-stored' : `book-order-${result.reason}`)
  await restoreOrders(
    chain,
    bookTerms,
    unique.filter(({ id, isOpen }) => isOpen === true && known.get(id)?.isCanceled),
  )
  const over = unique.filter(({ id, isOpen }) => isOpen === false && known.has(id))
  await withdrawOrders(chain, await openAmong(chain, bookTerms, over))
}
