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
 * @param host name of the page, for policies that hold on some hosts only.
 * @throws {TradeError} `invalid_input` for a level that is not typed out, or an endpoint that is no plain path.
 * @example
 * const policy = resolvePolicy({ maxFeeBps: 250 }, [base, mainnet])
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
