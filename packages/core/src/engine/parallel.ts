import type { AssetDelta, CheckedItem, Purpose } from '@sluice/guards'
import { mostGas } from '@sluice/guards/internal'
import { readQuantity } from '../chain/reads.ts'
import { TradeError } from '../errors.ts'
import { type CheckedPlan, itemKey, placeOf } from '../plan/checkedPlan.ts'
import { reportFailure } from '../plan/reportResult.ts'
import { ItemError } from '../run/itemError.ts'
import { confirmTransaction, submitTransaction } from '../transactions/sendTransaction.ts'
import { loadSigning } from './loadSigning.ts'
import { showItems } from './showItems.ts'
import type { TradeContext } from './tradeContext.ts'

/** Purposes of calls that prepare nothing for another call. */
const finalPurposes: ReadonlySet<Purpose> = new Set(['buy', 'sell', 'transfer', 'cancel'])

/**
 * Returns the next items that do not depend on each other: of one step, of one kind and purpose, proven from their bytes,
 * and without a token, a currency or an order in common. Empty if anything is in doubt: then they are carried out in
 * order.
 */
export function independentItems(
  { reader }: Pick<TradeContext, 'reader'>,
  { plan, verdict, finished, accountCode }: CheckedPlan,
): readonly CheckedItem[] {
  const open = verdict.items.filter((item) => !finished.has(itemKey(item)))
  const [first] = open
  if (first === undefined || (verdict.proof !== 'static' && verdict.proof !== 'static+read')) return []
  const items = open.filter(({ stepIndex }) => stepIndex === first.stepIndex)
  const waiting = (plan.steps[first.stepIndex]?.items ?? []).filter(
    ({ status }, itemIndex) => status === 'incomplete' && !finished.has(itemKey({ ...first, itemIndex })),
  )
  // All items of the step: one without data may depend on these, and two at one place depend on each other.
  if (items.length !== waiting.length || new Set(items.map(itemKey)).size !== items.length) return []
  if (items.some(({ kind, purpose }) => kind !== first.kind || purpose !== first.purpose)) return []
  if (first.kind === 'signature') return items
  // Only the calls of an account without contract code are mined in the order of its nonces, which only a node shows.
  const plain = accountCode === 'none' || typeof accountCode === 'object'
  const shared = items.flatMap(resourcesOf)
  const alone = new Set(shared).size === shared.length
  return reader !== undefined && plain && finalPurposes.has(first.purpose) && alone ? items : []
}

/** Returns what an item needs for itself. The native coin is counted before each prompt. */
function resourcesOf(item: CheckedItem): readonly string[] {
  const { give, get } = item.effects
  const nft = ({ kind }: AssetDelta) => kind === 'erc721' || kind === 'erc1155'
  const tokens = [...give, ...get].filter(nft).map(({ contract, tokenId }) => `${contract}:${tokenId ?? ''}`)
  const paid = give.filter(({ kind }) => kind === 'erc20').map(({ contract }) => contract)
  return [...new Set([...tokens, ...paid, ...(item.kind === 'transaction' ? item.orders : [])])]
}

/**
 * Asks the wallet for one item after the other, and waits for those that are pending meanwhile. After a failure nothing
 * more is asked for; the pending items are waited for, and then the first failure is thrown.
 *
 * @returns `false`, with nothing asked of the wallet, if the plan became too old while the user read the first card.
 * @throws {ItemError} with the first failure.
 */
export async function performParallel(
  context: TradeContext,
  checked: CheckedPlan,
  items: readonly CheckedItem[],
): Promise<boolean> {
  const pending = new Map<CheckedItem, Promise<void>>()
  const progress: ParallelProgress = { failure: undefined, nonce: undefined }
  const fail = (item: CheckedItem, cause: unknown) => {
    const at = placeOf(item)
    if (cause instanceof TradeError) reportFailure(context, checked, at, cause)
    progress.failure ??= { cause: cause instanceof TradeError ? new ItemError(cause, at) : cause }
  }
  const waitFor = async (item: CheckedItem, rest: () => Promise<void>) => {
    try {
      await rest()
      context.done.push(item)
      checked.finished.add(itemKey(item))
    } catch (cause) {
      fail(item, cause)
    }
    pending.delete(item)
  }
  for (const item of items) {
    if (!(await affords(context, checked, [...pending.keys(), item]))) await Promise.all(pending.values())
    if (progress.failure !== undefined) break
    try {
      const rest = await begin(context, checked, item, progress, {
        mayRequest: item === items[0],
        beforeCheck: async () => {
          await Promise.all(pending.values())
          throwFailure(progress)
        },
      })
      if (rest === 'stale') return false
      pending.set(item, waitFor(item, rest))
    } catch (cause) {
      fail(item, cause)
    }
  }
  await Promise.all(pending.values())
  throwFailure(progress)
  return true
}

type ParallelProgress = {
  failure: { readonly cause: unknown } | undefined
  /** The nonce of the call that was sent last. */
  nonce: number | undefined
}

function throwFailure({ failure }: ParallelProgress): void {
  if (failure !== undefined) throw failure.cause
}

/** Shows one item and asks the wallet for it. Returns what is left to do once the wallet has answered. */
async function begin(
  context: TradeContext,
  checked: CheckedPlan,
  item: CheckedItem,
  progress: ParallelProgress,
  how: { readonly mayRequest: boolean; readonly beforeCheck: () => Promise<unknown> },
): Promise<(() => Promise<void>) | 'stale'> {
  const shown = await showItems(context, checked, [item], how)
  if (shown === 'stale') return 'stale'
  // A card may be open for hours, within which another item may have failed.
  throwFailure(progress)
  const [seen = item] = shown.items
  if (seen.kind === 'signature') {
    const { askSignature, postOrder } = await loadSigning()
    const signed = await askSignature(context, seen)
    return () => postOrder(context, seen, signed)
  }
  const submitted = await submitTransaction(context, shown.checked, seen, shown.head, progress.nonce)
  progress.nonce = submitted.sent.nonce ?? progress.nonce
  return () => confirmTransaction(context, shown.checked, seen, submitted)
}

/** Returns whether the account can pay for all pending items and one more; `false` if that is not known. */
async function affords(
  { client, reader, account, gas }: TradeContext,
  { baseFee }: CheckedPlan,
  items: readonly CheckedItem[],
): Promise<boolean> {
  if (items.length < 2 || items.some(({ kind }) => kind === 'signature')) return true
  if (reader === undefined || baseFee === undefined) return false
  const ample = gas ?? mostGas(client.policy, 1)
  const needed = items.reduce(
    (sum, item) => (item.kind === 'transaction' ? sum + item.call.value + ample * baseFee * 2n : sum),
    0n,
  )
  const balance = await readQuantity(reader, 'eth_getBalance', [account, 'latest']).catch(() => 0n)
  return balance >= needed
}
