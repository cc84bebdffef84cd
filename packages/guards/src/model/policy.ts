import type { SeaportVersion } from '@sluice/seaport'
import {
  earlierSeaports,
  seaDropAddress,
  seaportAddress,
  transferHelperAddress,
} from '@sluice/seaport/addresses'
import type { Address, Hex } from 'viem'
import { frozenCopy, lowerCased } from './frozenCopy.ts'

/**
 * What the guards trust on a chain: the only addresses that may be called, signed for or approved.
 * Comes from the bundle or the host, never from a response.
 */
export type TrustedChain = {
  readonly id: number
  readonly paymentTokens: readonly { readonly address: Address; readonly decimals: number }[]
  readonly seaport: Partial<Readonly<Record<SeaportVersion, Address>>>
  readonly conduits: readonly { readonly key: Hex; readonly address: Address }[]
  /** What the policy's zones are where it names none. */
  readonly zones?: readonly Address[] | undefined
  readonly wrappedNative?: Address | undefined
}

/**
 * How much is let through.
 *
 * - strict: only calls and messages proven from their bytes.
 * - simulate: also calls to the policy's `routers`, after a simulation in two environments showed exactly
 *   what was agreed, and the user confirmed it. Never an unknown signature.
 * - trust: a call to an unknown contract needs a confirmation and is not blocked. Typed out on purpose.
 */
export type PolicyLevel =
  | { readonly mode: 'strict' }
  | { readonly mode: 'simulate' }
  | {
      readonly mode: 'trust'
      readonly iUnderstand: 'the provider can drain wallets'
      /** Hosts on which the level may be used. */
      readonly hosts: readonly string[]
      /** ISO date after which the level is strict again. */
      readonly expires: string
    }

/** What a client lets through, fixed at its construction. */
export type Policy = {
  readonly level: PolicyLevel
  readonly seaport: readonly SeaportVersion[]
  /** Conduit keys in use; `chain` for every conduit of the chain's configuration. */
  readonly conduitKeys: 'chain' | readonly Hex[]
  /** Whether Seaport itself (conduit key zero) may move tokens. */
  readonly seaportDirect: boolean
  readonly zones: {
    /** Zones for the user's own orders (off-chain cancellation). */
    readonly own: readonly Address[]
    /** Zones accepted in other makers' restricted orders. */
    readonly counterparty: readonly Address[]
  }
  /** Contracts that hold several collections: an offer for "any token" of one is refused. */
  readonly sharedContracts: readonly Address[]
  readonly maxFeeBps: number
  readonly maxRoyaltyBps: number
  readonly orders: {
    readonly maxListingSeconds: number
    readonly maxOfferSeconds: number
    /** Beyond these a signature is asked about, up to the most above. */
    readonly longListingSeconds: number
    readonly longOfferSeconds: number
    /** Largest difference between our start time and the provider's, seconds. */
    readonly startSkewSeconds: number
    readonly maxPerSignature: number
  }
  readonly approvals: {
    /** `operator`: the conduit for a whole collection, as listings need; `token`: one ERC-721 at a time. */
    readonly nft: 'operator' | 'token'
    /** ERC-20s that refuse to change a non-zero allowance (USDT). */
    readonly resetFirst: readonly Address[]
    /**
     * Contracts, besides Seaport and the transfer helper, that may be open channels of a conduit without a question.
     */
    readonly channels: readonly Address[]
  }
  readonly fills: {
    /** How long a prompt may lie before it is sent: moving prices are taken at their worst within it. */
    readonly horizonSeconds: number
    /** Attribution bytes tolerated after a Seaport call; dropped, never forwarded. */
    readonly suffixBytes: number
  }
  /** Contract that moves several tokens in one call; `undefined` refuses it. */
  readonly transferHelper: Address | undefined
  /** SeaDrop, the one contract at which a purchase may mint new tokens; the zero address refuses every mint. */
  readonly seaDrop: Address
  /**
   * Texts that a provider wants signed (EIP-191), such as a sign-in. What a text is used for cannot be checked.
   *
   * - refuse: none is signed.
   * - confirm: each is shown whole, and signed when the user says so; `confirm` is always asked. Its endpoint must be
   *   one of `endpoints`. What looks like a hash stays refused.
   */
  readonly messages: 'refuse' | 'confirm'
  /** Host name of the page, against which sign-ins are compared. */
  readonly site?: string | undefined
  /** Paths to which a signature may be posted. */
  readonly endpoints: readonly string[]
  /** Known EIP-7702 delegates of user accounts; any other is asked. */
  readonly delegates: readonly Address[]
  /**
   * Contracts that may be called unread at the level "simulate", each with the hash of its code; of a proxy
   * (EIP-1967) the hash of its own and its implementation's hash, one after the other.
   */
  readonly routers: readonly { readonly address: Address; readonly codeHash: Hex }[]
  readonly simulation: {
    /**
     * `always`: every trade is also simulated where a node can; it can stop a trade, its absence cannot.
     * `unknown`: only what nothing else proves.
     */
    readonly when: 'always' | 'unknown'
    /** Milliseconds after which a simulation that is the only proof is made again. */
    readonly maxAge: number
    /**
     * Gas that a call may use in a simulation before the user is asked: `call` for itself, and `order` for each order
     * that it fills, or token that it transfers.
     */
    readonly maxGas: { readonly call: number; readonly order: number }
  }
  /**
   * Nodes that must agree before a plan is checked with what they say: the wallet's own, then the chain's.
   *
   * - one: the first that answers is believed.
   * - two (where nothing is said): a second is asked where there is one, and the two must agree; its silence stops
   *   nothing. Asked about the state that a plan is checked with, about the end of a transaction, and about a simulation
   *   that is the only proof.
   * - required: two must answer and agree, about every simulation too.
   */
  readonly quorum?: 'one' | 'two' | 'required'
  /**
   * By how much the price of gas may multiply between the card and the wallet's window before the card is shown
   * again with it; 5 where nothing is said.
   */
  readonly gas?: { readonly maxFeeMultiple: number }
  readonly chains: Readonly<Record<number, TrustedChain>>
}

/** What a host may set; everything absent keeps its default. */
export type PolicyInput = {
  readonly [K in Exclude<keyof Policy, 'chains'>]?:
    | (Policy[K] extends readonly unknown[] | string | number | boolean
        ? Policy[K]
        : K extends 'zones' | 'orders' | 'approvals' | 'fills' | 'simulation'
          ? Partial<Policy[K]>
          : Policy[K])
    | undefined
}

const day = 86_400

/** Strict, with the defaults of the security page. */
export const defaultPolicy: Policy = frozenCopy({
  level: { mode: 'strict' },
  seaport: ['1.6', '1.5'],
  conduitKeys: 'chain',
  seaportDirect: true,
  // OpenSea's signed zone: its listings are restricted to it.
  zones: { own: [], counterparty: ['0x000056f7000000ece9003ca63978907a00ffd100'] },
  sharedContracts: [],
  maxFeeBps: 1_500,
  maxRoyaltyBps: 1_000,
  orders: {
    maxListingSeconds: 181 * day,
    maxOfferSeconds: 181 * day,
    // A signature that stays valid for months can be used after the market has moved, so the user confirms it.
    longListingSeconds: 31 * day,
    longOfferSeconds: 7 * day,
    startSkewSeconds: 600,
    maxPerSignature: 1_024,
  },
  approvals: {
    nft: 'operator',
    resetFirst: ['0xdac17f958d2ee523a2206206994597c13d831ec7'],
    channels: [transferHelperAddress, ...earlierSeaports, ...Object.values(seaportAddress)],
  },
  fills: { horizonSeconds: 600, suffixBytes: 8 },
  transferHelper: transferHelperAddress,
  seaDrop: seaDropAddress,
  messages: 'refuse',
  endpoints: [
    '/order/v3',
    '/order/v4',
    '/execute/cancel-signature/v1',
    '/auctions/v1',
    '/auctions/withdraw/v1',
  ],
  delegates: [
    '0x63c0c19a282a1b52b07dd5a65b58948a07dae32b', // MetaMask
    '0x7702cb554e6bfb442cb743a7df23154544a7176c', // Coinbase
    '0x000000009b1d0af20d8c6d0a44e162d11f9b8f00', // Uniswap
  ],
  routers: [],
  simulation: { when: 'always', maxAge: 5_000, maxGas: { call: 1_000_000, order: 500_000 } },
  chains: {},
})

/** A policy that cannot be used; `field` names what is wrong with it. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
  readonly field: string

  constructor(field: string, message: string) {
    super(message)
    this.field = field
  }
}

/**
 * Merges a host's policy over the defaults, with the chains that it trusts. The result is deep-frozen.
 *
 * @example
 * resolvePolicy({ messages: 'confirm' }, [{ id: 1, paymentTokens, seaport, conduits }])
 *
 * @throws {PolicyError} for a level that is not typed out, or an endpoint that is no plain path.
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

/** Only what the guards read. */
const trusted = ({ id, paymentTokens, seaport, conduits, wrappedNative }: TrustedChain): TrustedChain => ({
  id,
  paymentTokens: paymentTokens.map(({ address, decimals }) => ({ address, decimals })),
  seaport,
  conduits,
  wrappedNative,
})

/** A path that stays on the provider: letters, digits, `_`, `-`, `/`; no host, query, fragment or dots. */
export const isEndpoint = (path: string): boolean =>
  /^\/[a-z0-9][a-z0-9/_-]{0,127}$/.test(path) && !path.includes('//')

function checkLevel(level: PolicyLevel, host: string | undefined): void {
  if (level.mode === 'strict' || level.mode === 'simulate') return
  const typedOut =
    level.mode === 'trust' &&
    level.iUnderstand === 'the provider can drain wallets' &&
    Array.isArray(level.hosts) &&
    !Number.isNaN(Date.parse(level.expires))
  if (!typedOut)
    throw new PolicyError('policy.level', 'The level of the policy is not one of the known ones.')
  if (host !== undefined && !level.hosts.includes(host))
    throw new PolicyError('policy.level', 'The level "trust" is not allowed on this host.')
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function withoutUndefined<T extends object>(value: T): Given<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Given<T>
}
