import type { Intent } from '@sluice/guards'
import { type ItemIndex, unitPrices } from '@sluice/guards/internal'
import { poll } from '../api/poll.ts'
import { TradeError } from '../errors.ts'
import { requestPlan } from '../plan/requestPlan.ts'
import type { Session } from '../plan/session.ts'

/** Polls for the data of an item before giving up (specification 9). */
const dataAttempts = 15

/** How often was asked since something could be done. */
type Waiting = { reads: number }

/**
 * Asks for the plan again until an item has data or is complete.
 * @returns the answer, unread.
 * @throws {TradeError} `poll_timeout`
 */
export const awaitData = (session: Session, at: ItemIndex, waiting: Waiting): Promise<unknown> =>
  awaitAnswer(session, (answer) => waits(answer, at), waiting)

/**
 * Asks for the plan again until all of it that must be judged together has data.
 * @returns the answer, unread.
 * @throws {TradeError} `poll_timeout`
 */
export const awaitWhole = async (session: Session, answer: unknown, waiting: Waiting): Promise<unknown> =>
  isHalf(session.prepared.intent, answer) ? awaitAnswer(session, () => false, waiting) : answer

/**
 * Asks the same again until an answer no longer waits for data. Whatever comes to lack data meanwhile, what is asked counts
 * until something can be done.
 */
async function awaitAnswer(
  session: Session,
  isWaiting: (answer: unknown) => boolean,
  waiting: Waiting,
): Promise<unknown> {
  const { client, chain, prepared, signal } = session
  const failure = () => `Failed to get data after ${waiting.reads} attempt(s), aborting`
  if (waiting.reads >= dataAttempts) throw new TradeError('poll_timeout', failure())
  return poll(
    async () => {
      waiting.reads += 1
      const answer = await requestPlan(client, chain, prepared, signal, 0)
      return isWaiting(answer) || isHalf(prepared.intent, answer) ? undefined : answer
    },
    {
      interval: client.pollingInterval,
      // Each answer is a whole plan: asked for no more often than the specification says.
      eager: false,
      attempts: dataAttempts - waiting.reads,
      signal,
      failure,
    },
  )
}

type Looked = {
  readonly steps?: readonly {
    readonly id?: unknown
    readonly items?: readonly Partial<Record<string, unknown>>[]
  }[]
}

/** Whether an answer still has nothing for an item. Only looked at: what it has is parsed and judged. */
function waits(answer: unknown, { stepIndex, itemIndex }: ItemIndex): boolean {
  const item = (answer as Looked).steps?.[stepIndex]?.items?.[itemIndex]
  return item?.status === 'incomplete' && item.data == null
}

/**
 * Whether an answer has data for a part only of a sale of which the whole must bring a least: no part can be accepted
 * before the others are known, which may bring the rest of it.
 */
function isHalf(intent: Intent, answer: unknown): boolean {
  if (intent.action !== 'sell' || intent.partial || intent.items.length < 2) return false
  if (intent.minimums === undefined || unitPrices(intent).every((price) => price !== undefined)) return false
  const { steps } = answer as Looked
  const open = (Array.isArray(steps) ? steps : [])
    .filter(({ id }) => id === 'sale')
    .flatMap(({ items }) => (Array.isArray(items) ? items : []))
    .filter(({ status }) => status === 'incomplete')
  return open.some(({ data }) => data == null) && open.some(({ data }) => data != null)
}
