import type { Address } from 'viem'
import type { ChainReader } from './chainReader.ts'
import { callData, readWord, selectors } from './reads.ts'
import { readRevert, revertData } from './revert.ts'
import { RpcError } from './rpcError.ts'

type Transfer = {
  readonly collection: Address
  readonly validator: Address
  /** Who moves the token. */
  readonly operator: Address
  readonly from: Address
  readonly to: Address
}

/**
 * Asks a transfer validator, as the collection does, whether an operator may move a token between two accounts.
 * `undefined` where it does not say, or where only the receiver is the reason: another receiver may be accepted.
 * @throws {TradeError} when no node answered.
 */
export async function isTransferAllowed(
  reader: ChainReader,
  { collection, validator, operator, from, to }: Transfer,
): Promise<boolean | undefined> {
  const data = callData(selectors.applyCollectionTransferPolicy, operator, from, to)
  try {
    await reader.call('eth_call', [{ from: collection, to: validator, data }, 'latest'])
    return true
  } catch (cause) {
    if (!(cause instanceof RpcError)) throw cause
    // A validator without this function reverts without a word.
    if (revertData(cause) === undefined || readRevert(cause).reason === 'receiver_refused') return undefined
    return false
  }
}

/** Returns whether one of these zones may let transfers of a collection through, one by one. */
export async function isAuthorizedBy(
  reader: ChainReader,
  { collection, validator }: Pick<Transfer, 'collection' | 'validator'>,
  zones: readonly Address[],
): Promise<boolean> {
  const answers = await Promise.all(
    zones.map((zone) =>
      readWord(reader, validator, callData(selectors.isAccountAuthorizerOfCollection, collection, zone)),
    ),
  )
  return answers.includes(1n)
}
