import type { Intent } from '@sluice/guards'
import { addTo } from '@sluice/guards/internal'
import { bulkDigest, bulkTree, ItemType, orderDigest, seaportDomain } from '@sluice/seaport'
import { readHead } from '../../chain/reads.ts'
import { verifiedSignature } from '../../chain/verifySignature.ts'
import { mayBeFilled, readSignedOrder } from '../../journal/signedOrderStatus.ts'
import { type JournalOrder, journalOrders, spenderOf } from '../../journal/signedOrders.ts'
import type { PlanContext } from '../planContext.ts'

/** How many signatures of bids are looked up: the newest. More than that promise more than anybody can have. */
const maxSignatures = 500

type BidContext = Pick<PlanContext, 'client' | 'chain' | 'account' | 'reader' | 'runId' | 'prepared'>

/**
 * Returns what the account's open bids promise already, in base units, keyed `currency:spender`. The journal only says
 * which bids there may be: a bid counts if its signature is valid, as far as the chain shows it unfilled. Bids of this
 * run, and those that it replaces, do not count.
 */
export async function openBidTotals(context: BidContext): Promise<ReadonlyMap<string, bigint>> {
  const { client, chain, account, reader, runId, prepared } = context
  const promised = new Map<string, bigint>()
  if (reader === undefined) return promised
  const signed = new Map<string, JournalOrder[]>()
  for (const order of await journalOrders(client, chain, account)) {
    const { id, run } = order.entry
    if (run !== runId) signed.set(id, [...(signed.get(id) ?? []), order])
  }
  if (signed.size === 0) return promised
  const head = await readHead(reader).catch(() => undefined)
  const replaced = replacedBy(prepared.intent)
  const add = async (order: JournalOrder) => {
    const [paid] = order.components.offer
    if (paid?.itemType !== ItemType.erc20 || replaced.has(BigInt(order.orderId))) return
    const { state, filled } = await readSignedOrder(reader, order, head?.time)
    if (!mayBeFilled(state)) return
    const left = filled === undefined ? 1n : filled.of - filled.done
    const key = `${paid.token}:${spenderOf(chain, order)}`
    addTo(promised, key, (paid.startAmount * left) / (filled?.of ?? 1n))
  }
  const bids = [...signed.values()].filter((orders) => orders.some((order) => isOpenBid(order, head?.time)))
  const additions = bids.slice(-maxSignatures).map(async (orders) => {
    if (await isSigned(context, orders)) await Promise.all(orders.map(add))
  })
  await Promise.all(additions)
  // What is not read counts as promised.
  for (const order of bids.slice(0, Math.max(0, bids.length - maxSignatures)).flat())
    for (const { itemType, token, startAmount } of order.components.offer)
      if (itemType === ItemType.erc20) addTo(promised, `${token}:${spenderOf(chain, order)}`, startAmount)
  return promised
}

/** Returns whether an order is a bid that had not expired by the chain's time, if that is known. */
const isOpenBid = ({ components }: JournalOrder, chainTime: number | undefined): boolean =>
  components.offer[0]?.itemType === ItemType.erc20 &&
  (chainTime === undefined || components.endTime * 1_000n > BigInt(chainTime))

/** Returns the ids of orders that the intent replaces: a bid that replaces another has its id as salt. */
const replacedBy = (intent: Intent): ReadonlySet<bigint | undefined> =>
  new Set(intent.action === 'bid' ? intent.bids.map(({ salt }) => salt) : [])

/** Returns whether the account signed these orders, alone or as one tree. */
async function isSigned({ reader, account }: BidContext, orders: readonly JournalOrder[]): Promise<boolean> {
  const [first] = orders
  if (first === undefined) return false
  const { entry, version, seaport, orderId, components } = first
  const domain = seaportDomain(entry.chainId, version, seaport)
  const digest =
    orders.length === 1
      ? orderDigest(domain, components)
      : bulkDigest(domain, orderId, 0, bulkTree(orders.map((order) => order.components)).proof(0))
  const signature = entry.post?.signature
  if (signature === undefined) return false
  return (await verifiedSignature(reader, account, digest, signature).catch(() => undefined)) !== undefined
}
