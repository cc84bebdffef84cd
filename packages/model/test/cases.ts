import type fc from 'fast-check'
import { checkCancel } from '../src/cancel.ts'
import type { ExpectedVerdict } from '../src/rule.ts'
import { checkSigning } from '../src/sign.ts'
import { checkTrade } from '../src/trade.ts'
import { checkTransfer } from '../src/transfer.ts'
import { cancellations } from './cancelCases.ts'
import { signings } from './signCases.ts'
import { trades } from './tradeCases.ts'
import { transfers } from './transferCases.ts'
import { writeCancel, writeTransfer } from './writeOthers.ts'
import { writeSigning } from './writeSign.ts'
import { type Written, writeTrade } from './writeTrade.ts'

/** Cases of some actions at random, with how each is checked by the model and written for the guards. */
export type Kind = {
  readonly name: string
  /** Relative number of cases. */
  readonly weight: number
  /** Several cases that have much in common. */
  readonly cases: fc.Arbitrary<readonly unknown[]>
  readonly check: (given: never) => ExpectedVerdict
  readonly write: (given: never) => Written
}

const kindOf = <T>(
  name: string,
  weight: number,
  cases: fc.Arbitrary<readonly T[]>,
  check: (given: T) => ExpectedVerdict,
  write: (given: T) => Written,
): Kind => ({ name, weight, cases, check, write })

export const kinds: readonly Kind[] = [
  kindOf('purchases and sales', 4, trades, checkTrade, writeTrade),
  kindOf('listings and offers', 3, signings, checkSigning, writeSigning),
  kindOf('transfers', 2, transfers, checkTransfer, writeTransfer),
  kindOf('cancellations', 1, cancellations, checkCancel, writeCancel),
]
