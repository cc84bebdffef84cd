import type { SeaportVersion } from '@sluice/seaport'
import {
  earlierSeaports,
  seaDropAddress,
  seaportAddress,
  transferHelperAddress,
} from '@sluice/seaport/addresses'
import type { Address, Hex } from 'viem'
import { frozenCopy } from './frozenCopy.ts'

/**
 * What the guards trust on a chain: the only addresses that may be called, signed for or approved.
 * It comes from the bundle or the host, never from a response.
 */
export type TrustedChain = {
  /** The EIP-155 id of the chain. */
  readonly id: number
  /** Currencies that prices may be in. */
  readonly paymentTokens: readonly { readonly address: Address; readonly decimals: number }[]
  /** Contracts of Seaport by version. */
  readonly seaport: Partial<Readonly<Record<SeaportVersion, Address>>>
  /** Conduits that may move tokens and be approved. */
  readonly conduits: readonly { readonly key: Hex; readonly address: Address }[]
  /** The zones that the policy uses if it lists none. */
  readonly zones?: readonly Address[] | undefined
  /** Contract of the wrapped native coin. */
  readonly wrappedNative?: Address | undefined
}

/**
 * How much the guards let through.
 *
 * - strict: only calls and messages that are proven from their bytes.
 * - simulate: also calls to the policy's `routers`, if a simulation in two environments shows exactly what was agreed
 *   and the user confirms it. Unknown signatures stay blocked.
 * - trust: a call to an unknown contract needs a confirmation instead of being blocked. A host has to spell this level
 *   out on purpose.
 */
export type PolicyLevel =
  | { readonly mode: 'strict' }
  | { readonly mode: 'simulate' }
  | {
      readonly mode: 'trust'
      readonly iUnderstand: 'the provider can drain wallets'
      /** Hosts on which the level may be used. */
      readonly hosts: readonly string[]
      /** ISO date after which unknown calls are blocked again. */
      readonly expires: string
    }

/** The rules of the guards, fixed when a client is created. */
export type Policy = {
  /** How much the guards let through; strict by default. */
  readonly level: PolicyLevel
  /** Versions of Seaport that may be used. */
  readonly seaport: readonly SeaportVersion[]
  /** Conduit keys that may be used; `chain` for every conduit of the chain's configuration. */
  readonly conduitKeys: 'chain' | readonly Hex[]
  /** Whether Seaport itself (conduit key zero) may move tokens. */
  readonly seaportDirect: boolean
  /** Zones of restricted orders that are accepted. A zone decides who may fill an order, and when. */
  readonly zones: {
    /** Zones for the user's own orders (off-chain cancellation). */
    readonly own: readonly Address[]
    /** Zones accepted in other makers' restricted orders. */
    readonly counterparty: readonly Address[]
  }
  /** Contracts that several collections share. An offer for "any token" of such a contract is refused. */
  readonly sharedContracts: readonly Address[]
  /** The most marketplace fees of an order that the user signs, in basis points of its price. */
  readonly maxFeeBps: number
  /** The most royalties of one order, in basis points of its price; a higher royalty is cut to it. */
  readonly maxRoyaltyBps: number
  /** Limits of the orders that the user signs. */
  readonly orders: {
    /** The longest time that a listing may stay open. */
    readonly maxListingSeconds: number
    /** The longest time that an offer may stay open. */
    readonly maxOfferSeconds: number
    /** Listings that stay open for longer than this need a confirmation. */
    readonly longListingSeconds: number
    /** Offers that stay open for longer than this need a confirmation. */
    readonly longOfferSeconds: number
    /** Largest difference between our start time and the provider's, seconds. */
    readonly startSkewSeconds: number
    /** The most orders that one signature may sign. */
    readonly maxPerSignature: number
  }
  /** What may be approved, and for whom. */
  readonly approvals: {
    /** `operator` approves a conduit for the whole collection, as listings need; `token` one ERC-721 at a time. */
    readonly nft: 'operator' | 'token'
    /** ERC-20s that refuse to change a non-zero allowance (USDT). */
    readonly resetFirst: readonly Address[]
    /**
     * Contracts, besides Seaport and the transfer helper, that may be open channels of a conduit without a confirmation.
     */
    readonly channels: readonly Address[]
  }
  /** How purchases and sales are bounded in time, and what may follow their call data. */
  readonly fills: {
    /**
     * Seconds that a wallet's prompt may stay open before the transaction is sent. A price that changes over time is
     * taken at its worst within this time.
     */
    readonly horizonSeconds: number
    /** Number of attribution bytes that are accepted after a Seaport call. They are dropped, never forwarded. */
    readonly suffixBytes: number
  }
  /** Contract that moves several tokens in one call; `undefined` refuses such calls. */
  readonly transferHelper: Address | undefined
  /** SeaDrop, the one contract at which a purchase may mint new tokens; the zero address refuses every mint. */
  readonly seaDrop: Address
  /**
   * What happens to texts that a provider wants signed (EIP-191), such as a sign-in. What a text is used for cannot be
   * checked.
   *
   * - refuse: no text is signed.
   * - confirm: each text is shown in full and needs a confirmation. Its endpoint must be one of `endpoints`. A text that
   *   looks like a hash is refused.
   */
  readonly messages: 'refuse' | 'confirm'
  /** Host name of the page. Sign-ins are compared with it. */
  readonly site?: string | undefined
  /** Paths to which a signature may be posted. */
  readonly endpoints: readonly string[]
  /** Known EIP-7702 delegates of user accounts. Any other blocks at the level "strict" and else needs a confirmation. */
  readonly delegates: readonly Address[]
  /**
   * Contracts that may be called without decoding at the level "simulate", each with the hash of its code. For a proxy
   * (EIP-1967) it is the hash of the concatenated code hashes of the proxy and its implementation.
   */
  readonly routers: readonly { readonly address: Address; readonly codeHash: Hex }[]
  /** When calls are simulated, and what a simulation may use. */
  readonly simulation: {
    /**
     * `always`: every trade is also simulated if a node supports it. A simulation can stop a trade; a missing one cannot.
     * `unknown`: only calls that nothing else proves are simulated.
     */
    readonly when: 'always' | 'unknown'
    /** Milliseconds after which a simulation that is the only proof is run again. */
    readonly maxAge: number
    /**
     * Gas that a call may use in a simulation without a confirmation: `call` for the call itself, plus `order` for each
     * order that it fills or token that it transfers.
     */
    readonly maxGas: { readonly call: number; readonly order: number }
  }
  /**
   * How many nodes must agree on the chain state that a plan is checked against. The wallet's own node comes first, then
   * the nodes of the chain.
   *
   * - one: the first node that responds is trusted.
   * - two (the default): a second node is asked if there is one, and the two must agree. If it does not respond, the
   *   check goes on. It is asked for the chain state, for the outcome of a transaction, and for a simulation that is the
   *   only proof.
   * - required: two nodes must respond and agree, also about every simulation.
   */
  readonly quorum?: 'one' | 'two' | 'required'
  /**
   * The factor by which the gas price may rise between the card and the wallet's prompt. Above it, the card is shown
   * again. The default is 5.
   */
  readonly gas?: { readonly maxFeeMultiple: number }
  /** The trusted chains by id. They come from the client's configuration. */
  readonly chains: Readonly<Record<number, TrustedChain>>
}

/** What a host may set. Every absent field keeps its default. */
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

/** The default policy: strict. The docs' policy page (`apps/docs/security/policy.md`) shows every value. */
export const defaultPolicy: Policy = frozenCopy({
  level: { mode: 'strict' },
  seaport: ['1.6', '1.5'],
  conduitKeys: 'chain',
  seaportDirect: true,
  // OpenSea's signed zone. OpenSea's listings are restricted to it.
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
