import { ParseError, parsePlan } from '@sluice/wire'
import { check } from './check.ts'
import type { ChainState } from './model/chainState.ts'
import { noEffects } from './model/effects.ts'
import type { FindingCode } from './model/findingCodes.ts'
import type { Intent } from './model/intent.ts'
import type { Policy } from './model/policy.ts'
import type { CheckedItem, Verdict } from './model/verdict.ts'
import { verdictOf } from './model/verdictOf.ts'

/**
 * Checks the raw response of a provider against an intent: for servers, bots and auditors. Pure, without a network.
 * The contracts of the chain come from the policy. Never throws: a response that cannot be read is blocked.
 *
 * @param intent What the user agreed to; amounts in base units, times in unix seconds.
 * @param response The provider's response as it arrived.
 * @param chainState What was read from the chain; {@link requiredReads} returns what is needed.
 * @param policy The rules to check with; see {@link resolvePolicy}.
 * @param options.done Items that were executed before. Their claims stay used.
 * @param options.salts Random salts for the account's own orders, drawn by the caller.
 * @returns The verdict: a decision, every finding, and the items as the guards rebuilt them.
 *
 * @example
 * ```ts
 * import { resolvePolicy, verify } from '@sluice/guards'
 *
 * const { decision, findings } = verify(intent, response, chainState, resolvePolicy(undefined, chains))
 * if (decision === 'block') console.error(findings.map(({ code, path }) => `${code} at ${path}`))
 * ```
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

/** Returns the code for a field that cannot be read. */
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
