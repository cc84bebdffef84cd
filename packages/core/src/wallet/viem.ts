import type { Chain as ViemChain, WalletClient } from 'viem'
import { TradeError } from '../errors.ts'
import { eip1193Wallet, firstAccount } from './eip1193.ts'
import type { Wallet } from './wallet.ts'
import { asked } from './walletError.ts'

/**
 * A wallet over viem's wallet client, with an account of its own (`privateKeyToAccount`) or the wallet's.
 * wagmi's `useWalletClient` gives one.
 */
export function viemWallet(client: WalletClient): Wallet {
  // A client's request function is a provider: what needs no signing goes through it.
  const bare = eip1193Wallet({ request: (request) => client.request(request) })
  const local = client.account?.type === 'local'
  const address: Wallet['address'] = () =>
    asked(async () => firstAccount(client.account ? [client.account.address] : await client.getAddresses()))

  /** The account to sign with: the client's own, if it is the one that was checked. */
  const accountOf = async (account: string) => {
    if ((await address()) !== account)
      throw new TradeError('account_changed', 'The wallet is on another account than the action began with.')
    return client.account ?? (account as `0x${string}`)
  }

  return {
    ...(bare.request === undefined ? {} : { request: bare.request }),
    address,
    chainId: () => asked(() => client.getChainId()),
    switchChain: (id) => asked(() => client.switchChain({ id })),
    ...(bare.addChain === undefined ? {} : { addChain: bare.addChain }),
    sendTransaction: ({ chainId, account, to, data, value, gas }) =>
      asked(async () =>
        client.sendTransaction({
          account: await accountOf(account),
          // Given, so that viem compares it with the wallet's chain once more.
          chain: client.chain?.id === chainId ? client.chain : bareChain(chainId),
          to,
          data,
          value,
          ...(gas === undefined ? {} : { gas }),
        }),
      ),
    signTypedData: ({ account, domain, types, primaryType, message }) =>
      asked(async () =>
        client.signTypedData({ account: await accountOf(account), domain, types, primaryType, message }),
      ),
    signMessage: ({ account, message }) =>
      asked(async () => client.signMessage({ account: await accountOf(account), message })),
    // An account of our own cannot batch: there is no wallet behind it.
    ...(local
      ? {}
      : { capabilities: bare.capabilities, sendCalls: bare.sendCalls, callsStatus: bare.callsStatus }),
  } as Wallet
}

/** Enough of a chain for viem to compare ids; fees and nonce come from the wallet's node. */
const bareChain = (id: number): ViemChain => ({
  id,
  name: `Chain ${id}`,
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
