import type { Address } from 'viem'
import { block } from '../context/findings.ts'
import {
  callsOf,
  type Judgement,
  requestsOf,
  type SignatureEntry,
  type TransactionEntry,
} from '../context/guardContext.ts'
import type { Purpose } from '../model/verdict.ts'
import { judgeMessage } from './message.ts'
import { refuse } from './unknownContract.ts'

/** A signature where no slot asks for one; text is looked at more closely, because it hides most. */
export function refuseSignature(judgement: Judgement, entry: SignatureEntry): undefined {
  const { sign } = entry.data
  if (sign?.signatureKind === 'eip191') return judgeMessage(judgement, entry, sign.message)
  block(judgement, 'TD_UNKNOWN', `${entry.path}.data.sign.primaryType`, sign?.primaryType)
  return block(judgement, 'FLOW_EXTRA_STEP', entry.path)
}

/** A call to Seaport where none is needed: `validate` would stand for a signature. */
export function refuseFunction(judgement: Judgement, entry: TransactionEntry): undefined {
  block(judgement, 'TX_SELECTOR', `${entry.path}.data.data`, entry.data.data.slice(0, 10))
  return block(judgement, 'FLOW_EXTRA_STEP', entry.path)
}

/** Splits the calls: to Seaport, to a token that has a place here, and all others, which are refused. */
export function splitCalls(judgement: Judgement, purpose: Purpose, isToken: (token: Address) => boolean) {
  const seaport: TransactionEntry[] = []
  const others: TransactionEntry[] = []
  for (const entry of callsOf(judgement)) {
    if (judgement.seaports.has(entry.data.to)) seaport.push(entry)
    else if (isToken(entry.data.to)) others.push(entry)
    else refuse(judgement, entry, purpose)
  }
  return { seaport, others }
}

/** Signatures where no slot asks for one. */
export function refuseSignatures(judgement: Judgement): undefined {
  for (const entry of requestsOf(judgement)) refuseSignature(judgement, entry)
}

/** A call to Seaport in an action that needs none. */
export function refuseFunctions(judgement: Judgement, entries: readonly TransactionEntry[]): undefined {
  for (const entry of entries) refuseFunction(judgement, entry)
}
