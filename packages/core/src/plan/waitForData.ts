import type { Intent } from '@sluice/guards'
import { type ItemIndex, unitPrices } from '@sluice/guards/internal'
import { poll } from '../api/poll.ts'
import { TradeError } from '../errors.ts'
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
type RawPlan = {
  readonly steps?: readonly {
    readonly id?: unknown
    readonly items?: readonly Partial<Record<string, unknown>>[]
  }[]
}

/** Returns whether an answer still has no data for an item. */
function isWaiting(answer: unknown, { stepIndex, itemIndex }: ItemIndex): boolean {
  const item = (answer as RawPlan).steps?.[stepIndex]?.items?.[itemIndex]
  return item?.status === 'incomplete' && item.data == null
}

/**
 * Returns whether an answer has data for only a part of a sale that must bring a minimum as a whole: no part can be
 * accepted before the others are known, which may bring the rest.
 */
function isPart(intent: Intent, answer: unknown): boolean {
  if (intent.action !== 'sell' || intent.partial || intent.items.length < 2) return false
  if (intent.minimums === undefined || unitPrices(intent).every((price) => price !== undefined)) return false
  const { steps } = answer as RawPlan
  const open = (Array.isArray(steps) ? steps : [])
    .filter(({ id }) => id === 'sale')
    .flatMap(({ items }) => (Array.isArray(items) ? items : []))
    .filter(({ status }) => status === 'incomplete')
  return open.some(({ data }) => data == null) && open.some(({ data }) => data != null)
}
