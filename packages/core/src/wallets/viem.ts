import type { Chain as ViemChain, WalletClient } from 'viem'
import type { RpcRequest } from '../chain/chainReader.ts'
import { TradeError } from '../errors.ts'
import { addChain, batching, firstAccount } from './requests.ts'
import type { Wallet, WalletOptions } from './wallet.ts'

/**
 * A wallet over viem's wallet client, with an account of its own (`privateKeyToAccount`) or the wallet's.
 * wagmi's `useWalletClient` gives one.
 *
 * @param options what the host wants of the wallet, e.g. that a paymaster pays the network fee.
 * @example
 * const wallet = viemWallet(walletClient, { capabilities: { paymasterService: { url: 'https://paymaster.example' } } })
 */
export function viemWallet(client: WalletClient, options: WalletOptions = {}): Wallet {
  // viem asks again after an error: what opens a window is asked for once.
  const request = ((call) =>
    client.request(
      call as never,
      call.method.startsWith('wallet_') ? { retryCount: 0 } : undefined,
    )) satisfies RpcRequest
  const address = async () =>
    firstAccount(client.account ? [client.account.address] : await client.getAddresses())

  /** The account to sign with: the client's own, if it is the one that was checked. */
  const accountOf = async (account: string) => {
    if ((await address()) !== account)
      throw new TradeError('account_changed', 'The wallet is on another account than the action began with.')
    return client.account ?? (account as `0x${string}`)
  }

  return {
    request,
    address,
    chainId: () => client.getChainId(),
    switchChain: (id) => {
      if (client.account?.type === 'local')
        throw new TradeError(
          'wallet_unavailable',
          'The wallet signs with a key: its node is on another chain.',
        )
      return client.switchChain({ id })
    },
    addChain: (chain) => addChain(request, chain),
    sendTransaction: async ({ chainId, account, to, data, value, gas }) =>
      client.sendTransaction({
        account: await accountOf(account),
        // Given, so that viem compares it with the wallet's chain once more.
        chain: client.chain?.id === chainId ? client.chain : bareChain(chainId),
        to,
        data,
        value,
        ...(gas === undefined ? {} : { gas }),
      }),
    signTypedData: async ({ account, domain, types, primaryType, message }) =>
      client.signTypedData({ account: await accountOf(account), domain, types, primaryType, message }),
    signMessage: async ({ account, message }) =>
      client.signMessage({ account: await accountOf(account), message }),
    // An account of our own cannot batch: there is no wallet behind it.
    ...(client.account?.type === 'local' ? {} : batching(request, address, options)),
  }
}

/** Enough of a chain for viem to compare ids; fees and nonce come from the wallet's node. */
const bareChain = (id: number): ViemChain => ({
  id,
  name: '',
  nativeCurrency: { name: '', symbol: '', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
