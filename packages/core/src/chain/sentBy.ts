import { type Address, numberToHex } from 'viem'
import { TradeError } from '../errors.ts'
import type { ChainReader } from './chainReader.ts'
import { readQuantity } from './reads.ts'
import { callsOfBlock, type MinedCall, readBlockNumber } from './receipts.ts'

/** Blocks that are read one by one where a node does not keep the state that would say which one counts. */
const scanDepth = 64n

/** Blocks with transactions of the account that are read at most. */
const maxBlocks = 64

/** Which transactions of an account are looked for. */
export type SentRange = {
  readonly account: Address
  /** First nonce that counts; what the account had at the first block without it. */
  readonly fromNonce: number | undefined
  /** First nonce that no longer counts; all up to the latest without it. */
  readonly toNonce?: number | undefined
  /** The account's nonce, where a node has told it already: one that tells a lower one is behind. */
  readonly reachedNonce?: number | undefined
  /** The newest block before the first one was sent; from the beginning of the chain without it. */
  readonly fromBlock: bigint | undefined
}

/**
 * Yields the mined transactions of an account in the order of their nonces, however long ago they were mined. The block
 * of each is found by bisection over the account's nonce, which takes O(log n) small reads. Where a node refuses to
 * tell of old state, the blocks before the oldest state that it has are read one by one, as far as that is reasonable.
 *
 * @throws {TradeError} `provider_unreachable` where part of the range could not be searched: what was not found by then
 * may exist all the same.
 */
export async function* sentBy(
  reader: ChainReader,
  { account, fromNonce, toNonce, reachedNonce = 0, fromBlock = 0n }: SentRange,
): AsyncGenerator<MinedCall> {
  const head = await readBlockNumber(reader)
  const nonces = new Map<bigint, Promise<number | undefined>>()
  /** The account's nonce after a block; `undefined` where no node tells. */
  const nonceAfter = (block: bigint): Promise<number | undefined> => {
    const known =
      nonces.get(block) ??
      readQuantity(reader, 'eth_getTransactionCount', [account, numberToHex(block)]).then(Number, (cause) => {
        if (cause instanceof TradeError && cause.code === 'aborted') throw cause
        return undefined
      })
    nonces.set(block, known)
    return known
  }
  const latest = await nonceAfter(head)
  if (latest === undefined || latest < reachedNonce) throw unsearched()
  const end = Math.min(latest, toNonce ?? latest)
  let first = fromBlock
  let nonce = fromNonce ?? (await nonceAfter(first))
  if (nonce === undefined) throw unsearched()
  // A reorganization may have put the first one into a block below: the account's nonce there says so.
  for (let step = 1n; first > 0n && ((await nonceAfter(first)) ?? nonce) > nonce; step *= 2n)
    first = first > step ? first - step : 0n
  for (let blocks = 0; nonce < end && first <= head; blocks += 1) {
    if (blocks >= maxBlocks) throw unsearched()
    // The first block that is known to be after the transaction of this nonce, or to hold it.
    let block = first
    for (let high = head; block < high; ) {
      const middle = (block + high) / 2n
      const after = await nonceAfter(middle)
      if (after !== undefined && after > nonce) high = middle
      else block = middle + 1n
    }
    const before = block === first ? nonce : await nonceAfter(block - 1n)
    const isExact = before !== undefined && before <= nonce
    const floor = isExact ? block : block - first > scanDepth ? block - scanDepth : first
    for (let number = block; number >= floor; number -= 1n)
      for (const call of await readCalls(reader, number))
        if (call.from === account && call.nonce >= nonce && call.nonce < end) yield call
    if (!isExact && floor > first) throw unsearched()
    const reached = await nonceAfter(block)
    if (reached === undefined) throw unsearched()
    nonce = Math.max(nonce + 1, reached)
    first = block + 1n
  }
  if (nonce < end) throw unsearched()
}

/** Reads the transactions of a block. Of nodes behind one address, one may not have a block that another one has. */
const readCalls = (reader: ChainReader, number: bigint): Promise<readonly MinedCall[]> =>
  callsOfBlock(reader, number).catch((cause: unknown) => {
    if (cause instanceof TradeError && cause.code === 'aborted') throw cause
    throw unsearched(cause)
  })

/** Returns the error for a search of the chain of which a part could not be done. */
export const unsearched = (cause?: unknown): TradeError =>
  new TradeError('provider_unreachable', 'No node tells what has happened to the account since.', { cause })
