import type { CheckedTransaction } from '@sluice/guards'
import type { Account, Address, Chain as ViemChain, WalletClient } from 'viem'
import type { RpcRequest } from '../chain/chainReader.ts'
import { TradeError } from '../errors.ts'
import { readSent, rpcTransaction } from './eip1193.ts'
import { addChain, batching, firstAccount } from './requests.ts'
import type { Wallet, WalletOptions } from './wallet.ts'

/**
 * Creates a wallet from a viem wallet client, with a local account (`privateKeyToAccount`) or a JSON-RPC account. wagmi's
 * `useWalletClient` returns such a client.
 *
 * @param options capabilities that the host wants to use, such as a paymaster for the network fee.
 * @param client A viem wallet client.
 * @example
 * ```ts
 * const wallet = viemWallet(walletClient, { capabilities: { paymasterService: { url: 'https://paymaster.example' } } })
 * ```
 */
export function viemWallet(client: WalletClient, options: WalletOptions = {}): Wallet {
  // viem retries after an error, but a request that opens a window is sent once.
  const request = ((call) =>
    client.request(
      call as never,
      /^wallet_|send|sign/i.test(call.method) ? { retryCount: 0 } : undefined,
    )) satisfies RpcRequest
  const address = async () =>
    firstAccount(client.account ? [client.account.address] : await client.getAddresses())

  /** Returns the account to sign with, if it is still the one that was checked. */
  const accountOf = async (account: string) => {
    const now = await address()
    if (now !== account)
      throw new TradeError(
        'account_changed',
        'The wallet switched to another account after the action started.',
      )
    return client.account ?? now
  }

  return {
    request,
    address,
    chainId: () => client.getChainId(),
    switchChain: (id) => {
      if (client.account?.type === 'local')
        throw new TradeError(
          'wallet_unavailable',
          'The wallet has a local account and a node on another chain.',
        )
      return client.switchChain({ id })
    },
    addChain: (chain) => addChain(request, chain),
    sendTransaction: async (transaction) => {
      const { chainId, account, to, data, value, gas } = transaction
      const from = await accountOf(account)
      if (typeof from === 'string' || from.type === 'json-rpc') {
        await expectChain(client, chainId)
        // Not viem's action: after some errors that asks the wallet again, by another method. Its errors are kept.
        const params = [rpcTransaction(transaction)]
        const sent = await request({ method: 'eth_sendTransaction', params }).catch(
          async (cause: unknown) => {
            throw await asSendingError(cause, from, transaction)
          },
        )
        return readSent(sent)
      }
      return client.sendTransaction({
        account: from,
        // Set, so that viem compares it with the wallet's chain once more.
        chain: client.chain?.id === chainId ? client.chain : bareChain(chainId),
        to,
        data,
        value,
        // Nothing of the host's client is added to what was checked.
        dataSuffix: '0x',
        ...(gas === undefined ? {} : { gas }),
      })
    },
    signTypedData: async ({ account, domain, types, primaryType, message }) =>
      client.signTypedData({ account: await accountOf(account), domain, types, primaryType, message }),
    signMessage: async ({ account, message }) =>
      client.signMessage({ account: await accountOf(account), message }),
    // A local account cannot batch, because no wallet is behind it.
    ...(client.account?.type === 'local' ? {} : batching(request, address, options)),
  }
}

/** Returns an error of viem as its own action throws it, which hosts know; any other error as it is. */
async function asSendingError(
  cause: unknown,
  from: Account | Address,
  { to, data, value, gas }: CheckedTransaction,
): Promise<unknown> {
  if (!(cause instanceof Error) || !('shortMessage' in cause)) return cause
  const { getTransactionError, parseAccount } = await import('viem/utils')
  return getTransactionError(cause, { account: parseAccount(from), to, data, value, gas })
}

/** @throws {TradeError} `wrong_chain` if the wallet has left the chain since it was last asked. */
async function expectChain(client: WalletClient, wanted: number): Promise<void> {
  const chainId = await client.getChainId()
  if (chainId !== wanted)
    throw new TradeError('wrong_chain', 'The wallet switched to another chain after the action started.', {
      data: { chainId, wanted },
    })
}

/** Returns enough of a chain for viem to compare ids; fees and nonce come from the wallet's node. */
const bareChain = (id: number): ViemChain => ({
  id,
  name: '',
  nativeCurrency: { name: '', symbol: '', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
