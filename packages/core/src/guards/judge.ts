import { type ActionGuards, factsBy, judgeBy } from './action.ts'
import * as advanced from './advanced.ts'
import * as askMatch from './askMatch.ts'
import * as assignment from './assignment.ts'
import { bidGuards } from './bid.ts'
import * as bulk from './bulk.ts'
import { buyGuards } from './buy.ts'
import { cancelGuards } from './cancel.ts'
import * as cancelSignature from './cancelSignature.ts'
import * as criteria from './criteria.ts'
import * as differences from './differences.ts'
import * as groups from './groups.ts'
import * as helper from './helperTransfer.ts'
import type { Intent } from './intent.ts'
import type { JudgeInput } from './judgement.ts'
import { listGuards } from './listing.ts'
import type { FactNeeds, NeedsInput } from './needs.ts'
import * as offerMatch from './offerMatch.ts'
import * as others from './others.ts'
import type { Parts } from './parts.ts'
import * as permissions from './permissions.ts'
import { sellGuards } from './sell.ts'
import * as several from './several.ts'
import * as tips from './tips.ts'
import { transferGuards } from './transfer.ts'
import * as units from './units.ts'
import type { Verdict } from './verdict.ts'
import * as wraps from './wrap.ts'

export type { JudgeInput } from './judgement.ts'

const guards = {
  buy: buyGuards,
  sell: sellGuards,
  list: listGuards,
  bid: bidGuards,
  cancel: cancelGuards,
  transfer: transferGuards,
}
const parts: Parts = {
  advanced,
  permissions,
  tips,
  criteria,
  differences,
  several,
  units,
  others,
  wraps,
  groups,
  assignment,
  askMatch,
  offerMatch,
  bulk,
  cancelSignature,
  helper,
}

/** The guards of every action at once: for servers, bots and auditors. A page loads those of its action. */
const guardsFor = (intent: Intent) => guards[intent.action] as unknown as ActionGuards<Intent>

/** Judges a plan of any action; see `judgeBy`. */
export const judge = (input: JudgeInput): Verdict => judgeBy(guardsFor(input.intent), parts, input)

/** The chain reads for judging a plan of any action. Pure; reads nothing itself. */
export const factsNeeded = (input: NeedsInput): FactNeeds => factsBy(guardsFor(input.intent), parts, input)
