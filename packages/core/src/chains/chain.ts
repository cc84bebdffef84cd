import { lowerCased } from '@sluice/guards/internal'
import type { SeaportVersion } from '@sluice/seaport'
import { openseaConduit, openseaConduitKey, seaportAddress, zeroAddress } from '@sluice/seaport/addresses'
import type { Address, Hex } from 'viem'
import { invalidInput } from '../errors.ts'

/** A currency that prices may be in. The native coin has the all-zero address (specification 9). */
export type PaymentToken = {
  /** Contract of the currency; the zero address is the native coin. */
  readonly address: Address
  /** Short name, such as `USDC`. */
  readonly symbol: string
  /** Full name. */
  readonly name: string
  /** Digits after the point: one whole unit is 10 to this power of base units. */
  readonly decimals: number
}

/** What moves tokens for a conduit key. An address that is not listed here may not be approved. */
export type Conduit = {
  /** The key that orders name. */
  readonly key: Hex
  /** The contract that moves the tokens, and that is approved. */
  readonly address: Address
}

/** Facts about a chain that come with this package. A host adds `baseApiUrl`. */
export type KnownChain = {
  /** The EIP-155 id of the chain. */
  readonly id: number
  /** Name of the chain, as users see it. */
  readonly name: string
  /** Symbol of the native coin; `ETH` by default. */
  readonly nativeSymbol: string
  /** Currencies that prices may be in; by default the native coin and `wrappedNative`. Orders in others are refused. */
  readonly paymentTokens: readonly PaymentToken[]
  /** Contract of the wrapped native coin (WETH), in which offers are made by default. */
  readonly wrappedNative?: Address
  /** Base URL of the block explorer, without a trailing slash. */
  readonly explorerUrl?: string
  /** Nodes that are asked for the chain's state besides the wallet's own; none by default. */
  readonly rpcUrls?: readonly string[]
  /** Milliseconds between blocks, roughly. */
  readonly blockTime?: number
  /** Blocks that must hold a transaction, its own counted, before it is called mined; 1 by default. */
  readonly confirmations?: number
  /** How many polling intervals to wait for a transaction of this chain, in place of the client's setting. */
  readonly maxPollingAttemptsBeforeTimeout?: number | undefined
  /** Contracts of Seaport by version; the canonical deployments by default. */
  readonly seaport: Partial<Readonly<Record<SeaportVersion, Address>>>
  /** Conduits that may be approved; OpenSea's by default. */
  readonly conduits: readonly Conduit[]
  /** The contract that makes conduits and knows their channels; the canonical ConduitController by default. */
  readonly conduitController?: Address
  /** Zones in use for off-chain cancellation. */
  readonly zones?: readonly Address[]
  /** Contract of Multicall3, through which many reads of the chain are made at once. */
  readonly multicall3?: Address
  /** Manifold's RoyaltyEngineV1, which knows the overrides of the royalty registry; ERC-2981 alone without one. */
  readonly royaltyEngine?: Address
  /** Whether the coin of the chain is worth nothing; `false` by default. */
  readonly testnet?: boolean
  /** The network has been shut down; kept for history only. */
  readonly sunset?: boolean
}

/**
 * A chain as a host configures it: the specification's four fields and any fact of {@link KnownChain}.
 * Absent settings get the defaults that are right on most chains: canonical Seaport and OpenSea's conduit, and the
 * native coin (and its wrapped form, if given) as payment tokens.
 */
export type ChainConfig = Partial<KnownChain> & {
  /** The EIP-155 id of the chain: a positive whole number, once per client. */
  readonly id: number
  /** Name of the chain, as users see it. */
  readonly name: string
  /** Where the provider of this chain answers; trailing slashes are removed. */
  readonly baseApiUrl: string
  /** Whether actions run on this chain by default; otherwise the first chain is used. */
  readonly active?: boolean
}

/** A configured chain with every default filled in. */
export type Chain = KnownChain & {
  /** Where the provider of this chain answers, without a trailing slash. */
  readonly baseApiUrl: string
  /** Whether actions run on this chain by default. */
  readonly active: boolean
  /** Nodes that are asked for the chain's state besides the wallet's own. */
  readonly rpcUrls: readonly string[]
  /** Milliseconds. */
  readonly blockTime: number
  /** Blocks that must hold a transaction, its own counted, before it is called mined. */
  readonly confirmations: number
  /** Zones in use for off-chain cancellation. */
  readonly zones: readonly Address[]
}

/** Canonical Seaport deployments and OpenSea's conduit: what most chains have. */
export const canonicalSeaport = {
  seaport: seaportAddress,
  conduits: [{ key: openseaConduitKey, address: openseaConduit }],
} as const

/**
 * Fills in defaults and lower-cases addresses.
 * @throws {TradeError} `invalid_input` for a bad id or base URL.
 */
export function resolveChain(config: ChainConfig): Chain {
  const { id, name } = config
  if (!Number.isSafeInteger(id) || id < 1)
    throw invalidInput('chains.id', `The id of chain "${name}" must be a positive whole number.`)
  const { explorerUrl, ...settings } = lowerCased(config)
  const { nativeSymbol = 'ETH', wrappedNative } = settings
  return {
    ...settings,
    id,
    name,
    nativeSymbol,
    baseApiUrl: baseUrl(name, config.baseApiUrl),
    active: settings.active ?? false,
    paymentTokens: settings.paymentTokens ?? defaultTokens(nativeSymbol, wrappedNative),
    ...(explorerUrl === undefined ? {} : { explorerUrl: explorerUrl.replace(/\/+$/, '') }),
    rpcUrls: settings.rpcUrls ?? [],
    blockTime: settings.blockTime ?? 12_000,
    confirmations: settings.confirmations ?? 1,
    maxPollingAttemptsBeforeTimeout: settings.maxPollingAttemptsBeforeTimeout,
    seaport: settings.seaport ?? canonicalSeaport.seaport,
    conduits: settings.conduits ?? canonicalSeaport.conduits,
    zones: settings.zones ?? [],
    testnet: settings.testnet ?? false,
    sunset: settings.sunset ?? false,
  }
}

/**
 * Returns the link to a transaction in the chain's explorer, if it has one.
 *
 * @param hash Hash of the transaction.
 * @example
 * ```ts
 * transactionUrl(chainOf(client, 8453), hash) // 'https://basescan.org/tx/0x…'
 * ```
 */
export const transactionUrl = (chain: Chain, hash: string): string | undefined =>
  chain.explorerUrl === undefined ? undefined : `${chain.explorerUrl}/tx/${hash}`

/** Returns that link as a field, or no field. */
export const explorerLink = (chain: Chain, hash: string): { readonly explorerUrl?: string } => {
  const explorerUrl = transactionUrl(chain, hash)
  return explorerUrl === undefined ? {} : { explorerUrl }
}

/** Returns the decimals of a payment token of the chain; 18 for a currency it does not list. */
export const decimalsOf = (chain: Chain, currency: Address): number =>
  chain.paymentTokens.find((token) => token.address === currency)?.decimals ?? 18

function defaultTokens(symbol: string, wrapped: Address | undefined): readonly PaymentToken[] {
  const native = { address: zeroAddress, symbol, name: symbol, decimals: 18 }
  if (wrapped === undefined) return [native]
  return [native, { address: wrapped, symbol: `W${symbol}`, name: `W${symbol}`, decimals: 18 }]
}

function baseUrl(name: string, given: string): string {
  const trimmed = String(given).replace(/\/+$/, '')
  const parsed = URL.canParse(trimmed) ? new URL(trimmed) : undefined
  const plain =
    parsed !== undefined &&
    /^https?:$/.test(parsed.protocol) &&
    parsed.search === '' &&
    parsed.hash === '' &&
    parsed.username === '' &&
    parsed.password === ''
  if (!plain)
    throw invalidInput(
      'chains.baseApiUrl',
      `The baseApiUrl of chain "${name}" is not a plain http(s) address.`,
    )
  return trimmed
}
