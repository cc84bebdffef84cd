import type { ChainConfig, PaymentToken } from '@sluice/core'

/** An account of the local stack. Its key is public: it works on local chains only. */
export type DevelopmentAccount = {
  readonly name: string
  readonly address: `0x${string}`
  readonly privateKey: `0x${string}`
}

export type MarketConfig = {
  /** `slug` names the chain in addresses of this app. The first is where a visit begins. */
  readonly chains: readonly { readonly slug: string; readonly chain: ChainConfig }[]
  /** Domain that orders are attributed to. */
  readonly source?: string
  readonly apiKey?: string
  /** `recipient:bps` for listings and offers. */
  readonly marketplaceFees?: readonly string[]
  /** Milliseconds between polls. */
  readonly pollingInterval?: number
  /** Present on a local stack: the built-in development wallet offers them. */
  readonly accounts?: readonly DevelopmentAccount[]
  /** With the project's id of WalletConnect, wallets on other devices are offered. */
  readonly walletConnect?: { readonly projectId: string }
  /** With a node of the main chain, transfers take names of ENS. */
  readonly names?: { readonly rpcUrl: string }
}

/** What the local stack says about itself. */
type StackFile = {
  readonly chains: readonly {
    readonly id: number
    readonly slug: string
    readonly name: string
    readonly rpcUrl: string
    readonly baseApiUrl: string
    readonly nativeSymbol?: string
    readonly contracts: {
      readonly seaport: `0x${string}`
      readonly seaport15: `0x${string}`
      readonly conduit: `0x${string}`
      readonly conduitKey: `0x${string}`
      readonly multicall3: `0x${string}`
      readonly royaltyEngine: `0x${string}`
      readonly weth: `0x${string}`
      readonly usdc: `0x${string}`
    }
  }[]
  readonly accounts: readonly DevelopmentAccount[]
}

const zeroAddress = `0x${'0'.repeat(40)}` as const

/** The local stack as a configuration. @throws where no stack is running behind this page. */
export async function readStack(): Promise<MarketConfig> {
  const response = await fetch('/stack.json')
  if (!response.ok) throw new Error(`No stack is described at /stack.json (${response.status}).`)
  const stack = (await response.json()) as StackFile
  return {
    chains: stack.chains.map(({ slug, ...chain }, index) => ({
      slug,
      chain: chainOf(chain, index === 0),
    })),
    accounts: stack.accounts,
    source: 'localhost',
    pollingInterval: 1_000,
  }
}

function chainOf(chain: Omit<StackFile['chains'][number], 'slug'>, active: boolean): ChainConfig {
  const { id, name, rpcUrl, baseApiUrl, contracts, nativeSymbol = 'ETH' } = chain
  const token = (
    address: `0x${string}`,
    symbol: string,
    tokenName: string,
    decimals: number,
  ): PaymentToken => ({
    address,
    symbol,
    name: tokenName,
    decimals,
  })
  return {
    id,
    name,
    baseApiUrl,
    active,
    nativeSymbol,
    rpcUrls: [rpcUrl],
    testnet: true,
    blockTime: 1_000,
    wrappedNative: contracts.weth,
    paymentTokens: [
      token(zeroAddress, nativeSymbol, 'Ether', 18),
      token(contracts.weth, `W${nativeSymbol}`, 'Wrapped Ether', 18),
      token(contracts.usdc, 'USDC', 'USD Coin', 6),
    ],
    seaport: { '1.6': contracts.seaport, '1.5': contracts.seaport15 },
    conduits: [{ key: contracts.conduitKey, address: contracts.conduit }],
    multicall3: contracts.multicall3,
    royaltyEngine: contracts.royaltyEngine,
  }
}
