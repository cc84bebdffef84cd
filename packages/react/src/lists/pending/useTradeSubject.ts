import { useTokens } from '../../hooks/reads.ts'
import { useOwnOrders } from '../../hooks/useOwnOrders.ts'
import { useKit } from '../../kit/SluiceProvider.tsx'
import { namesOf, orderName, orderNames, type TokenNames } from '../../values/names.ts'

/** What a trade is about. */
export type TradeSubject = {
  /** Names in one text; absent until they are known, or if there is no telling. */
  readonly what: string | undefined
  /** How many things have a name. */
  readonly count: number
  /** Which kind of order it is about, if it is about one kind only. */
  readonly side: 'listing' | 'offer' | undefined
  readonly names: TokenNames
}

/** Reads what a trade is called: by its tokens, or by the account's own orders. */
export function useTradeSubject(parameters: {
  readonly chainId: number
  /** `contract:tokenId` of each token. */
  readonly tokens: readonly string[]
  readonly orderIds: readonly string[]
  /** Kinds of orders that may be meant. */
  readonly sides: readonly ('listing' | 'offer')[]
}): TradeSubject {
  const kit = useKit()
  const { messages } = kit
  const { chainId, tokens: refs, orderIds, sides } = parameters
  const tokens = useTokens({ tokens: refs.slice(0, 50), chainId, limit: 50, enabled: refs.length > 0 })
  const read = { ids: orderIds, chainId }
  const listings = useOwnOrders('listing', { ...read, enabled: sides.includes('listing') })
  const offers = useOwnOrders('offer', { ...read, enabled: sides.includes('offer') })
  const [asks = [], bids = []] = [listings, offers].map(({ data }) =>
    (data ?? []).filter(({ id }) => orderIds.includes(id)),
  )
  const names = namesOf(tokens.data ?? [], messages)
  const orders = [...asks, ...bids]
  const byToken = refs.flatMap((ref) => names.get(ref) ?? [])
  const byOrder = orders.flatMap((order) => orderName(order, messages) ?? [])
  const found = byToken.length > 0 ? byToken : byOrder
  const list = new Intl.ListFormat(messages.locale, { type: 'conjunction' })
  const [isAsk, isBid] = [asks.length > 0, bids.length > 0]
  return {
    what: found.length === 0 ? undefined : list.format(found),
    count: found.length,
    side: isAsk === isBid ? undefined : isAsk ? 'listing' : 'offer',
    names: new Map([...orderNames(orders, kit, chainId), ...names]),
  }
}
