import type { SeaportVersion } from '@sluice/seaport'
import { type Address, keccak256, stringToBytes, toHex } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { postOrders } from '../orders/postOrders.ts'
import { type PostedOrder, seaportOf } from '../orders/validateOrder.ts'
import { saveTokenSet } from '../storage/orders/tokenSets.ts'
import { ordersOfBook, readKnownOrders } from '../storage/orders/zoneCancels.ts'
import type { BookOrder, OrderBook, ReadableBook } from './orderBook.ts'
import { restoreOrders, withdrawOrders } from './withdrawOrders.ts'

const versions: readonly SeaportVersion[] = ['1.6', '1.5']

/** The set of tokens that an offer is limited to, stored so that the offer can be found and filled. */
async function tokenSetOf(
  chain: ChainDeps,
  order: BookOrder,
  contract: Address,
): Promise<string | undefined> {
  const { tokenIds, components } = order
  if (tokenIds === undefined) return undefined
  const root = components.consideration[0]?.identifierOrCriteria ?? 0n
  // An offer without a root needs no proof: the hash of its tokens names the set.
  const key = root === 0n ? keccak256(stringToBytes(tokenIds.join(','))) : toHex(root, { size: 32 })
  const id = `list:${contract}:${key}`
  await saveTokenSet(chain.db, chain.config.id, { id, contract, attribute: undefined, tokenIds })
  return id
}

/** The contract of the token that an order is about. */
const contractOf = ({ components: { offer, consideration } }: BookOrder): Address | undefined =>
  [...offer, ...consideration].find(({ itemType }) => itemType >= 2)?.token

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
  const { config, counts, db, verifier } = chain
  // The last report of an order counts.
  const unique = [...new Map(orders.map((order) => [order.id, order])).values()]
  const known = await readKnownOrders(
    db,
    config.id,
    unique.map(({ id }) => id),
  )
  const posted: PostedOrder[] = []
  for (const order of unique) {
    if (order.isOpen === false || known.has(order.id)) continue
    const contract = contractOf(order)
    const version = versions.find((one) => seaportOf(config, one) === order.seaport)
    if (contract === undefined || !contracts.has(contract) || version === undefined) continue
    if (verifier.orderHash(order.components) !== order.id) {
      counts.add('book-order-hash-differs')
      continue
    }
    const { components, signature = '0x' } = order
    const tokenSetId = await tokenSetOf(chain, order, contract)
    const terms = { zones: book.reads.zones, tokenSetId }
    posted.push({ components, signature, version, source: book.domain, book: terms })
  }
  if (posted.length > 0)
    for (const result of await postOrders(chain, posted))
      counts.add(result.stored ? 'book-order-stored' : `book-order-${result.reason}`)
  await restoreOrders(
    chain,
    unique.filter(({ id, isOpen }) => isOpen === true && known.get(id)?.isCanceled).map(({ id }) => id),
    { domain: book.domain, zones: book.reads.zones },
  )
  const over = unique.filter(({ id, isOpen }) => isOpen === false && known.has(id)).map(({ id }) => id)
  if (over.length > 0)
    await withdrawOrders(
      chain,
      await ordersOfBook(db, config.id, { domain: book.domain, zones: book.reads.zones }, { among: over }),
    )
}
