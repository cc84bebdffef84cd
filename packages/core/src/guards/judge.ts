import { type ActionGuards, judgeBy } from './action.ts'
import { bidGuards } from './bid.ts'
import { buyGuards } from './buy.ts'
import { cancelGuards } from './cancel.ts'
import type { Intent } from './intent.ts'
import type { JudgeInput } from './judgement.ts'
import { listGuards } from './listing.ts'
import { sellGuards } from './sell.ts'
import { transferGuards } from './transfer.ts'
import type { Verdict } from './verdict.ts'

export type { JudgeInput } from './judgement.ts'

const all = {
  buy: buyGuards,
  sell: sellGuards,
  list: listGuards,
  bid: bidGuards,
  cancel: cancelGuards,
  transfer: transferGuards,
}

/** The guards of every action at once: for servers, bots and auditors. A page loads those of its action. */
export const guardsFor = (intent: Intent): ActionGuards<Intent> =>
  all[intent.action] as unknown as ActionGuards<Intent>

/** Judges a plan of any action; see `judgeBy`. */
export const judge = (input: JudgeInput): Verdict => judgeBy(guardsFor(input.intent), input)
