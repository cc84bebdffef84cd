import type { Transfer } from '@sluice/wire'
import type { Hex } from 'viem'
import { fetchTransfers } from '../api/fetchTransaction.ts'
import { poll } from '../api/poll.ts'
import { TradeError } from '../errors.ts'
import { type CheckedPlan, placeOf } from '../plan/checkedPlan.ts'
import type { TransactionContext, TransactionItem } from './transactionContext.ts'

/** How often the provider is asked for transfers: where only the provider knows (specification 9), and where the chain has proven them. */
const attempts = { unproven: 15, proven: 3 }

/**
 * Waits for the provider's transfers after a purchase or sale (specification 7). Where the chain has proven the effect,
 * they are only informative: a provider that does not report them fails nothing.
 * @throws {TradeError} `poll_timeout` where nothing is proven; `aborted`.
 */
export async function awaitTransfers(
  context: TransactionContext,
  { plan }: Pick<CheckedPlan, 'plan'>,
  item: TransactionItem,
  hash: Hex,
  proven: boolean,
): Promise<void> {
  const { client, chain, signal, prepared, dispatch } = context
  const { action } = prepared.intent
  const isSale =
    item.purpose === 'buy' || item.purpose === 'sell' || plan.steps[item.stepIndex]?.id === 'sale'
  if (!isSale || (action !== 'buy' && action !== 'sell')) return
  const transfers = await poll(
    async () => {
      const found = await fetchTransfers(client, chain, hash, signal).catch(noRoute)
      return found === 'no route' ? [] : found.length > 0 ? found : undefined
    },
    {
      interval: client.pollingInterval,
      adaptive: client.adaptivePolling,
      attempts: proven ? attempts.proven : attempts.unproven,
      signal,
      failure: (n) => `Failed to get an ok response after ${n} attempt(s), aborting`,
    },
  ).catch((cause: unknown) => {
    signal.throwIfAborted()
    if (!proven) throw cause
    client.log.warn('The provider does not report transfers that the chain shows.', { hash })
    return []
  })
  dispatch({ type: 'item_transfers', at: placeOf(item), transfers: transfers.filter(isOf(item, hash)) })
}

/**
 * Returns a filter for the transfers that the checked call makes: of its tokens, between the agreed parties, in its
 * transaction. Other transfers may be true and are not of this trade, or are made up.
 */
function isOf({ effects, call }: TransactionItem, hash: Hex): (transfer: Transfer) => boolean {
  const moved = [
    ...effects.give.map((delta) => ({ ...delta, from: call.account, to: delta.counterparty })),
    ...effects.get.map((delta) => ({ ...delta, from: undefined, to: delta.counterparty ?? call.account })),
  ]
  return ({ token, from, to, txHash }) =>
    (txHash ?? hash) === hash &&
    moved.some(
      (delta) =>
        delta.contract === token?.contract &&
        (delta.tokenId === undefined || token.tokenId == null || `${delta.tokenId}` === token.tokenId) &&
        (delta.from === undefined || delta.from === from) &&
        (delta.to === undefined || delta.to === to),
    )
}

/** A provider without the route has nothing to say about transfers. */
function noRoute(error: unknown): 'no route' {
  if (error instanceof TradeError && error.data.status === 404) return 'no route'
  throw error
}
