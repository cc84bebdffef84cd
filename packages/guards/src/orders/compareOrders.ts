import {
  type ConsiderationItem,
  type Fee,
  isCriteria,
  isNft,
  type OfferItem,
  type OrderComponents,
} from '@sluice/seaport'
import type { GuardContext } from '../context/guardContext.ts'
import type { FindingCode } from '../model/findingCodes.ts'
import { firstStartOf } from './commonTerms.ts'
import { comparePayments, itemsWithPaths } from './comparePayments.ts'
import type { ListingOrBid, OrderFindings } from './orderFindings.ts'

/** Returns whether two objects are equal in each of these fields. */
export const agree = <T>(fields: readonly (keyof T)[], a: T, b: T): boolean =>
  fields.every((field) => a[field] === b[field])

const itemFields = [
  'itemType',
  'token',
  'identifierOrCriteria',
  'startAmount',
  'endAmount',
  'recipient',
] as const satisfies readonly (keyof ConsiderationItem)[]

/** Returns whether two items are equal. */
const sameItem = (a: OfferItem, b: OfferItem | undefined): boolean =>
  b !== undefined && agree<Partial<ConsiderationItem>>(itemFields, a, b)

const sameItems = (a: readonly OfferItem[], b: readonly OfferItem[]): boolean =>
  a.length === b.length && a.every((item, index) => sameItem(item, b[index]))

const headFields = ['offerer', 'zone', 'zoneHash', 'orderType', 'endTime', 'conduitKey', 'counter'] as const

/** Returns whether the provider's order equals ours in everything but salt and start time. */
const isOurs = (offered: OrderComponents, own: OrderComponents): boolean =>
  agree(headFields, offered, own) &&
  sameItems(offered.offer, own.offer) &&
  sameItems(offered.consideration, own.consideration)

/**
 * Compares the provider's order with ours. Start times may differ a little, and salts are ignored. If anything else
 * differs, the fields are compared one by one.
 */
export function compareOrders(
  context: GuardContext,
  offered: OrderComponents,
  own: OrderComponents,
  terms: ListingOrBid,
  fees: readonly Fee[],
  findings: OrderFindings,
): undefined {
  const { block } = findings
  if (!isOurs(offered, own)) compareFields(offered, own, terms, fees, findings)
  const limit = BigInt(context.policy.orders.startSkewSeconds)
  const earliest = firstStartOf(context, terms) - limit
  if (offered.startTime > own.startTime + limit || offered.startTime < earliest)
    block('ORD_TIME', 'startTime', offered.startTime, own.startTime)
}

/** Compares the orders field by field. Payments may be split and sorted differently. */
function compareFields(
  offered: OrderComponents,
  own: OrderComponents,
  terms: ListingOrBid,
  fees: readonly Fee[],
  findings: OrderFindings,
): undefined {
  const isBid = 'target' in terms
  const { currency, quantity, gross } = terms
  compareHeads(offered, own, quantity, findings)
  compareOffer(offered, own, isBid, findings)
  if (isBid) compareWanted(offered, own, findings)
  else compareTaker(offered, own, findings)
  const end = isBid ? gross : (terms.endGross ?? gross)
  const maker = isBid ? undefined : own.offerer
  comparePayments(offered, fees, { currency, gross: { start: gross, end }, quantity, maker }, findings)
}

const heads = [
  ['offerer', 'ORD_OFFERER'],
  ['zone', 'ORD_ZONE'],
  ['zoneHash', 'ORD_ZONEHASH'],
  ['endTime', 'ORD_TIME'],
  ['conduitKey', 'ORD_CONDUIT'],
  ['counter', 'ORD_COUNTER'],
] as const satisfies readonly (readonly [keyof OrderComponents, FindingCode])[]

function compareHeads(
  offered: OrderComponents,
  own: OrderComponents,
  quantity: bigint,
  { block }: OrderFindings,
): undefined {
  for (const [field, code] of heads)
    if (offered[field] !== own[field]) block(code, field, offered[field], own[field])
  // Whether the order can be filled partially is our choice. The provider may differ if there are several units.
  const several = [...own.offer, ...own.consideration].some(
    ({ itemType }) => itemType > 1 && itemType % 2 === 1,
  )
  const ignoredBits = quantity > 1n || several ? 1 : 0
  if (offered.orderType >> ignoredBits !== own.orderType >> ignoredBits)
    block('ORD_TYPE', 'orderType', offered.orderType, own.orderType)
}

function compareOffer(
  offered: OrderComponents,
  own: OrderComponents,
  isBid: boolean,
  findings: OrderFindings,
): undefined {
  const { block } = findings
  const [item] = offered.offer
  const [ownItem] = own.offer
  if (offered.offer.length !== 1) block('ORD_OFFER_COUNT', 'offer', offered.offer.length, 1)
  if (item === undefined || ownItem === undefined) return
  const codes = { item: 'ORD_OFFER_ITEM', amount: 'ORD_OFFER_AMOUNT' } as const
  compareNft(item, ownItem, 'offer.0', codes, findings)
  if (isBid && item.startAmount !== item.endAmount) block('ORD_DUTCH', 'offer.0.endAmount', item.endAmount)
}

/** Compares the taker of a listing. An NFT in the consideration makes it private, which is allowed only if agreed. */
function compareTaker(offered: OrderComponents, own: OrderComponents, { block }: OrderFindings): undefined {
  const wanted = own.consideration.find((item) => isNft(item.itemType))
  const nfts = itemsWithPaths(offered.consideration, isNft)
  if (wanted !== undefined && nfts.length === 0) block('ORD_PRIVATE', 'consideration')
  nfts.forEach(({ item, path }, index) => {
    const same = index === 0 && sameItem(item, wanted)
    if (!same) block('ORD_PRIVATE', `${path}.recipient`, item.recipient, wanted?.recipient)
  })
}

/** Checks that the bid asks for exactly the agreed NFT, and sends it to the bidder. */
function compareWanted(offered: OrderComponents, own: OrderComponents, findings: OrderFindings): undefined {
  const wanted = own.consideration[0]
  const nfts = itemsWithPaths(offered.consideration, isNft)
  const [first] = nfts
  if (wanted === undefined || first === undefined || nfts.length !== 1)
    return findings.block('ORD_CONS_ITEM', 'consideration', nfts.length, 1)
  const codes = { item: 'ORD_CONS_ITEM', amount: 'ORD_CONS_ITEM' } as const
  compareNft(first.item, wanted, first.path, codes, findings)
  if (first.item.recipient !== wanted.recipient)
    findings.block('ORD_CONS_RECIPIENT', `${first.path}.recipient`, first.item.recipient, wanted.recipient)
}

/** Compares the token, the criteria and the amount of an item with ours. */
function compareNft(
  offered: OfferItem,
  own: OfferItem,
  field: string,
  codes: { readonly item: FindingCode; readonly amount: FindingCode },
  { block }: OrderFindings,
): undefined {
  const criteria = isCriteria(offered.itemType)
  const ownCriteria = isCriteria(own.itemType)
  if (criteria !== ownCriteria || (ownCriteria && offered.identifierOrCriteria !== own.identifierOrCriteria))
    block(
      'ORD_CRITERIA',
      `${field}.identifierOrCriteria`,
      offered.identifierOrCriteria,
      own.identifierOrCriteria,
    )
  if (
    offered.itemType !== own.itemType ||
    offered.token !== own.token ||
    (!ownCriteria && offered.identifierOrCriteria !== own.identifierOrCriteria)
  )
    block(codes.item, `${field}.token`, `${offered.token}:${offered.identifierOrCriteria}`)
  if (offered.startAmount !== own.startAmount || offered.endAmount !== own.endAmount)
    block(codes.amount, `${field}.startAmount`, offered.startAmount, own.startAmount)
}
