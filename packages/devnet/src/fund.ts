import { wrappedNativeAbi } from '@sluice/seaport'
import { type Hex, parseAbi, parseEther, parseUnits } from 'viem'
import type { LocalAccount } from './accounts.ts'
import type { LocalChain } from './chain.ts'
import { writerOf } from './writer.ts'

const mintable = parseAbi(['function mint(address to, uint256 amount)'])

/** Gives every account wrapped coin and dollars beside its native coin. */
export async function fundAccounts(chain: LocalChain, accounts: readonly LocalAccount[]): Promise<void> {
  const { weth, usdc } = chain.contracts
  await Promise.all(
    accounts.slice(0, 8).map(async (account) => {
      const writer = writerOf(chain, account.privateKey as Hex)
      await writer.write({
        address: weth,
        abi: wrappedNativeAbi,
        functionName: 'deposit',
        value: parseEther('50'),
      })
      await writer.write({
        address: usdc,
        abi: mintable,
        functionName: 'mint',
        args: [account.address, parseUnits('100000', 6)],
      })
    }),
  )
}
