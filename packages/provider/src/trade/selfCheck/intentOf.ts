import type { BidIntent, Intent, ListIntent } from '@sluice/guards'
import { orderHash } from '@sluice/seaport'
import { splitToken } from '@sluice/wire'
import { type Address, type Hex, zeroAddress } from 'viem'
import { addTo } from '../addTo.ts'
import type { TradeChain } from '../context.ts'
import { exchangeFor } from '../exchange.ts'
import { capRoyalties, type FeeTerms } from '../fees.ts'
import type {
  BidRequest,
  BuyRequest,
  CancelRequest,
  ListRequest,
  SellRequest,
  TransferRequest,
} from '../requests.ts'

/** An answer as JSON. Only what identifies its request is read here. */
export type PlanJson = {
  readonly steps: readonly {
    readonly items: readonly {
      readonly orderIds?: readonly Hex[]
      readonly orderIndexes?: readonly number[]
      readonly data?: Readonly<Record<string, unknown>>
    }[]
  }[]
  readonly path?: readonly {
    readonly currency: Address
    readonly quantity: number
    readonly rawQuote: string
    readonly totalRawPrice: string
  }[]
}

/** What one request asked for, in the client's own terms: built from the request, never from the plan. */
export type TradeRequest =
  | { readonly route: 'buy'; readonly body: BuyRequest }
  | { readonly route: 'sell'; readonly body: SellRequest }
  | { readonly route: 'list'; readonly body: ListRequest }
  | { readonly route: 'bid'; readonly body: BidRequest }
  | { readonly route: 'cancel'; readonly body: CancelRequest }
  | { readonly route: 'transfer'; readonly body: TransferRequest }

type Path = NonNullable<PlanJson['path']>

/** Per currency, of every entry of the quote. */
function quoted(path: Path, of: (entry: Path[number]) => bigint): ReadonlyMap<Address, bigint> {
  const sums = new Map<Address, bigint>()
  for (const entry of path) addTo(sums, entry.currency, of(entry) * BigInt(entry.quantity))
  return sums
}

type Item = PlanJson['steps'][number]['items'][number]
const itemsOf = (plan: PlanJson): readonly Item[] => plan.steps.flatMap(({ items }) => items)

/** Ends of the orders in a plan, by the index of the request's entry: only for entries that named none. */
function endsOf(plan: PlanJson): ReadonlyMap<number, bigint> {
  const ends = new Map<number, bigint>()
  for (const { orderIndexes = [], data } of itemsOf(plan)) {
    const post = data?.post as { body?: { order?: Posted; items?: readonly { order: Posted }[] } } | undefined
    const orders = post?.body?.items?.map(({ order }) => order) ?? [post?.body?.order]
    orders.forEach((order, index) => {
      const at = orderIndexes[index]
      if (order !== undefined && at !== undefined) ends.set(at, BigInt(order.data.endTime))
    })
  }
  return ends
}
type Posted = { readonly data: { readonly endTime: number } }

type Asked = (ListRequest | BidRequest)['params'][number]

function commonTerms(chain: TradeChain, asked: Asked, currency: Address, end: bigint | undefined) {
  const { orderKind, options } = asked
  const given = options?.[orderKind] ?? options?.['seaport-v1.6'] ?? options?.['seaport-v1.5']
  const custom = asked.customRoyalties ?? undefined
  const cap = asked.royaltyBps ?? undefined
  const own: readonly FeeTerms['royalties'][number][] = [
    ...(custom === undefined ? [] : capRoyalties(custom, cap)),
    ...(asked.marketplaceFees ?? []),
    ...(asked.fees ?? []),
  ]
  const { version } = exchangeFor(chain, orderKind)
  return {
    quantity: BigInt(asked.quantity),
    gross: asked.weiPrice,
    currency: asked.currency ?? currency,
    startTime: asked.listingTime == null ? undefined : BigInt(asked.listingTime),
    endTime: asked.expirationTime == null ? (end ?? 0n) : BigInt(asked.expirationTime),
    fees: own.filter(({ bps }) => bps > 0),
    royalties:
      custom !== undefined || !asked.automatedRoyalties
        ? ({ mode: 'none' } as const)
        : ({ mode: 'chain', maxBps: cap ?? 10_000 } as const),
    version,
    conduitKey: given?.conduitKey ?? undefined,
    salt: undefined,
    offChainCancellable: given?.useOffChainCancellation === true || given?.replaceOrderId != null,
    orderbook: undefined,
    orderbookApiKey: undefined,
  }
}

/** Entries whose offer is for tokens without a flag: their criteria root is stored, as a token set's is. */
function withoutFlagged(plan: PlanJson): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { orderIndexes = [], data } of itemsOf(plan)) {
    const { body } = (data?.post ?? {}) as { body?: Flagless & { items?: readonly Flagless[] } }
    const posted = body?.items ?? [body]
    posted.forEach((one, index) => {
      const at = orderIndexes[index]
      if (one?.isNonFlagged === true && at !== undefined) found.add(at)
    })
  }
  return found
}
type Flagless = { readonly isNonFlagged?: boolean }

function targetOf(bid: BidRequest['params'][number], flagless: boolean): BidIntent['bids'][number]['target'] {
  if (bid.token != null) return { kind: 'token', ...splitToken(bid.token) }
  const [kind, contract = zeroAddress, id = '0'] = bid.tokenSetId?.toLowerCase().split(':') ?? []
  const collection = (bid.collection ?? contract) as Address
  if (kind === 'token') return { kind, contract: collection, tokenId: BigInt(id) }
  // The members of a set are stored: its root is taken as it was built.
  if (kind === 'list') return { kind: 'attribute', contract: collection, key: kind, value: id }
  const { attributeKey: key, attributeValue: value } = bid
  if (key != null && value != null) return { kind: 'attribute', contract: collection, key, value }
  if (bid.excludeFlaggedTokens && flagless)
    return { kind: 'attribute', contract: collection, key: 'flagged', value: 'no' }
  return { kind: 'collection', contract: collection }
}

function listIntent(chain: TradeChain, body: ListRequest, plan: PlanJson): ListIntent {
  const ends = endsOf(plan)
  return {
    action: 'list',
    chainId: chain.id,
    account: body.maker,
    listings: body.params.map((listing, index) => ({
      ...commonTerms(chain, listing, zeroAddress, ends.get(index)),
      ...splitToken(listing.token),
      endGross: listing.endWeiPrice ?? undefined,
      taker: listing.taker == null || listing.taker === zeroAddress ? undefined : listing.taker,
    })),
  }
}

function bidIntent(chain: TradeChain, body: BidRequest, plan: PlanJson): BidIntent {
  const ends = endsOf(plan)
  const flagless = withoutFlagged(plan)
  return {
    action: 'bid',
    chainId: chain.id,
    account: body.maker,
    bids: body.params.map((bid, index) => ({
      ...commonTerms(chain, bid, chain.wrapped, ends.get(index)),
      target: targetOf(bid, flagless.has(index)),
    })),
  }
}

/** Orders that a cancellation covers: of those asked for by id, the ones that were still open. */
function cancelled(body: CancelRequest, plan: PlanJson): readonly Hex[] {
  const named = itemsOf(plan).flatMap(({ orderIds = [], data }) => {
    const { value } = (data?.sign ?? {}) as { value?: { orderHashes?: readonly Hex[] } }
    return [...orderIds, ...(value?.orderHashes ?? [])]
  })
  const asked = body.orderIds ?? named
  return [...new Set(asked)].filter((id) => named.includes(id))
}

/** The intent behind a request. Prices of a purchase or a sale are those that the plan itself quotes. */
export function intentOf(chain: TradeChain, request: TradeRequest, plan: PlanJson): Intent {
  const chainId = chain.id
  const path = plan.path ?? []
  switch (request.route) {
    case 'buy': {
      const { body } = request
      return {
        action: 'buy',
        chainId,
        account: body.relayer ?? body.taker,
        items: body.items.map(({ token, collection, orderId, rawOrder, quantity, fillType }) => ({
          quantity: BigInt(quantity ?? 1),
          fillType,
          target:
            token != null
              ? { kind: 'token', ...splitToken(token) }
              : collection != null
                ? { kind: 'collection', contract: collection }
                : { kind: 'order', orderId: orderId ?? rawId(rawOrder) },
        })),
        limits: quoted(path, ({ totalRawPrice }) => BigInt(totalRawPrice)),
        recipient: body.taker,
        feesOnTop: body.feesOnTop,
        partial: body.partial,
        normalizeRoyalties: body.normalizeRoyalties,
      }
    }
    case 'sell': {
      const { body } = request
      const onTop = body.feesOnTop.reduce((sum, { amount }) => sum + amount, 0n)
      const nets = quoted(path, ({ rawQuote }) => BigInt(rawQuote))
      return {
        action: 'sell',
        chainId,
        account: body.taker,
        items: body.items.map(({ token, quantity, orderId, rawOrder }) => ({
          ...splitToken(token),
          quantity: BigInt(quantity),
          orderId: orderId ?? (rawOrder == null ? undefined : rawId(rawOrder)),
        })),
        // Fees on top are stated in the one currency that all offers then share.
        minimums: new Map([...nets].map(([currency, net]) => [currency, net > onTop ? net - onTop : 0n])),
        feesOnTop: body.feesOnTop,
        partial: body.partial,
        normalizeRoyalties: body.normalizeRoyalties,
      }
    }
    case 'list':
      return listIntent(chain, request.body, plan)
    case 'bid':
      return bidIntent(chain, request.body, plan)
    case 'cancel': {
      const { body } = request
      const from = itemsOf(plan).find(({ data }) => typeof data?.from === 'string')?.data?.from
      const all = body.orderIds == null && body.token == null
      return {
        action: 'cancel',
        chainId,
        account: (from as Address | undefined) ?? body.maker ?? zeroAddress,
        orderIds: all ? [] : cancelled(body, plan),
        mode: all ? 'all' : 'orders',
      }
    }
    case 'transfer': {
      const { from, to, items } = request.body
      const units = new Map<string, bigint>()
      for (const { token, quantity } of items) addTo(units, token, BigInt(quantity))
      return {
        action: 'transfer',
        chainId,
        account: from,
        to,
        items: [...units].map(([token, quantity]) => ({ ...splitToken(token), quantity })),
      }
    }
    default:
      return request satisfies never
  }
}

const rawId = (raw: BuyRequest['items'][number]['rawOrder']): Hex =>
  raw == null ? '0x' : orderHash(raw.data)
