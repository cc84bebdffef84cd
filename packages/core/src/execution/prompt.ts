import type { Address } from 'viem'
import { unlessAborted } from '../api/wait.ts'
import type { Chain } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { Wallet } from '../wallet/wallet.ts'

/**
 * Makes sure that the wallet is still on the account the action began with, and on its chain: asks it to
 * change chain once, offering the chain where the wallet does not know it, and reads both again. Yields
 * before it asks.
 * @throws {TradeError} `account_changed`, `wrong_chain`, or what the wallet refused with.
 */
export async function* ensureWallet(
  wallet: Wallet,
  chain: Chain,
  account: Address,
  signal: AbortSignal,
): AsyncGenerator<'switching'> {
  const asks = <T>(promise: Promise<T>) => unlessAborted(promise, signal)
  if ((await asks(wallet.chainId())) !== chain.id) {
    yield 'switching'
    await asks(switchOrAdd(wallet, chain))
    const chainId = await asks(wallet.chainId())
    if (chainId !== chain.id)
      throw new TradeError('wrong_chain', `The wallet stayed on another chain than ${chain.name}.`, {
        data: { chainId, wanted: chain.id },
      })
  }
  // Last, so that nothing lies between this and the prompt.
  const current = await asks(wallet.address())
  if (current !== account)
    throw new TradeError('account_changed', 'The wallet is on another account than the action began with.')
}

async function switchOrAdd(wallet: Wallet, chain: Chain): Promise<void> {
  try {
    await wallet.switchChain(chain.id)
  } catch (error) {
    const unknown =
      error instanceof TradeError && error.code === 'wrong_chain' && wallet.addChain !== undefined
    if (!unknown || chain.rpcUrls.length === 0) throw error
    // Only what the host configured is ever offered.
    await wallet.addChain?.(chain)
    if ((await wallet.chainId()) !== chain.id) await wallet.switchChain(chain.id)
  }
}
