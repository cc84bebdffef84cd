import { type Address, type Hex, isAddress } from 'viem'
import { callData, readAddress, readWord, selectors } from '../chain/reads.ts'
import { createReader } from '../chain/rpc.ts'
import type { Client } from '../client.ts'
import { TradeError } from '../errors.ts'
import type { JournalEntry, NextOrder } from '../journal/journalEntry.ts'
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

/** Returns the changes among an account's entries whose second half is missing and needed; see `getUnfinishedChanges`. */
export async function findChanges(
  client: Client,
  entries: readonly JournalEntry[],
  parameters: UnfinishedChangesParameters,
): Promise<readonly UnfinishedChange[]> {
  const changes = entries.flatMap((entry) => changeOf(entry, entries) ?? [])
  const needed = await Promise.all(
    changes.map(async (change) => ({ change, isGone: await isGone(client, change, parameters) })),
  )
  return needed.flatMap(({ change, isGone }) => (isGone ? [] : [change]))
}

/** The change that an entry began, if its second half is still missing. */
function changeOf(entry: JournalEntry, entries: readonly JournalEntry[]): UnfinishedChange | undefined {
  const { id, chainId, account, followedBy: order, orderIds, purpose, state } = entry
  const [orderId] = orderIds
  if (order === undefined || orderId === undefined || purpose !== 'cancel' || state !== 'done')
    return undefined
  if (order.expirationTime * 1_000 < Date.now()) return undefined
  const isOver = entries.some(
    (other) =>
      other !== entry &&
      other.chainId === chainId &&
      other.createdAt >= entry.createdAt &&
      (other.followedBy === undefined ? signs(other, order) : other.followedBy.subject === order.subject),
  )
  return isOver ? undefined : { id, chainId, account, orderId, order }
}

/** Whether an entry is an order of the same side for the same thing, signed or about to be. */
function signs(entry: JournalEntry, { side, subject }: NextOrder): boolean {
  const { purpose, state, post, chainId, account, parts = [] } = entry
  if (purpose !== `sign-${side}` || state === 'rejected' || state === 'failed') return false
  if (state === 'unknown' && post?.signature === undefined) return false
  // Parts are texts of `actionContent`: what follows the contract is the token, or of a collection the currency.
  const [contract, tokenId] = subject.split(':')
  const start = [chainId, account, side === 'listing' ? 'list' : 'bid', contract].join('|')
  return parts.some((part) => part.startsWith(`${start} ${tokenId === undefined ? '0x' : `${tokenId} `}`))
}

/** Whether the chain shows that the account no longer holds what the new listing is for. */
async function isGone(
  client: Client,
  { chainId, account, order }: UnfinishedChange,
  { wallet, signal }: UnfinishedChangesParameters,
): Promise<boolean> {
  const [contract = '', tokenId] = order.subject.split(':')
  const chain = client.chains.find(({ id }) => id === chainId)
  if (chain === undefined) return true
  if (order.side === 'offer' || tokenId === undefined || !isAddress(contract)) return false
  const reader = createReader(client, chain, wallet, signal ?? new AbortController().signal)
  try {
    const owner = await readAddress(reader, contract, callData(selectors.ownerOf, BigInt(tokenId)))
    if (owner !== undefined) return owner !== account
    const held = await readWord(
      reader,
      contract,
      callData(selectors.balanceOfToken, account, BigInt(tokenId)),
    )
    return held !== undefined && held < BigInt(order.quantity)
  } catch (cause) {
    if (!(cause instanceof TradeError) || cause.code === 'aborted') throw cause
    client.log.verbose('It could not be read who holds the token of a change.', { reason: cause.message })
    return false
  }
}
