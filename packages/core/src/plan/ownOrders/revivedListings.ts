import type { CheckedItem, Finding, Intent, Verdict } from '@sluice/guards'
import { finding } from '@sluice/guards/internal'
import { approve, isNft, readCall } from '@sluice/seaport'
import type { Address, Hex } from 'viem'
import type { ChainReader } from '../../chain/chainReader.ts'
import { batchedOn } from '../../chain/multicall.ts'
import { callData, readAddress, readHead, readHolding, readWord, selectors } from '../../chain/reads.ts'
import type { JournalEntry } from '../../journal/journalEntry.ts'
import { mayBeFilled, readSignedOrder } from '../../journal/signedOrderStatus.ts'
import { type JournalOrder, ordersOfEntries, signsNothing, spenderOf } from '../../journal/signedOrders.ts'
import type { PlanContext } from '../planContext.ts'

type ListingContext = Pick<PlanContext, 'chain' | 'account' | 'reader' | 'runId' | 'prepared' | 'again'>

/** A listing of the account that was signed before, and is not known to have ended. */
type OldListing = {
  readonly order: JournalOrder
  readonly token: TokenKey
  readonly spender: Address | undefined
  /** What it asks for at least, in the currency of its first payment. */
  readonly price: { readonly currency: Address; readonly amount: bigint }
}

/** `contract:tokenId`. */
type TokenKey = `${Address}:${bigint}`

/** What the items of a plan change for listings that were signed before. */
type Changes = {
  /** What a spender may move afterwards: `contract:spender`, or `contract:tokenId:spender` for one token alone. */
  readonly granted: ReadonlySet<string>
  readonly received: ReadonlySet<TokenKey>
  /** Tokens that are listed anew, with what each is to bring. */
  readonly listed: ReadonlyMap<TokenKey, OldListing['price']>
}

/** How many old listings are read at most. What is beyond is asked about like one that was not read. */
const maxListings = 200

/**
 * Returns a finding to confirm for each listing of the account that somebody could fill because of this plan, and could not
 * before: its token comes back, or its spender may move the collection again. Listing a token anew for more than an old
 * listing asks for is one too, since the old one is filled first. Only listings count that the journal has, and that the
 * chain does not show as ended. Every item counts by itself: what follows it may never come.
 * @param signed the journal's entries of signatures of the account on the chain.
 */
export async function revivedListings(
  context: ListingContext,
  verdict: Verdict,
  signed: readonly JournalEntry[],
): Promise<readonly Finding[]> {
  const { reader, chain, account } = context
  const changes = changesOf(context, verdict.items)
  if (reader === undefined || isEmpty(changes)) return []
  const old = oldListings(context, changes, signed).filter((listing) => isAffected(listing, changes))
  if (old.length === 0) return []
  const read = batchedOn(chain, reader)
  const time = (await readHead(read).catch(() => undefined))?.time
  const revived = await Promise.all(
    old.slice(-maxListings).map(async (listing) => {
      const { state } = await readSignedOrder(read, listing.order, time)
      const isOpen = mayBeFilled(state) && (await canBeFilled(read, account, listing, changes))
      return isOpen ? [listing.order.orderId] : []
    }),
  )
  const unread = old.slice(0, Math.max(0, old.length - maxListings)).map(({ order }) => order.orderId)
  return [...revived.flat(), ...unread].map((id) => finding('confirm', 'ORD_REVIVED', 'steps', id))
}

const isEmpty = ({ granted, received, listed }: Changes): boolean =>
  granted.size + received.size + listed.size === 0

function changesOf({ prepared, again }: ListingContext, items: readonly CheckedItem[]): Changes {
  const granted = items.flatMap((item) =>
    item.effects.authority.flatMap(({ kind, contract, spender }) => {
      if (kind === 'nft-operator') return [`${contract}:${spender}`]
      const approved = item.kind === 'transaction' ? readCall(approve, item.call.data) : undefined
      return kind === 'nft-token' && approved !== undefined
        ? [`${contract}:${approved.value}:${spender}`]
        : []
    }),
  )
  const received = items.flatMap(({ effects: { get } }) =>
    get.flatMap(({ kind, contract, tokenId }): readonly TokenKey[] =>
      tokenId !== undefined && (kind === 'erc721' || kind === 'erc1155') ? [`${contract}:${tokenId}`] : [],
    ),
  )
  const isListing = items.some(({ purpose }) => purpose === 'sign-listing')
  const listed = isListing && !again ? listedBy(prepared.intent) : []
  return { granted: new Set(granted), received: new Set(received), listed: new Map(listed) }
}

const listedBy = (intent: Intent): readonly (readonly [TokenKey, OldListing['price']])[] =>
  intent.action === 'list'
    ? intent.listings.map(({ contract, tokenId, currency, gross }) => [
        `${contract}:${tokenId}`,
        { currency, amount: gross },
      ])
    : []

/** Returns the listings of the journal that the changes may be about. */
function oldListings(
  { chain, runId, prepared }: ListingContext,
  { granted, received, listed }: Changes,
  signed: readonly JournalEntry[],
): readonly OldListing[] {
  const collections = new Set([...granted, ...received, ...listed.keys()].map((key) => key.slice(0, 42)))
  const replaced = new Set(
    prepared.intent.action === 'list' ? prepared.intent.listings.flatMap((one) => one.replaces ?? []) : [],
  )
  const entries = signed.filter(
    (entry) =>
      entry.purpose === 'sign-listing' &&
      entry.run !== runId &&
      !signsNothing(entry) &&
      entry.state !== 'failed' &&
      mayName(entry, collections),
  )
  return ordersOfEntries(entries, chain).flatMap((order): readonly OldListing[] => {
    const { components, orderId } = order
    const [token] = components.offer
    if (token === undefined || !isNft(token.itemType)) return []
    if (!collections.has(token.token) || replaced.has(orderId)) return []
    const key = `${token.token}:${token.identifierOrCriteria}` as const
    return [{ order, token: key, spender: spenderOf(chain, order), price: priceOf(components) }]
  })
}

/** Returns whether an entry may be about one of the collections, by the text of its parts; a long text is only a hash. */
const mayName = ({ parts = [] }: JournalEntry, collections: ReadonlySet<string>): boolean =>
  parts.length === 0 ||
  parts.some((part) => !part.includes('|') || [...collections].some((one) => part.includes(one)))

/** Returns the least that a listing asks for in all, in the currency of its first payment. */
function priceOf({ consideration }: JournalOrder['components']): OldListing['price'] {
  const currency = consideration[0]?.token ?? '0x'
  const least = (start: bigint, end: bigint) => (start < end ? start : end)
  const amount = consideration.reduce(
    (sum, { startAmount, endAmount }) => sum + least(startAmount, endAmount),
    0n,
  )
  return { currency, amount }
}

const isGranted = ({ token, spender }: OldListing, { granted }: Changes): boolean =>
  granted.has(`${token.slice(0, 42)}:${spender}`) || granted.has(`${token}:${spender}`)

/** Returns whether the changes are about a listing: its token comes back, may be moved again, or is listed for more. */
function isAffected(listing: OldListing, changes: Changes): boolean {
  const { token, price } = listing
  const anew = changes.listed.get(token)
  const isDearer = anew !== undefined && anew.currency === price.currency && anew.amount > price.amount
  return isGranted(listing, changes) || changes.received.has(token) || isDearer
}

/** Returns whether an open listing can be filled after the changes. What no node answers counts as the worse. */
async function canBeFilled(
  read: ChainReader,
  account: Address,
  listing: OldListing,
  changes: Changes,
): Promise<boolean> {
  const { order, token, spender } = listing
  const [contract, tokenId] = token.split(':') as [Address, string]
  const kind = order.components.offer[0]?.itemType === 2 ? 'erc721' : 'erc1155'
  const held = changes.received.has(token)
    ? 1n
    : await readHolding(read, { contract, tokenId: BigInt(tokenId) }, kind, account).catch(() => undefined)
  if (held === 0n) return false
  if (isGranted(listing, changes) || spender === undefined) return true
  return isApproved(read, account, contract, BigInt(tokenId), spender)
}

async function isApproved(
  read: ChainReader,
  account: Address,
  contract: Address,
  tokenId: bigint,
  spender: Address,
): Promise<boolean> {
  const [operator, approved] = await Promise.all([
    readWord(read, contract, callData(selectors.isApprovedForAll, account, spender)).catch(() => undefined),
    readAddress(read, contract, callData(selectors.getApproved, tokenId)).catch(
      () => undefined as Hex | undefined,
    ),
  ])
  return operator === undefined || operator === 1n || approved === spender
}
