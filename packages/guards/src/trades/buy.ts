import { askShape, ItemType } from '@sluice/seaport'
import { type Address, zeroAddress } from 'viem'
import { checkPermissions } from '../approvals/checkPermissions.ts'
import { forAllSpenders } from '../approvals/requiredApprovals.ts'
import { acceptCall } from '../context/acceptCall.ts'
import { type Guards, guardsOf } from '../context/checkPlan.ts'
import { isListed } from '../context/currencies.ts'
import { block } from '../context/findings.ts'
import type { GuardContext, TransactionEntry } from '../context/guardContext.ts'
import { sendsExactly } from '../context/readCanonical.ts'
import { type RequiredApproval, requireCurrency } from '../context/requiredApproval.ts'
import type { BuyIntent } from '../model/intent.ts'
import type { AssetDelta } from '../model/verdict.ts'
import { refuseSignatures, splitCalls } from '../unexpected/unexpectedItems.ts'
import { horizonOf, mostOfMoving, sumOver, valueOfMoving } from './amounts.ts'
import { checkBounds } from './checkBounds.ts'
import { royaltyTokens } from './feesOnTop.ts'
import { fillsOf, namedOrders } from './fillReads.ts'
import { isMoving, type Maker, paid } from './maker.ts'
import { checkAskMatch, writeAskMatch } from './matchAsks.ts'
import { checkMints, mintsOf } from './mints.ts'
import { openTrades, writeFill } from './openTrades.ts'
import { mostAgreed, orderTrade } from './prices.ts'
import { type BoundTrade, currencyDelta, feesOf, isTradeDue, nftDelta } from './trade.ts'

type Buy = GuardContext<BuyIntent>

/** The guards of purchases. */
export const buyGuards: Guards = guardsOf<BuyIntent>({
  check: (context) => {
    const { limits } = context.intent
    const { seaport, mints, others } = splitCalls(context, 'buy', (token) =>
      limits === undefined ? isListed(context, token) : limits.has(token),
    )
    const minted = checkMints(context, mints)
    const trades = openTrades(context, seaport, limits, askShape, itemsOf)
    const needs = trades.flatMap((trade) => checkBuy(context, trade))
    // While the purchase itself has no data yet, an approval may be for at most the agreed limit.
    const awaited = needs.length === 0 && context.pending && limits !== undefined
    if (awaited || needs.length + others.length + context.done.length > 0) {
      const open = (spender: Address) =>
        [...(limits ?? [])].map(([token, amount]) => requireCurrency(token, spender, amount))
      checkPermissions(context, others, needs, awaited ? forAllSpenders(context, open) : undefined)
    }
    refuseSignatures(context)
    checkBounds(context, trades, minted)
  },
  requiredReads: (context) => {
    const { intent } = context
    const { makerCounters, collections, currencies, orders } = fillsOf(context)
    const drops = mintsOf(context)
    return {
      makerCounters,
      kinds: [...collections, ...drops.map(([, collection]) => collection)],
      drops,
      allowances: [...(intent.limits?.keys() ?? currencies)].filter((currency) => currency !== zeroAddress),
      // The card shows which share of the price goes to the artist.
      royalties: royaltyTokens(context, orders),
      orderStatus: namedOrders(
        context,
        intent.items.flatMap(({ target }) => (target.kind === 'order' ? [target.orderId] : [])),
      ),
    }
  },
})

/** Checks a call that buys: the price, the currency and the recipient. Returns the approvals that it needs. */
function checkBuy(context: Buy, trade: BoundTrade): readonly RequiredApproval[] {
  const { fill, entry, path, makers, conduitKey, spender, claims } = trade
  const { account, recipient, partial } = context.intent
  const matched = fill.fulfillments !== undefined
  const currencies = [...new Set(makers.map(({ shape }) => shape.currency))]
  if (matched) checkAskMatch(context, trade)
  else {
    const receiver = fill.recipient === undefined || fill.recipient === zeroAddress ? account : fill.recipient
    if (receiver !== recipient) block(context, 'CALL_RECIPIENT', `${path}#recipient`, receiver, recipient)
    if (currencies.length > 1) block(context, 'CALL_CURRENCY', path, currencies[0])
    if (makers.some(({ shape }) => shape.taker !== undefined))
      block(context, 'CALL_ORDER_ITEM', path, 'private')
  }
  const bills = currencies.map((currency) => billOf(context, trade, currency))
  const value = valueToSend(context, entry, bills)
  if (trade.failed() || value === undefined) return []
  const needs = bills.flatMap(({ currency, cost, most }): readonly RequiredApproval[] =>
    currency === zeroAddress || cost === 0n ? [] : [requireCurrency(currency, spender, most, cost)],
  )
  if (!isTradeDue(context, trade, claims)) return needs
  const filler = { conduitKey, recipient: recipient === account ? undefined : recipient }
  acceptCall(context, entry, {
    to: entry.data.to,
    data: matched ? writeAskMatch(context, trade, filler) : writeFill(trade, filler),
    value,
    purpose: 'buy',
    effects: {
      give: bills.flatMap((bill) => givenFor(bill)),
      get: makers.map((maker) => nftDelta(maker, filler.recipient)),
      fees: makers.flatMap((maker) => feesOf(context, maker)),
      authority: [],
      trades: makers.map((maker) => orderTrade(context, trade, maker)),
    },
    claims,
    orders: makers.flatMap(({ provenId }) => provenId ?? []),
    // A match fills all of its orders or none.
    partial: partial && !matched,
  })
  return needs
}

/** What the orders of a call cost in one currency. */
type Bill = {
  readonly currency: Address
  /** Whether a price changes over time. */
  readonly moves: boolean
  /** The most that they cost between now and the policy's horizon, in base units. */
  readonly cost: bigint
  /** The most that they cost in a block that is a little older, within what was agreed. */
  readonly most: bigint
  /** Base units that they may cost, if a price was agreed. */
  readonly agreed: bigint | undefined
  /** Returns the most or the least to send in the time from `from` seconds after now to the horizon. */
  readonly sum: (from: number, pick?: 'most' | 'least') => bigint
}

function billOf(context: Buy, trade: BoundTrade, currency: Address): Bill {
  const makers = trade.makers.filter(({ shape }) => shape.currency === currency)
  const moving = makers.flatMap(paid).filter(isMoving).length
  // In a match, the account's own order offers one base unit more for each price that changes over time. What is not
  // needed comes back.
  const spare = trade.fill.fulfillments === undefined ? 0n : BigInt(moving)
  const sum: Bill['sum'] = (from, pick = 'most') =>
    makers.reduce(
      (total, maker) =>
        total + sumOver(context, maker, paid(maker), { pick, span: horizonOf(context, from) }),
      spare,
    )
  const cost = sum(0) - spare
  const share = moving === 0 ? undefined : mostAgreed(context, { ...trade, makers }, currency)
  // Orders that cost more than an equal share of the total, which the user confirms, are bounded by the total.
  const agreed = share !== undefined && share < cost ? context.intent.limits?.get(currency) : share
  const most = moving === 0 ? cost : mostOfMoving(agreed, cost, sum)
  return { currency, moves: moving > 0, cost, most, agreed, sum }
}

/** Returns what leaves the account for a bill. */
function givenFor({ currency, moves, cost, most }: Bill): readonly AssetDelta[] {
  if (cost === 0n) return []
  const itemType = currency === zeroAddress ? ItemType.native : ItemType.erc20
  return [{ ...currencyDelta(currency, itemType, cost), ...(moves && { most }) }]
}

/** Returns the agreed items that an order may fill: by order id, by token, or by collection. Blocks if there are none. */
function itemsOf(context: Buy, maker: Omit<Maker, 'items'>, path: string): readonly number[] {
  const { items } = context.intent
  const { token } = maker.shape.nft
  // Several collections use a shared contract: "any token" of it could be of a cheaper collection.
  const { sharedContracts } = context.policy
  const matching = items.flatMap(({ target, fillType }, index) => {
    if (fillType === 'mint') return []
    const same =
      target.kind === 'order'
        ? target.orderId === maker.orderId
        : target.contract === token &&
          (target.kind === 'collection' ? !sharedContracts.includes(token) : target.tokenId === maker.tokenId)
    return same ? [index] : []
  })
  if (matching.length === 0) {
    const what = `${token}:${maker.tokenId}`
    if (items.some(({ target }) => target.kind === 'order')) block(context, 'CALL_ORDER_ID', path, what)
    block(context, 'CALL_EXTRA_ORDER', path, what)
  }
  return matching
}

/** Returns the wei to send for the native coin that the orders cost. Blocks any other amount. */
function valueToSend(context: Buy, entry: TransactionEntry, bills: readonly Bill[]): bigint | undefined {
  const native = bills.find(({ currency }) => currency === zeroAddress)
  if (native?.moves) return valueOfMoving(context, entry, native.agreed, native.cost, native.sum)
  const value = native?.cost ?? 0n
  return sendsExactly(context, entry, value) ? value : undefined
}
