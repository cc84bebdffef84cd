import { lowerHex } from '@sluice/seaport/hex'
import type { Client } from '../client.ts'
import { loaded } from '../errors.ts'
import { isSameSubject } from '../journal/nextOrder.ts'
import type { UnfinishedChange, UnfinishedChangesParameters } from './findChanges.ts'

/**
 * Returns the changes of an account's orders that a reload cut off: `cancelOrders` with `followedBy` is done, and no new
 * order was signed. Leaves out orders whose time is over, changes whose old order the chain shows open, as after a
 * reorganization, and listings of tokens that it shows in another account.
 *
 * @returns the changes, oldest first.
 * @throws {TradeError} `aborted`, `not_loaded`
 * @example
 * ```ts
 * for (const { order } of await getUnfinishedChanges(client, { account }))
 *   console.log(`${order.subject} is not listed at ${order.weiPrice} yet`)
 * ```
 */
export async function getUnfinishedChanges(
  client: Client,
  parameters: UnfinishedChangesParameters,
): Promise<readonly UnfinishedChange[]> {
  const account = lowerHex(parameters.account)
  const entries = (await client.journal.entries()).filter((entry) => entry.account === account)
  if (entries.every(({ followedBy }) => followedBy === undefined)) return []
  const { findChanges } = await loaded(import('./findChanges.ts'))
  return findChanges(client, entries, parameters)
}

/**
 * Gives a change up, and earlier ones of the same thing: the new order is not asked for any more. The old one stays
 * canceled.
 *
 * @param id of the change.
 * @throws {TradeError} `not_loaded`
 * @example
 * ```ts
 * for (const { id } of await getUnfinishedChanges(client, { account })) await forgetChange(client, id)
 * ```
 */
export async function forgetChange(client: Client, id: string): Promise<void> {
  const entries = await client.journal.entries()
  const given = entries.find((one) => one.id === id)
  if (given?.followedBy === undefined) return
  for (const entry of entries)
    if (
      entry.account === given.account &&
      entry.chainId === given.chainId &&
      entry.createdAt <= given.createdAt &&
      entry.followedBy !== undefined &&
      isSameSubject(entry.followedBy, given.followedBy)
    )
      await client.journal.write({ ...entry, followedBy: undefined, updatedAt: Date.now() })
}
