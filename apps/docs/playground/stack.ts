import { type ChainConfig, type Client, createClient, viemWallet, type Wallet } from '@sluice/core'
import { createWalletClient, defineChain, http } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'

type Hex = `0x${string}`
type Account = { readonly name: string; readonly address: Hex; readonly privateKey: Hex }
type StackFile = {
  readonly chains: readonly { readonly config: ChainConfig & { readonly rpcUrls: readonly string[] } }[]
  readonly accounts: readonly Account[]
}

/** The local stack, ready to trade on. Its keys are public and worth nothing anywhere else. */
export type Stack = {
  readonly client: Client
  readonly accounts: readonly Account[]
  walletOf(account: Account): Wallet
}

/** Reads which local stack runs. @throws where none does. */
export async function findStack(): Promise<Stack> {
  const response = await fetch('/stack.json')
  if (!response.ok) throw new Error('No local stack is running.')
  const { chains, accounts } = (await response.json()) as StackFile
  const [config] = chains.map((chain) => chain.config)
  if (config === undefined) throw new Error('The local stack has no chain.')
  const { id, name, rpcUrls } = config
  return {
    client: createClient({ chains: [config], pollingInterval: 1_000 }),
    accounts,
    walletOf: ({ privateKey }) =>
      viemWallet(
        createWalletClient({
          account: privateKeyToAccount(privateKey),
          chain: defineChain({
            id,
            name,
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: { default: { http: rpcUrls } },
          }),
          transport: http(),
        }),
      ),
  }
}
