import type fc from 'fast-check'
import { judgeCancel } from '../src/cancel.ts'
import type { Judgment } from '../src/rule.ts'
import { judgeSigning } from '../src/sign.ts'
import { judgeTrade } from '../src/trade.ts'
import { judgeTransfer } from '../src/transfer.ts'
import { cancellations } from './cancelCases.ts'
import { signings } from './signCases.ts'
import { trades } from './tradeCases.ts'
import { transfers } from './transferCases.ts'
import { writeCancel, writeTransfer } from './writeOthers.ts'
import { writeSigning } from './writeSign.ts'
import { type Written, writeTrade } from './writeTrade.ts'

/** Cases of some actions at random, with how each is judged by the model and written for the guards. */
export type Kind = {
  readonly name: string
  /** Relative number of cases. */
  readonly weight: number
  /** Several cases that have much in common. */
  readonly cases: fc.Arbitrary<readonly unknown[]>
  readonly judge: (given: never) => Judgment
  readonly write: (given: never) => Written
}

const kindOf = <T>(
  name: string,
  weight: number,
  cases: fc.Arbitrary<readonly T[]>,
  judge: (given: T) => Judgment,
  write: (given: T) => Written,
): Kind => ({ name, weight, cases, judge, write })

export const kinds: readonly Kind[] = [
  kindOf('purchases and sales', 4, trades, judgeTrade, writeTrade),
  kindOf('listings and offers', 3, signings, judgeSigning, writeSigning),
  kindOf('transfers', 2, transfers, judgeTransfer, writeTransfer),
  kindOf('cancellations', 1, cancellations, judgeCancel, writeCancel),
]
