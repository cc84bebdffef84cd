import type { Intent } from '@sluice/guards'
import { type ItemIndex, unitPrices } from '@sluice/guards/internal'
import { poll } from '../api/poll.ts'
import { TradeError } from '../errors.ts'
import { property } from '../property.ts'
import type { PlanContext } from './planContext.ts'
import { requestPlan } from './requestPlan.ts'

/** How often the data of an item is polled for (specification 9). */
const dataAttempts = 15

type DataContext = Pick<PlanContext, 'client' | 'chain' | 'prepared' | 'signal'>

/** How often a plan was requested since something could be carried out. */
export type Waiting = { reads: number }

/**
 * Requests the plan again until an item has data or is complete.
 * @returns the answer, not parsed yet.
 * @throws {TradeError} `poll_timeout`, `aborted`, or what the provider refused with.
 */
export const waitForData = (context: DataContext, at: ItemIndex, waiting: Waiting): Promise<unknown> =>
  waitForAnswer(context, (answer) => isWaiting(answer, at), waiting)

/**
 * Requests the plan again until all items that must be checked together have data.
 * @returns the answer, not parsed yet.
 * @throws {TradeError} `poll_timeout`, `aborted`, or what the provider refused with.
 */
export const waitForWholePlan = async (
  context: DataContext,
  answer: unknown,
  waiting: Waiting,
): Promise<unknown> =>
  isPart(context.prepared.intent, answer) ? waitForAnswer(context, () => false, waiting) : answer

/** Polls until an answer no longer waits for data. `waiting.reads` counts on until something can be carried out. */
async function waitForAnswer(
  { client, chain, prepared, signal }: DataContext,
  lacksData: (answer: unknown) => boolean,
  waiting: Waiting,
): Promise<unknown> {
  const failure = () => `Failed to get data after ${waiting.reads} attempt(s), aborting`
  if (waiting.reads >= dataAttempts) throw new TradeError('poll_timeout', failure())
  return poll(
    async () => {
      waiting.reads += 1
      const answer = await requestPlan(client, chain, prepared, signal, 0)
      return lacksData(answer) || isPart(prepared.intent, answer) ? undefined : answer
    },
    {
      interval: client.pollingInterval,
      // Each answer is a whole plan: requested no more often than the specification says.
      adaptive: false,
      attempts: dataAttempts - waiting.reads,
      signal,
      failure,
    },
  )
}

/** What is looked at in an answer before it is parsed and checked. */
const stepsOf = (answer: unknown) =>
  listOf(property(answer, 'steps')).map((step) => ({
    id: property(step, 'id'),
    items: listOf(property(step, 'items')).map((item) => ({
      isOpen: property(item, 'status') === 'incomplete',
      hasData: property(item, 'data') != null,
    })),
  }))

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Returns whether an answer still has no data for an item. */
function isWaiting(answer: unknown, { stepIndex, itemIndex }: ItemIndex): boolean {
  const item = stepsOf(answer)[stepIndex]?.items[itemIndex]
  return item?.isOpen === true && !item.hasData
}

/**
 * Returns whether an answer has data for only a part of a sale that must bring a minimum as a whole: no part can be
 * accepted before the others are known, which may bring the rest.
 */
function isPart(intent: Intent, answer: unknown): boolean {
  if (intent.action !== 'sell' || intent.partial || intent.items.length < 2) return false
  if (intent.minimums === undefined || unitPrices(intent).every((price) => price !== undefined)) return false
  const open = stepsOf(answer)
    .filter(({ id }) => id === 'sale')
    .flatMap(({ items }) => items.filter(({ isOpen }) => isOpen))
  return open.some(({ hasData }) => !hasData) && open.some(({ hasData }) => hasData)
}
