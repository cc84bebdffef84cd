import { type Execution, progressOf } from '@sluice/core'
import { goneOf } from '../../kit/goneOf.ts'
import { isRefused } from '../../kit/isRefused.ts'
import { moneyText } from '../../kit/moneyText.ts'
import type { ChangedOrder } from '../../kit/runs.ts'
import type { Messages, TitledMessage } from '../../locales/messages.ts'
import { partOf } from '../../progress/CompleteRun.tsx'
import { itemsOf } from '../../progress/itemsOf.ts'
import type { TradeSubject } from './useTradeSubject.ts'

/** What kind of trade an action is, in a word or two; `undefined` for an action that is not known. */
export const kindOf = (
  action: string,
  change: Pick<ChangedOrder, 'side'> | undefined,
  { pending }: Messages,
): string | undefined => {
  const kinds: Partial<Record<string, string>> = pending.kinds
  return change === undefined ? kinds[action] : pending.kinds[change.side]
}

/** The title of the dialog of a run. */
export function titleOf(
  { action }: Execution,
  { what, count, side = 'listing' }: TradeSubject,
  messages: Messages,
): string {
  const { buy, accept, list, offer, transfer, cancel, auction, pending } = messages
  if (what === undefined || count > 1) return pending.kinds[action]
  switch (action) {
    case 'buy':
      return buy.title(what)
    case 'sell':
      return accept.title(what)
    case 'list':
      return list.title(what)
    case 'bid':
      return offer.title(what)
    case 'transfer':
      return transfer.title(what)
    case 'cancel':
      return cancel.title[side](what)
    case 'announce':
      return auction.title(what)
    default:
      return action satisfies never
  }
}

/** What the dialog of a run says once all of it is done. */
export function completeOf(execution: Execution, messages: Messages): TitledMessage {
  const { buy, cart, accept, list, offer, transfer, cancel, auction } = messages
  const isOne = progressOf(execution).items.reduce((sum, { units }) => sum + units, 0) === 1
  switch (execution.action) {
    case 'buy':
      return isOne ? buy.complete : cart.complete
    case 'sell':
      return accept.complete
    case 'list':
      return isOne ? list.complete : list.completeMany
    case 'bid':
      return offer.complete
    case 'transfer':
      return isOne ? transfer.complete : transfer.completeMany
    case 'cancel':
      return isOne ? cancel.complete : cancel.completeMany
    case 'announce':
      return itemsOf(execution).some(({ purpose }) => purpose === 'sign-withdrawal')
        ? auction.withdrawal.complete
        : auction.complete
    default:
      return execution.action satisfies never
  }
}

/** How a run ended, in sentences that claim no more than is known. */
export type Outcome = {
  /** Says what was done, with names; absent if not all of it was done, or the names are not known. */
  readonly heading: string | undefined
  readonly sentences: readonly string[]
}

/** How a run ended, in words. */
export function outcomeOf(execution: Execution, { what, side }: TradeSubject, messages: Messages): Outcome {
  const { action, proof, status } = execution
  const { progress, resume, steps } = messages
  if (status !== 'complete') return { heading: undefined, sentences: failureOf(execution, messages) }
  const { done, total, isPart, isCutShort } = partOf(execution)
  if (isPart && action !== 'announce') {
    const rest = progress.rest[isCutShort ? 'gone' : 'open']
    return { heading: undefined, sentences: [progress.done[action](done, total), rest] }
  }
  const known = { list: 'sign-listing', bid: 'sign-offer', cancel: side, announce: undefined } as const
  const name = action === 'buy' || action === 'sell' || action === 'transfer' ? action : known[action]
  const proven = proof === undefined ? [] : [proof === 'chain' ? resume.confirmed : steps.unproven]
  if (name !== undefined && what !== undefined) return { heading: resume.done[name](what), sentences: proven }
  return { heading: undefined, sentences: [completeOf(execution, messages).title, ...proven] }
}

/** Why a run stopped, and what happened to the money. */
function failureOf({ action, error, money, status }: Execution, messages: Messages): readonly string[] {
  const { errors, gone, refused } = messages
  if (error === undefined)
    return [errors[status === 'aborted' ? 'aborted' : 'unexpected'].title, messages.money[money]]
  const missing = goneOf(error, action)
  const { title } = missing !== undefined ? gone[missing] : isRefused(error) ? refused : errors[error.code]
  return [title, moneyText(error, error.money, messages)]
}
