import { type ChainConfig, type Client, createClient, viemWallet, type Wallet } from '@sluice/core'
import { createWalletClient, defineChain, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

type Hex = `0x${string}`
type Account = { readonly name: string; readonly address: Hex; readonly privateKey: Hex }
type StackChain = {
  readonly id: number
  readonly name: string
  readonly rpcUrl: string
  readonly baseApiUrl: string
  readonly contracts: Readonly<
    Record<'seaport' | 'conduit' | 'conduitKey' | 'multicall3' | 'weth' | 'usdc', Hex>
  >
}

/** The local stack, ready to trade on. Its keys are public and worth nothing anywhere else. */
export type Stack = {
  readonly client: Client
  readonly accounts: readonly Account[]
  walletOf(account: Account): Wallet
}

const native = `0x${'0'.repeat(40)}` as const

function configOf(chain: StackChain): ChainConfig {
  const { id, name, baseApiUrl, rpcUrl, contracts } = chain
  return {
    id,
    name,
    baseApiUrl,
    active: true,
    rpcUrls: [rpcUrl],
    wrappedNative: contracts.weth,
    paymentTokens: [
      { address: native, symbol: 'ETH', name: 'Ether', decimals: 18 },
      { address: contracts.weth, symbol: 'WETH', name: 'Wrapped Ether', decimals: 18 },
      { address: contracts.usdc, symbol: 'USDC', name: 'USD Coin', decimals: 6 },
    ],
    seaport: { '1.6': contracts.seaport },
    conduits: [{ key: contracts.conduitKey, address: contracts.conduit }],
    multicall3: contracts.multicall3,
  }
}

/** Reads what the market of a running stack says of it. @throws where none runs. */
export async function findStack(): Promise<Stack> {
  const response = await fetch('/stack.json')
  if (!response.ok) throw new Error('No local stack answers.')
  const stack = (await response.json()) as {
    readonly chains: readonly StackChain[]
    readonly accounts: readonly Account[]
  }
  const [chain] = stack.chains
  if (chain === undefined) throw new Error('The local stack has no chain.')
  const { id, name, rpcUrl } = chain
  return {
    client: createClient({ chains: [configOf(chain)], pollingInterval: 1_000 }),
    accounts: stack.accounts,
    walletOf: ({ privateKey }) =>
      viemWallet(
        createWalletClient({
          account: privateKeyToAccount(privateKey),
          chain: defineChain({
            id,
            name,
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: { default: { http: [rpcUrl] } },
          }),
          transport: http(),
        }),
      ),
  }
}
