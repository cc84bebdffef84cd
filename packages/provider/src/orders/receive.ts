import {
  isCriteria,
  type OfferItem,
  type OrderComponents,
  orderShape,
  type SeaportVersion,
  seaportAddress,
  seaportDomain,
} from '@sluice/seaport'
import type { OrderReason } from '@sluice/wire'
import { type Address, type Hex, parseAbi, zeroAddress, zeroHash } from 'viem'
import { isContractError } from '../chain/reads.ts'
import type { ChainDeps } from '../deps.ts'
import { readHead } from '../storage/blocks.ts'
import { sql } from '../storage/db.ts'
import type { NewOrder } from '../storage/orders.ts'
import { tokenIdsOfSet } from '../storage/tokenSets.ts'
import type { CheckedOrder } from './intake.ts'
import { revisitOrders } from './status.ts'

/** An order that is not stored. `reason` is for machines, the message for people. */
export class OrderRefusal extends Error {
  override readonly name = 'OrderRefusal'
  readonly reason: OrderReason
  readonly orderId: Hex
  constructor(reason: OrderReason, orderId: Hex, message: string) {
    super(message)
    this.reason = reason
    this.orderId = orderId
  }
}

export type PostedOrder = {
  readonly components: OrderComponents
  readonly signature: Hex
  readonly version: SeaportVersion
  readonly source: string | undefined
}

/** Orders may start at most this far ahead: 7 days, in seconds. */
const latestStart = 7 * 86_400
const magicValue = '0x1626ba7e'
const eip1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)'])

/** What became of one posted order. */
export type Received =
  | { readonly id: Hex; readonly stored: true }
  | { readonly id: Hex; readonly stored: false; readonly reason: OrderReason; readonly detail: string }

/**
 * Takes orders in: every check first, then one durable write for all that passed. A second post of the same
 * order is a success. Answers in order of input; a fault of the chain or the database rejects.
 */
export async function receiveOrders(
  chain: ChainDeps,
  posted: readonly PostedOrder[],
): Promise<readonly Received[]> {
  const head = (await readHead(chain.db, chain.config.id))?.hash
  const checked = await Promise.all(
    posted.map(async (one): Promise<CheckedOrder | OrderRefusal> => {
      try {
        return { order: await verifyOrder(chain, one), head }
      } catch (cause) {
        if (cause instanceof OrderRefusal) return cause
        throw cause
      }
    }),
  )
  const good = checked.filter((one): one is CheckedOrder => !(one instanceof OrderRefusal))
  if (good.length > 0) await revisitOrders(chain, await chain.intake.store(good))
  return checked.map((one) =>
    one instanceof OrderRefusal
      ? { id: one.orderId, stored: false, reason: one.reason, detail: one.message }
      : { id: one.order.id, stored: true },
  )
}

async function verifyOrder(chain: ChainDeps, posted: PostedOrder): Promise<NewOrder> {
  const { components, version } = posted
  const { config, reads, verifier } = chain
  const id = verifier.orderHash(components)
  const refuse = (reason: OrderReason, message: string): never => {
    throw new OrderRefusal(reason, id, message)
  }
  const now = BigInt(Math.floor(chain.clock() / 1000))
  const shape = orderShape(components)
  if (shape === undefined || (version === '1.5' && config.seaport !== seaportAddress['1.5']))
    return refuse(
      'invalid-format',
      'Only orders of one token for one currency are traded here, on Seaport 1.6.',
    )
  const nativeCurrency = shape.currency === zeroAddress
  const currencies = [config.wrappedNative, config.usdc]
  if (!(nativeCurrency && shape.side === 'ask') && !currencies.includes(shape.currency))
    return refuse('unsupported-payment-token', 'The currency is not traded on this chain.')
  const conduit = conduitOf(chain, components)
  if (conduit === undefined) return refuse('unsupported-conduit', 'The conduit is not one of this chain.')
  if (components.zone !== zeroAddress || components.zoneHash !== zeroHash || components.orderType > 1)
    return refuse('unsupported-zone', 'Orders with a zone are not traded here.')
  const payments = shape.side === 'ask' ? shape.payments : components.offer
  const gross = payments.reduce((sum, item) => sum + item.startAmount, 0n)
  const lowest = payments.reduce(
    (sum, item) => sum + (item.startAmount < item.endAmount ? item.startAmount : item.endAmount),
    0n,
  )
  const highest = payments.reduce(
    (sum, item) => sum + (item.startAmount > item.endAmount ? item.startAmount : item.endAmount),
    0n,
  )
  if (gross === 0n || lowest === 0n) return refuse('zero-price', 'The price is zero.')
  if (highest >= 1n << 128n) return refuse('invalid-format', 'The price is too high.')
  if (components.startTime > now + BigInt(latestStart))
    return refuse('invalid-start-time', 'The order starts more than seven days ahead.')
  if (components.endTime <= now || components.endTime <= components.startTime)
    return refuse('expired', 'The order has expired.')
  if (shape.quantity > 1n && shape.nft.itemType % 2 === 0)
    return refuse('invalid-format', 'An ERC-721 token has one unit.')
  const maker = components.offerer
  const feeItems = shape.payments.filter((item) => shape.side === 'bid' || item.recipient !== maker)
  const feeTotal = feeItems.reduce((sum, item) => sum + item.startAmount, 0n)
  if (feeTotal >= gross) return refuse('fees-too-high', 'The fees are as high as the price.')
  const collection = await collectionOf(chain, shape.nft.token)
  const kind = shape.nft.itemType % 2 === 0 ? 'erc721' : 'erc1155'
  if (collection === undefined || collection.kind !== kind)
    return refuse('unknown-collection', 'The collection is not traded here.')
  const criteria = isCriteria(shape.nft.itemType)
  const tokenSetId = tokenSetOf(shape.nft)
  if (criteria && shape.side === 'ask') return refuse('invalid-token-set', 'A listing names its token.')
  if (tokenSetId.startsWith('list:') && (await tokenIdsOfSet(chain.db, config.id, tokenSetId)).length === 0)
    return refuse('invalid-token-set', 'The tokens of the offer are not known here.')

  const bid = shape.side === 'bid'
  const [counter, [onChain], signed, funds, allowed] = await Promise.all([
    reads.counter(maker),
    reads.orderStatus([id]),
    isSigned(chain, posted),
    bid ? reads.balance(shape.currency, maker) : undefined,
    bid ? reads.allowance(shape.currency, maker, conduit) : undefined,
  ])
  if (!signed) return refuse('invalid-signature', 'The signature is not the maker’s.')
  if (counter !== components.counter)
    return refuse('not-fillable', 'The order was signed before its maker cancelled everything.')
  if (onChain?.cancelled === true) return refuse('not-fillable', 'The order is cancelled on chain.')
  if (onChain !== undefined && onChain.size > 0n && onChain.filled >= onChain.size)
    return refuse('not-fillable', 'The order is filled.')

  const feeBps = Number((feeTotal * 10_000n) / gross)
  return {
    id,
    side: shape.side === 'ask' ? 'sell' : 'buy',
    version,
    maker,
    taker: shape.taker,
    contract: shape.nft.token,
    tokenId: criteria ? undefined : shape.nft.identifierOrCriteria,
    tokenKind: kind,
    tokenSetId,
    currency: shape.currency,
    gross,
    unitPrice: gross / shape.quantity,
    unitNet: (gross - feeTotal) / shape.quantity,
    quantity: shape.quantity,
    conduit,
    feeBps,
    fees: feeItems.map((item) => ({
      recipient: item.recipient,
      bps: Number((item.startAmount * 10_000n + gross / 2n) / gross),
      kind: item.recipient === collection.royaltyRecipient ? ('royalty' as const) : ('marketplace' as const),
    })),
    source: posted.source,
    components,
    signature: posted.signature,
    need: bid ? highest : 0n,
    funds: funds ?? 0n,
    allowed: allowed ?? 0n,
    // What it is worth follows from the facts in the transaction that stores it.
    fillability: 'no-balance',
    approval: 'no-approval',
  }
}

/** The tokens an order is about: one, a whole collection, or the members of a criteria root. */
function tokenSetOf({ itemType, token, identifierOrCriteria }: OfferItem): string {
  if (!isCriteria(itemType)) return `token:${token}:${identifierOrCriteria}`
  if (identifierOrCriteria === 0n) return `contract:${token}`
  return `list:${token}:0x${identifierOrCriteria.toString(16).padStart(64, '0')}`
}

/** Where the maker's tokens move through: the chain's conduit, or Seaport itself for the zero key. */
function conduitOf(chain: ChainDeps, { conduitKey }: OrderComponents): Address | undefined {
  if (conduitKey === chain.config.conduitKey) return chain.config.conduit
  return conduitKey === zeroHash ? chain.config.seaport : undefined
}

async function collectionOf(
  chain: ChainDeps,
  contract: Address,
): Promise<{ kind: string; royaltyRecipient: string | null } | undefined> {
  const [row] = await chain.db.rows<{ kind: string; royalty_recipient: string | null }>(
    sql`select kind, royalty_recipient from collections where chain_id = ${chain.config.id} and contract = ${contract}`,
  )
  return row === undefined ? undefined : { kind: row.kind, royaltyRecipient: row.royalty_recipient }
}

/** An account's key signed it, alone or in bulk; or a contract says that it did (EIP-1271). */
async function isSigned(chain: ChainDeps, { components, signature, version }: PostedOrder): Promise<boolean> {
  const domain = seaportDomain(chain.config.id, version, chain.config.seaport)
  if (chain.verifier.signerOf(domain, components, signature) === components.offerer) return true
  if (!(await chain.reads.hasCode(components.offerer))) return false
  const answer = await chain.reads.client
    .readContract({
      address: components.offerer,
      abi: eip1271,
      functionName: 'isValidSignature',
      args: [chain.verifier.digest(domain, components), signature],
    })
    .catch((cause: unknown) => {
      // A contract that reverts, or answers what no bytes4 is, says no; a node that is down must not.
      if (isContractError(cause)) return undefined
      throw cause
    })
  return answer === magicValue
}
