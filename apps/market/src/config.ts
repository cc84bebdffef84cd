import type { ChainConfig } from '@sluice/core'

/** A chain of the local stack. */
export type DevelopmentChain = { readonly id: number; readonly name: string; readonly rpcUrl: string }
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
  /** With a node of the main chain, transfers take names of ENS, and accounts are shown by theirs. */
  readonly names?: { readonly rpcUrl: string }
}

/** What the local stack says about itself. */
type StackFile = {
  readonly chains: readonly { readonly slug: string; readonly config: ChainConfig }[]
  readonly accounts: readonly DevelopmentAccount[]
} & Pick<MarketConfig, 'walletConnect' | 'names'>

/** The local stack as a configuration. @throws where no stack is running behind this page. */
export async function readStack(): Promise<MarketConfig> {
  const response = await fetch('/stack.json')
  if (!response.ok) throw new Error(`No stack is described at /stack.json (${response.status}).`)
  const { chains, accounts, walletConnect, names } = (await response.json()) as StackFile
  return {
    chains: chains.map(({ slug, config }) => ({ slug, chain: config })),
    accounts,
    source: 'localhost',
    pollingInterval: 1_000,
    ...(walletConnect === undefined ? {} : { walletConnect }),
    ...(names === undefined ? {} : { names }),
  }
}
