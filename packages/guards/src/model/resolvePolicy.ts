import { lowerCased } from './frozenCopy.ts'
import {
  defaultPolicy,
  type Policy,
  type PolicyInput,
  type PolicyLevel,
  type TrustedChain,
} from './policy.ts'

/** Thrown for a policy that cannot be used; `field` names the invalid field. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/**
 * Merges a host's policy over the defaults and adds the trusted chains. The result is deep-frozen.
 *
 * @param input What differs from the default policy.
 * @param chains The chains of the client, which become the trusted ones.
 * @example
 * ```ts
 * resolvePolicy({ messages: 'confirm' }, [{ id: 1, paymentTokens, seaport, conduits }])
 * ```
 * @throws {PolicyError} if the level is unknown or incomplete, or if an endpoint is not a plain path.
 */
export function resolvePolicy(
  input: PolicyInput | undefined,
  chains: readonly TrustedChain[],
  host?: string,
): Policy {
  const given = withoutUndefined(input ?? {})
  const zones = chains.flatMap((chain) => chain.zones ?? [])
  const merged = {
    ...defaultPolicy,
    ...given,
    zones: { own: zones, counterparty: [...defaultPolicy.zones.counterparty, ...zones], ...given.zones },
    orders: { ...defaultPolicy.orders, ...given.orders },
    approvals: { ...defaultPolicy.approvals, ...given.approvals },
    fills: { ...defaultPolicy.fills, ...given.fills },
    simulation: { ...defaultPolicy.simulation, ...given.simulation },
    site: given.site ?? host,
    chains: Object.fromEntries(chains.map((chain) => [chain.id, trusted(chain)])),
  }
  checkLevel(merged.level, host)
  if (merged.messages !== 'refuse' && merged.messages !== 'confirm')
    throw new PolicyError('policy.messages', '"policy.messages" must be "refuse" or "confirm".')
  for (const endpoint of merged.endpoints)
    if (!isEndpoint(endpoint))
      throw new PolicyError('policy.endpoints', 'An endpoint of the policy is not a path.')
  return lowerCased(merged) as Policy
}

/** Returns only the fields that the guards read. */
const trusted = ({ id, paymentTokens, seaport, conduits, wrappedNative }: TrustedChain): TrustedChain => ({
  id,
  paymentTokens: paymentTokens.map(({ address, decimals }) => ({ address, decimals })),
  seaport,
  conduits,
  wrappedNative,
})

/** Returns whether a path stays on the provider: letters, digits, `_`, `-`, `/`; no host, query, fragment or dots. */
export const isEndpoint = (path: string): boolean =>
  /^\/[a-z0-9][a-z0-9/_-]{0,127}$/.test(path) && !path.includes('//')

function checkLevel(level: PolicyLevel, host: string | undefined): void {
  if (level.mode === 'strict' || level.mode === 'simulate') return
  const isComplete =
    level.mode === 'trust' &&
    level.iUnderstand === 'the provider can drain wallets' &&
    Array.isArray(level.hosts) &&
    !Number.isNaN(Date.parse(level.expires))
  if (!isComplete)
    throw new PolicyError('policy.level', 'The level of the policy is not one of the known ones.')
  if (host !== undefined && !level.hosts.includes(host))
    throw new PolicyError('policy.level', 'The level "trust" is not allowed on this host.')
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function withoutUndefined<T extends object>(value: T): Given<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Given<T>
}
