import type { CheckedItem, Intent, Verdict } from '@sluice/core'
import {
  mintPublic,
  openseaConduitKey,
  readCall,
  seaDropAddress,
  seaportAbi,
  seaportAddress,
  zeroHash,
} from '@sluice/seaport'
import { decodeFunctionData, type Hex, stringify } from 'viem'
import type { Json } from '../src/parts.ts'
import { bytesOf } from './reached.ts'

/**
 * The class of a changed response. The last five let something through, and each is proven harmless here, by
 * arithmetic of its own on the bytes that would reach the wallet:
 *
 * - identical: byte for byte what the honest response leads to.
 * - waiting: a part of it, while the rest has no data yet and is checked when it comes.
 * - unwrapped: a bid's own bytes without the wrap before it: nothing more is spent, and the bid has less funds.
 * - reordered: the same agreed orders or ids, signed in another order.
 * - narrower: a permission for one agreed token in place of the collection.
 * - counterparty: a mint of the same tokens for the same price, whose fee goes to another account; or a fill of the same
 *   tokens, to the same account, for no more money, through the same conduit, in the same zone if one decides about it.
 *   Only what the other side says about itself differs (its signature, salt, times, names, a lower price): a contract
 *   that checks the signature refuses it, or the user gets what was agreed for no more.
 */
export const classes = [
  'blocked',
  'asked',
  'identical',
  'waiting',
  'unwrapped',
  'reordered',
  'narrower',
  'counterparty',
] as const
export type Class = (typeof classes)[number]

type Transaction = Extract<CheckedItem, { kind: 'transaction' }>
type Signature = Extract<CheckedItem, { kind: 'signature' }>
const transactions = ({ items }: Verdict) =>
  items.filter((item): item is Transaction => item.kind === 'transaction')
const signatures = ({ items }: Verdict) =>
  items.filter((item): item is Signature => item.kind === 'signature')

/** The class of a changed response, or `undefined` if what got through is not proven harmless. */
export type Classify = (verdict: Verdict, answer: unknown) => Class | undefined

export function classifier(intent: Intent, honest: Verdict): Classify {
  const wanted = bytesOf(honest)
  const fills = new Map(
    honest.items.map((item) => [item, item.kind === 'transaction' ? fillOf(item) : undefined]),
  )
  return (verdict, answer) => classOf(intent, honest, wanted, fills, verdict, answer)
}

function classOf(
  intent: Intent,
  honest: Verdict,
  wanted: readonly string[],
  fills: ReadonlyMap<CheckedItem, Fill | undefined>,
  verdict: Verdict,
  answer: unknown,
): Class | undefined {
  if (verdict.decision === 'block') return verdict.items.length === 0 ? 'blocked' : undefined
  if (verdict.decision === 'confirm') return 'asked'
  const bytes = bytesOf(verdict)
  const part = bytes.every((each) => wanted.includes(each)) && new Set(bytes).size === bytes.length
  if (part && bytes.length === wanted.length) return 'identical'
  if (part && isWaiting(answer)) return 'waiting'
  const missing = honest.items.filter((_, index) => !bytes.includes(wanted[index] ?? ''))
  if (part && intent.action === 'bid' && missing.every(({ purpose }) => purpose === 'wrap'))
    return 'unwrapped'
  if (sameSignedSets(honest, verdict)) return 'reordered'
  const others = verdict.items.filter((_, index) => !wanted.includes(bytes[index] ?? ''))
  if (others.length !== missing.length || others.length === 0) return undefined
  const pairs = others.map((item, index) => [item, missing[index]] as const)
  const trades = pairs.filter(([item, before]) => !isNarrower(item, before, intent))
  if (trades.length === 0) return 'narrower'
  return trades.every(([item, before]) => isSameTrade(item, before, before && fills.get(before)))
    ? 'counterparty'
    : undefined
}

/** Some item has no data yet: the run cannot end before another response was checked. */
const isWaiting = (answer: unknown): boolean =>
  ((answer as Json).steps ?? []).some((step: Json) =>
    (step.items ?? []).some((item: Json) => item.status === 'incomplete' && item.data == null),
  )

function sameSignedSets(honest: Verdict, verdict: Verdict): boolean {
  const ids = (item: Signature): string =>
    JSON.stringify(
      [
        ...(item.post.orderIds.length > 0
          ? item.post.orderIds
          : item.request.kind === 'typedData'
            ? (item.request.message.orderHashes as Hex[])
            : [item.digest]),
      ].sort(),
    )
  const [ours, theirs] = [signatures(honest), signatures(verdict)]
  return (
    ours.length > 0 &&
    transactions(honest).length === transactions(verdict).length &&
    ours.length === theirs.length &&
    ours.every((item, index) => ids(item) === ids(theirs[index] as Signature))
  )
}

const approve = '0x095ea7b3'
const approveForAll = '0xa22cb465'

/**
 * `approve(conduit, id)` for an agreed id where the honest call was `setApprovalForAll(conduit, true)`, or a smaller
 * allowance than the honest call's.
 */
function isNarrower(item: CheckedItem, before: CheckedItem | undefined, intent: Intent): boolean {
  if (item.kind !== 'transaction' || before?.kind !== 'transaction') return false
  const { call } = item
  const id = BigInt(`0x${call.data.slice(74)}`)
  const agreed =
    intent.action === 'list'
      ? intent.listings.some((one) => one.contract === call.to && one.tokenId === id)
      : (intent.action === 'sell' || intent.action === 'transfer') &&
        intent.items.some((one) => one.contract === call.to && one.tokenId === id)
  const same =
    call.to === before.call.to &&
    call.value === 0n &&
    call.data.startsWith(approve) &&
    call.data.length === before.call.data.length &&
    call.data.slice(10, 74) === before.call.data.slice(10, 74)
  if (!same) return false
  if (before.purpose === 'approve-currency') return id <= BigInt(`0x${before.call.data.slice(74)}`)
  return agreed && before.call.data.startsWith(approveForAll)
}

const seaports: readonly string[] = Object.values(seaportAddress)
const more = (item: Json): bigint => (item.startAmount > item.endAmount ? item.startAmount : item.endAmount)
const less = (item: Json): bigint => (item.startAmount < item.endAmount ? item.startAmount : item.endAmount)
const isMoney = (item: Json) => item.itemType < 2
const isToken = (item: Json) => item.itemType >= 2
const total = (items: readonly Json[], of: (item: Json) => bigint) =>
  items.reduce((sum, item) => sum + of(item), 0n)

/** The user's own choice of who moves the money: the listed conduit, or Seaport itself. */
const isOwnConduit = (value: unknown): boolean => value === openseaConduitKey || value === zeroHash

type Fill = {
  readonly orders: readonly Json[]
  /** The account's own orders in a match that buys: Seaport enforces their terms, however they are fulfilled. */
  readonly own: readonly Json[]
  /** Everything of the call but the orders: resolvers, groups, conduit, recipient. */
  readonly rest: string
}

function fillOf({ call, purpose }: Transaction): Fill | undefined {
  if ((purpose !== 'buy' && purpose !== 'sell') || call.to === seaDropAddress) return undefined
  const { functionName, args } = decodeFunctionData({ abi: seaportAbi, data: call.data })
  const [first, ...others] = args as readonly Json[]
  const basic = functionName.startsWith('fulfillBasic')
  if (functionName.startsWith('match') && purpose === 'buy') {
    const isOwn = ({ parameters }: Json) => parameters.offerer.toLowerCase() === call.account
    const [resolvers, , recipient] = others
    return {
      orders: first.filter((order: Json) => !isOwn(order)),
      own: first.filter(isOwn),
      rest: stringify([functionName, resolvers, recipient]),
    }
  }
  const rest = stringify([functionName, basic ? first.fulfillerConduitKey : others], (_, value) =>
    isOwnConduit(value) ? 'conduit' : value,
  )
  if (basic) return { orders: [ofBasic(first)], own: [], rest }
  if (functionName === 'fulfillAdvancedOrder' || functionName === 'fulfillOrder')
    return { orders: [first], own: [], rest }
  return Array.isArray(first) ? { orders: first, own: [], rest } : undefined
}

/** A basic order in the general form. */
function ofBasic(basic: Json): Json {
  const nft = basic.basicOrderType < 16
  const money = { itemType: Math.floor(basic.basicOrderType / 4) % 4 < 2 && nft ? 0 : 1 }
  const offer = {
    itemType: nft ? 2 : 1,
    token: basic.offerToken,
    identifierOrCriteria: basic.offerIdentifier,
  }
  const asked = { token: basic.considerationToken, identifierOrCriteria: basic.considerationIdentifier }
  const fees = basic.additionalRecipients.map((one: Json) => ({
    ...money,
    token: nft ? basic.considerationToken : basic.offerToken,
    startAmount: one.amount,
    endAmount: one.amount,
    recipient: one.recipient,
  }))
  const amounts = (amount: bigint) => ({ startAmount: amount, endAmount: amount })
  return {
    parameters: {
      ...basic,
      orderType: basic.basicOrderType % 4,
      offer: [{ ...offer, ...amounts(basic.offerAmount) }],
      consideration: [
        {
          itemType: nft ? money.itemType : 2,
          ...asked,
          ...amounts(basic.considerationAmount),
          recipient: basic.offerer,
        },
        ...fees,
      ],
      totalOriginalConsiderationItems: basic.totalOriginalAdditionalRecipients + 1n,
    },
    numerator: 1n,
    denominator: 1n,
  }
}

const tokensOf = (items: readonly Json[]): string =>
  JSON.stringify(
    items
      .filter(isToken)
      .map(({ itemType, token, identifierOrCriteria, startAmount, endAmount, recipient }) =>
        [itemType, token, `${identifierOrCriteria}`, `${startAmount}`, `${endAmount}`, recipient].join(),
      ),
  )

/** Whether the zone of an order decides about each fill; whether it may be filled in parts says nothing about that. */
const isRestricted = ({ orderType }: Json): boolean => Number(orderType) >= 2

/** The fulfiller's own side of an order: the same tokens are moved, and no more is paid or less received. */
function isNoWorse(order: Json, before: Json): boolean {
  const [one, other] = [order.parameters, before.parameters]
  const parts = (each: Json) => each.offer.concat(each.consideration)
  const selling = other.consideration.some(isToken) && other.offer.some(isMoney)
  const goods = selling
    ? tokensOf(one.consideration.map((item: Json) => ({ ...item, recipient: '' }))) ===
      tokensOf(other.consideration.map((item: Json) => ({ ...item, recipient: '' })))
    : tokensOf(one.offer) === tokensOf(other.offer)
  const money = (each: Json) => each.consideration.filter(isMoney)
  const currencies = (each: Json) =>
    [
      ...new Set(
        parts(each)
          .filter(isMoney)
          .map((item: Json) => `${item.itemType}:${item.token}`),
      ),
    ]
      .sort()
      .join()
  const tips = (each: Json) =>
    JSON.stringify(
      each.consideration
        .slice(Number(each.totalOriginalConsiderationItems))
        .map((item: Json) => [item.recipient, `${more(item)}`]),
    )
  const offered = (each: Json) => total(each.offer.filter(isMoney), less)
  const cost = (each: Json) => total(money(each), more)
  return (
    goods &&
    currencies(one) === currencies(other) &&
    tips(one) === tips(other) &&
    (!isRestricted(one) || (isRestricted(other) && one.zone === other.zone)) &&
    order.numerator * before.denominator === before.numerator * order.denominator &&
    (selling ? offered(one) - cost(one) >= offered(other) - cost(other) : cost(one) <= cost(other))
  )
}

/** What the account's own orders of a match give and take: the same tokens, and no more money except for rounding. */
function isNoWorseOwn(own: readonly Json[], before: readonly Json[]): boolean {
  const all = (orders: readonly Json[], side: 'offer' | 'consideration') =>
    orders.flatMap(({ parameters }) => parameters[side])
  const sorted = (orders: readonly Json[]) =>
    (JSON.parse(tokensOf(all(orders, 'consideration'))) as string[]).sort().join(' ')
  const keys = (orders: readonly Json[]) => new Set(all(orders, 'offer').map((item) => item.token))
  const plain = own.every(
    ({ parameters, numerator, denominator }) =>
      isOwnConduit(parameters.conduitKey) &&
      parameters.orderType === 0 &&
      numerator === denominator &&
      parameters.offer.every(isMoney) &&
      parameters.consideration.every(isToken),
  )
  const offered = (orders: readonly Json[], token: string) =>
    total(
      all(orders, 'offer').filter((item) => item.token === token),
      more,
    )
  return (
    plain &&
    sorted(own) === sorted(before) &&
    [...keys(own)].every(
      (token) => keys(before).has(token) && offered(own, token) <= offered(before, token) + 1n,
    )
  )
}

/** A mint of the same tokens to the same account for the same money: who gets the fee of the price is all that differs. */
function isSameMint({ call }: Transaction, before: Transaction): boolean {
  const terms = (data: Hex) => {
    const { feeRecipient: _, ...rest } = readCall(mintPublic, data) ?? {}
    return stringify(rest)
  }
  return (
    call.to === seaDropAddress &&
    before.call.to === seaDropAddress &&
    call.value === before.call.value &&
    terms(call.data) === terms(before.call.data)
  )
}

function isSameTrade(item: CheckedItem, before: CheckedItem | undefined, honest: Fill | undefined): boolean {
  if (item.kind !== 'transaction' || before?.kind !== 'transaction') return false
  if (isSameMint(item, before)) return true
  if (!seaports.includes(item.call.to) || item.call.value > before.call.value) return false
  if (item.purpose !== before.purpose) return false
  const fill = fillOf(item)
  return (
    fill !== undefined &&
    honest !== undefined &&
    fill.rest === honest.rest &&
    fill.orders.length === honest.orders.length &&
    fill.orders.every((order, index) => isNoWorse(order, honest.orders[index])) &&
    isNoWorseOwn(fill.own, honest.own)
  )
}
