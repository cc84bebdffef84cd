import type { Intent } from '@sluice/guards'
import { bulkDigest, bulkTree, ItemType, orderDigest, seaportDomain } from '@sluice/seaport'
import { type Address, zeroHash } from 'viem'
import { readHead } from '../chain/reads.ts'
import { verifiedSignature } from '../chain/verifySignature.ts'
import { type KeptOrder, keptOrders, liabilityOf } from '../journal/signedOrderStatus.ts'
import type { Session } from './session.ts'

/** Signatures that are looked up: the youngest that the journal keeps. */
const most = 100

/**
 * What live bids of the account promise already, in base units, keyed `currency:spender`. The journal says which
 * there may be, and is believed nothing: a bid counts with its signature alone, as far as the chain shows it unfilled.
 * Bids of this very run are not among them, nor those that it replaces.
 */
export async function committedOf(session: Session): Promise<ReadonlyMap<string, bigint>> {
  const { client, chain, account, reader, runId, prepared } = session
  const promised = new Map<string, bigint>()
  if (reader === undefined) return promised
  const signed = new Map<string, KeptOrder[]>()
  for (const order of await keptOrders(client, chain, account)) {
    const { id, run } = order.entry
    if (run !== runId) signed.set(id, [...(signed.get(id) ?? []), order])
  }
  if (signed.size === 0) return promised
  const head = await readHead(reader).catch(() => undefined)
  const replaced = replacedBy(prepared.intent)
  const add = async (order: KeptOrder) => {
    const [paid] = order.components.offer
    if (paid?.itemType !== ItemType.erc20 || replaced.has(BigInt(order.orderId))) return
    const { state, filled } = await liabilityOf(reader, order, head?.time)
    if (state !== 'live' && state !== 'maybe_live' && state !== 'unposted') return
    const left = filled === undefined ? 1n : filled.of - filled.done
    const key = `${paid.token}:${spenderOf(session, order)}`
    promised.set(key, (promised.get(key) ?? 0n) + (paid.startAmount * left) / (filled?.of ?? 1n))
  }
  const looked = [...signed.values()].slice(-most).map(async (orders) => {
    if (await isSigned(session, orders)) await Promise.all(orders.map(add))
  })
  await Promise.all(looked)
  return promised
}

/** Ids of orders that end with these: a bid that replaces another has its id as salt. */
const replacedBy = (intent: Intent): ReadonlySet<bigint | undefined> =>
  new Set(intent.action === 'bid' ? intent.bids.map(({ salt }) => salt) : [])

/** Whether the account signed these orders, alone or as one tree. */
async function isSigned({ reader, account }: Session, orders: readonly KeptOrder[]): Promise<boolean> {
  const [first] = orders as readonly [KeptOrder]
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

/** Who takes a bid's money: its conduit, or Seaport itself. */
function spenderOf({ chain }: Session, { components, seaport }: KeptOrder): Address | undefined {
  if (components.conduitKey === zeroHash) return seaport
  return chain.conduits
    .find(({ key }) => key.toLowerCase() === components.conduitKey)
    ?.address.toLowerCase() as Address | undefined
}
