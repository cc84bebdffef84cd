import { type Address, type Hex, isAddress } from 'viem'
import type { ChainReader } from '../chain/chainReader.ts'
import { callData, readAddress, readOrderStatus, readWord, selectors } from '../chain/reads.ts'
import { createReader } from '../chain/rpc.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import type { JournalEntry } from '../journal/journalEntry.ts'
import { isSameSubject, type NextOrder } from '../journal/nextOrder.ts'
import type { Wallet } from '../wallets/wallet.ts'

/** A change of an order that stopped between its halves: the old order is canceled, and the new one is not signed. */
export type UnfinishedChange = {
  /** Id of the cancellation in the journal. */
  readonly id: string
  /** The chain of the orders. */
  readonly chainId: number
  /** The account of the orders. */
  readonly account: Address
  /** The order that was canceled. */
  readonly orderId: Hex
  /** The order that remains to be signed, as its user wanted it. */
  readonly order: NextOrder
}

/** Whose changes are looked for. */
export type UnfinishedChangesParameters = {
  /** The account of the orders. */
  readonly account: Address
  /** Its node is asked first, while the wallet is on the chain. */
  readonly wallet?: Wallet | undefined
  /** Ends the read when it is aborted. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Returns the changes whose second half is missing and needed, oldest first; see `getUnfinishedChanges`.
 * @param entries of one account, oldest first.
 */
export async function findChanges(
  client: Client,
  entries: readonly JournalEntry[],
  parameters: UnfinishedChangesParameters,
): Promise<readonly UnfinishedChange[]> {
  const found = entries.flatMap((entry, index) => {
    const change = changeOf(entry, entries.slice(index + 1))
    return change === undefined ? [] : [{ change, exchange: entry.call?.to }]
  })
  const needed = await Promise.all(
    found.map(({ change, exchange }) => isNeeded(client, change, exchange, parameters)),
  )
  return found.flatMap(({ change }, index) => (needed[index] ? [change] : []))
}

/** The change that an entry began, if its second half is still missing. */
function changeOf(entry: JournalEntry, later: readonly JournalEntry[]): UnfinishedChange | undefined {
  const { id, chainId, account, followedBy: order, orderIds, purpose, state } = entry
  const [orderId] = orderIds
  if (order === undefined || orderId === undefined || purpose !== 'cancel' || state !== 'done')
    return undefined
  if (order.expirationTime * 1_000 < Date.now()) return undefined
  const isOver = later.some(
    (other) =>
      other.chainId === chainId &&
      other.state !== 'rejected' &&
      other.state !== 'failed' &&
      (other.followedBy === undefined ? signs(other, order) : isSameSubject(other.followedBy, order)),
  )
  return isOver ? undefined : { id, chainId, account, orderId, order }
}

/** Whether an entry is an order of the same side for the same thing, signed or about to be. */
function signs(entry: JournalEntry, { side, subject }: NextOrder): boolean {
  const { purpose, state, post, chainId, account, parts = [] } = entry
  if (purpose !== `sign-${side}`) return false
  if (state === 'unknown' && post?.signature === undefined) return false
  // Parts are texts of `actionContent`: what follows the contract is the token, or of a collection the currency.
  const [contract, tokenId] = subject.split(':')
  const start = [chainId, account, side === 'listing' ? 'list' : 'bid', contract].join('|')
  return parts.some((part) => part.startsWith(`${start} ${tokenId === undefined ? '0x' : `${tokenId} `}`))
}

/** Whether a change has a second half, by the chain. Where that cannot be read, the journal is believed. */
async function isNeeded(
  client: Client,
  change: UnfinishedChange,
  exchange: Address | undefined,
  { wallet, signal = new AbortController().signal }: UnfinishedChangesParameters,
): Promise<boolean> {
  const chain = client.chains.find(({ id }) => id === change.chainId)
  if (chain === undefined) return false
  const reader = createReader(client, chain, wallet, signal)
  try {
    return !(await isNotCanceled(reader, exchange, change.orderId)) && !(await isGone(reader, change))
  } catch (cause) {
    if (!(cause instanceof TradeError) || cause.code === 'aborted') throw cause
    client.log.verbose('It could not be read whether a change is unfinished.', { reason: cause.message })
    return true
  }
}

/**
 * Whether the chain shows that the old order is not canceled: its cancellation was reorganized away, or the journal was
 * edited. The exchange that the cancellation was sent to knows; other contracts of the chain may be gone.
 */
async function isNotCanceled(
  reader: ChainReader,
  exchange: Address | undefined,
  orderId: Hex,
): Promise<boolean> {
  const status = exchange === undefined ? undefined : await readOrderStatus(reader, exchange, orderId)
  return status?.cancelled === false
}

/** Whether the account no longer holds what the new listing is for. */
async function isGone(reader: ChainReader, { account, order }: UnfinishedChange): Promise<boolean> {
  const [contract = '', tokenId] = order.subject.split(':')
  if (order.side === 'offer' || tokenId === undefined || !isAddress(contract)) return false
  const owner = await readAddress(reader, contract, callData(selectors.ownerOf, BigInt(tokenId)))
  if (owner !== undefined) return owner !== account
  const held = await readWord(reader, contract, callData(selectors.balanceOfToken, account, BigInt(tokenId)))
  return held === 0n
}
