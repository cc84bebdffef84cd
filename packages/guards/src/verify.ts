import { ParseError, parsePlan } from '@sluice/wire'
import { check } from './check.ts'
import type { ChainState } from './model/chainState.ts'
import { verdictOf } from './model/decide.ts'
import { noEffects } from './model/effects.ts'
import type { FindingCode } from './model/findingCodes.ts'
import type { Intent } from './model/intent.ts'
import type { Policy } from './model/policy.ts'
import type { CheckedItem, Verdict } from './model/verdict.ts'

/**
 * Judges a provider's raw answer: for servers, bots and auditors. Pure, no network. The chain's contracts
 * come from the policy. Never throws: what cannot be read is blocked.
 */
export function verify(
  intent: Intent,
  response: unknown,
  chainState: ChainState,
  policy: Policy,
  options: { readonly done?: readonly CheckedItem[]; readonly salts?: readonly bigint[] } = {},
): Verdict {
  const { done = [], salts = [] } = options
  const chain = policy.chains[intent.chainId]
  if (chain === undefined) return blocked('FLOW_CHAIN', 'steps')
  try {
    return check({ intent, plan: parsePlan(response), chainState, policy, chain, done, salts })
  } catch (cause) {
    if (cause instanceof ParseError) return blocked(shapeCode(cause.path), cause.path)
    return blocked('FLOW_UNDECIDED', 'steps')
  }
}

/** The rule that an unreadable field broke. */
function shapeCode(path: string): FindingCode {
  if (path.endsWith('.kind')) return 'SHAPE_UNKNOWN_KIND'
  if (path.endsWith('.signatureKind')) return 'SHAPE_SIGN'
  if (path.endsWith('.to')) return 'TX_TO'
  if (path.endsWith('.value')) return 'TX_VALUE'
  return /\.post\./.test(path) ? 'POST_ENDPOINT' : 'SHAPE_PLAN'
}

const blocked = (code: FindingCode, path: string): Verdict =>
  verdictOf({ proof: 'none', items: [], settled: [], effects: noEffects }, [
    { code, severity: 'block', path },
  ])
