import {
  type Policy,
  PolicyError,
  type PolicyInput,
  resolvePolicy as resolve,
  type TrustedChain,
} from '@sluice/guards'
import { invalidInput } from './errors.ts'

/**
 * A host's policy over the defaults, with the chains it trusts; deep-frozen.
 *
 * @param input What differs from the default policy.
 * @param chains The chains of the client, which become the trusted ones.
 * @param host Host name of the page, for a policy that holds on some hosts only.
 * @throws {TradeError} `invalid_input` for a level that is not typed out, or an endpoint that is not a plain path.
 * @example
 * ```ts
 * const policy = resolvePolicy({ maxFeeBps: 250 }, [base, mainnet])
 * ```
 */
export function resolvePolicy(
  input: PolicyInput | undefined,
  chains: readonly TrustedChain[],
  host?: string,
): Policy {
  try {
    return resolve(input, chains, host)
  } catch (cause) {
    if (cause instanceof PolicyError) throw invalidInput(cause.field, cause.message)
    throw cause
  }
}
