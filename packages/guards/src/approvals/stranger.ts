import type { Address } from 'viem'
import {
  acceptCall,
  block,
  find,
  isListed,
  isMoney,
  type Judgement,
  settleIfDone,
  type TransactionEntry,
} from '../context/judgement.ts'
import { noEffects } from '../model/effects.ts'
import { wholeClaims } from '../model/intent.ts'
import type { Policy } from '../model/policy.ts'
import type { Finding, Purpose } from '../model/verdict.ts'

/** The listed router at an address, at the level that lets one be simulated. */
const routerOf = ({ level, routers }: Policy, to: Address) =>
  level.mode === 'simulate' ? routers.find(({ address }) => address === to) : undefined

/** Contracts whose code must be read, because their calls may be simulated. */
export const routersIn = (calls: readonly TransactionEntry[], policy: Policy): readonly Address[] =>
  [...new Set(calls.map(({ data }) => data.to))].filter((to) => routerOf(policy, to) !== undefined)

/**
 * A stranger's call. A policy typed out as "trust" leaves it to the user, with nothing proven; the level
 * "simulate" leaves one to a listed router, with the code that was listed, to a simulation.
 */
export function refuse(judgement: Judgement, entry: TransactionEntry, purpose: Purpose): undefined {
  const { policy, facts, intent, awaiting } = judgement
  const { chainId, account } = intent
  const { stepIndex, itemIndex } = entry
  const { to, data } = entry.data
  const value = entry.data.value ?? 0n
  const path = `${entry.path}.data.to`
  const router = routerOf(policy, to)
  if (router !== undefined) {
    // What comes of it is bound to the whole of what was agreed, so that it is all that is ever done.
    const claims = wholeClaims(intent)
    if (settleIfDone(judgement, entry, claims)) return
    if (awaiting.length > 0 || judgement.done.some((item) => item.purpose === purpose))
      return block(judgement, 'SIM_SEVERAL', path, to)
    const code = facts.codes?.get(to)
    if (code !== router.codeHash) return block(judgement, 'TX_CODE', path, code, router.codeHash)
    const call = { kind: 'transaction' as const, chainId, account, to, data, value }
    awaiting.push({ stepIndex, itemIndex, path: entry.path, call })
    return block(judgement, 'SIM_UNAVAILABLE', path, to)
  }
  const trusted = policy.level.mode === 'trust' && facts.now < Date.parse(policy.level.expires)
  find(judgement, trusted ? 'ask' : 'block', 'TX_TO', path, to)
  if (!trusted) return block(judgement, 'FLOW_EXTRA_STEP', entry.path)
  acceptCall(judgement, entry, { to, data, value, purpose, effects: noEffects, claims: [] })
}

/** Under "trust" what an unread call leaves unproven is for the user to say. */
export function entrusted(findings: readonly Finding[]): readonly Finding[] {
  const unread = findings.some(({ code, severity }) => code === 'TX_TO' && severity === 'ask')
  return findings.map((finding) =>
    unread && finding.code === 'FLOW_FALSE_COMPLETE' && finding.severity === 'block'
      ? { ...finding, severity: 'ask' }
      : finding,
  )
}

/** A trade is in a currency that was agreed on; one that nobody vouches for has any name, and is asked about. */
export function judgeCurrency(
  judgement: Judgement,
  currency: Address,
  bounds: ReadonlyMap<Address, bigint> | undefined,
  path: string,
): undefined {
  if (!(bounds?.has(currency) ?? isListed(judgement, currency)))
    block(judgement, 'CALL_CURRENCY', path, currency, bounds && [...bounds.keys()].join())
  else if (!isMoney(judgement, currency)) find(judgement, 'ask', 'CALL_CURRENCY', path, currency)
}

/** Contracts that are not what we take them for, and code that acts for the account. */
export function judgeContracts(judgement: Judgement): undefined {
  const { facts, policy } = judgement
  // Coin that is sent to where no contract is, is gone without an error.
  for (const [address, code] of facts.strangers ?? []) block(judgement, 'TX_CODE', 'steps', code, address)
  const { accountCode } = facts
  if (typeof accountCode !== 'object') return
  const delegate = accountCode.delegate.toLowerCase() as Address
  // Code that nobody listed acts for the account already: whatever is signed, it can undo or outdo.
  const severity = policy.level.mode === 'strict' ? 'block' : 'ask'
  if (!policy.delegates.includes(delegate)) find(judgement, severity, 'FLOW_DELEGATE', 'steps', delegate)
}
