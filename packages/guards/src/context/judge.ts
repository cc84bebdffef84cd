import * as others from '../approvals/others.ts'
import * as permissions from '../approvals/permissions.ts'
import * as wraps from '../approvals/wrap.ts'
import type { Intent } from '../model/intent.ts'
import type { Verdict } from '../model/verdict.ts'
import { bidGuards } from '../orders/bid.ts'
import * as bulk from '../orders/bulk.ts'
import { cancelGuards } from '../orders/cancel.ts'
import * as cancelSignature from '../orders/cancelSignature.ts'
import * as criteria from '../orders/criteria.ts'
import * as differences from '../orders/differences.ts'
import { listGuards } from '../orders/listing.ts'
import * as units from '../receipts/units.ts'
import * as advanced from '../trades/advanced.ts'
import * as askMatch from '../trades/askMatch.ts'
import * as assignment from '../trades/assignment.ts'
import { buyGuards } from '../trades/buy.ts'
import * as groups from '../trades/groups.ts'
import * as offerMatch from '../trades/offerMatch.ts'
import { sellGuards } from '../trades/sell.ts'
import * as tips from '../trades/tips.ts'
import * as helper from '../transfers/helperTransfer.ts'
import { transferGuards } from '../transfers/transfer.ts'
import { type ActionGuards, factsBy, judgeBy } from './action.ts'
import type { JudgeInput } from './judgement.ts'
import type { FactNeeds, NeedsInput } from './needs.ts'
import type { Parts } from './parts.ts'
import * as several from './several.ts'

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
