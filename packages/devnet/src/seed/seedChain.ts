import { erc20Abi, erc721Abi, wrappedNativeAbi } from '@sluice/seaport'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther, parseUnits } from 'viem'
import { rpc } from '../chain/rpc.ts'
import { type LocalAccount, localAccount, localAccounts, localRoles } from '../contracts/accounts.ts'
import type { Contracts } from '../contracts/deploy.ts'
import { deterministicNumber } from './deterministicNumber.ts'
import { type Call, checkMined, nextNonce, sendRaw } from './sendRaw.ts'

const mint20 = parseAbi(['function mint(address to, uint256 amount)'])
/** `mint` of the local ERC-721 collections. */
export const mint721 = parseAbi(['function mint(address to, uint256 count)'])
const supplyAbi = parseAbi(['function totalSupply() view returns (uint256)'])
const mint1155 = parseAbi(['function mint(address to, uint256 id, uint256 amount)'])

/** Number of token ids of the ERC-1155 collection, starting at 1. */
export const editionCount = 6
/** Number of accounts that own and trade tokens: the first local accounts. */
export const traderCount = 6

/** Number of tokens that are minted. */
export type SeedSize = {
  /** Tokens of each ERC-721 collection; 0 gives the accounts only money. */
  readonly size: number
  /** Tokens of the first collection, if greater than `size`. */
  readonly largest?: number | undefined
}

/** Returns how many tokens of an ERC-721 collection each trader owns. Their ids are consecutive from trader to trader. */
export const tokensPerTrader = (size: number): number => Math.ceil(size / traderCount)

/** Returns the ids of the largest collection that a trader owns in addition to the share of `size` tokens. */
export function extraIds(
  size: number,
  largest: number,
  trader: number,
): { readonly first: number; readonly count: number } {
  const shared = tokensPerTrader(size) * traderCount
  const extra = Math.max(0, largest - shared)
  const before = Math.floor((extra * trader) / traderCount)
  return { first: shared + before + 1, count: Math.floor((extra * (trader + 1)) / traderCount) - before }
}

/** Returns the calls that give an account WETH and USDC. */
function funds(account: LocalAccount, { weth, usdc }: Contracts): readonly Call[] {
  return [
    {
      to: weth,
      value: parseEther('50'),
      data: encodeFunctionData({ abi: wrappedNativeAbi, functionName: 'deposit' }),
    },
    {
      to: usdc,
      data: encodeFunctionData({
        abi: mint20,
        functionName: 'mint',
        args: [account.address, parseUnits('100000', 6)],
      }),
    },
  ]
}

/** Returns the calls that approve the conduit for a trader's tokens and currencies. */
function approvals({ collections, conduit, weth, usdc }: Contracts): readonly Call[] {
  const approve = (to: Address, amount: bigint): Call => ({
    to,
    data: encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [conduit, amount] }),
  })
  return [
    ...collections.map(({ address }) => ({
      to: address,
      data: encodeFunctionData({ abi: erc721Abi, functionName: 'setApprovalForAll', args: [conduit, true] }),
    })),
    approve(weth, parseEther('40')),
    approve(usdc, parseUnits('50000', 6)),
  ]
}

/** Tokens per mint and its gas limit. A few such transactions fit into a block. */
const tokensPerMint = 200
const mintGas = 9_000_000n

/** Returns the mints of the first collection's tokens beyond the size that all collections share, in order of ids. */
function extraMints(
  { size, largest = 0 }: SeedSize,
  traders: readonly LocalAccount[],
  { collections: [collection] }: Contracts,
): readonly Call[] {
  if (collection === undefined) return []
  return traders.flatMap(({ address }, index) => {
    const { count } = extraIds(size, largest, index)
    return Array.from({ length: Math.ceil(count / tokensPerMint) }, (_, part) => ({
      to: collection.address,
      data: encodeFunctionData({
        abi: mint721,
        functionName: 'mint',
        args: [address, BigInt(Math.min(tokensPerMint, count - part * tokensPerMint))],
      }),
      gas: mintGas,
    }))
  })
}

/** Returns the mints of all tokens. One account sends them, so that its nonces keep their order and thus the token ids. */
function mints(chainId: number, seedSize: SeedSize, traders: readonly LocalAccount[], contracts: Contracts) {
  const { size } = seedSize
  const calls: Call[] = []
  for (const { address: to, kind } of contracts.collections)
    for (const [index, { address }] of traders.entries())
      if (kind === 'erc721')
        calls.push({
          to,
          data: encodeFunctionData({
            abi: mint721,
            functionName: 'mint',
            args: [address, BigInt(tokensPerTrader(size))],
          }),
        })
      else
        for (let id = 1; id <= editionCount; id += 1)
          calls.push({
            to,
            data: encodeFunctionData({
              abi: mint1155,
              functionName: 'mint',
              args: [address, BigInt(id), BigInt(2 + deterministicNumber(9, chainId, id, index))],
            }),
          })
  return [...calls, ...extraMints(seedSize, traders, contracts)]
}

/**
 * Gives the local accounts their money. With a `size` above 0 it also mints `size` tokens of each ERC-721 collection
 * (`largest` of the first one) and the ERC-1155 tokens, and approves the conduit. All transactions are mined in a few
 * blocks, so no other process may use the chain during that time. A chain that was seeded before is left as it is.
 */
export async function seedChain(
  rpcUrl: string,
  chainId: number,
  contracts: Contracts,
  seedSize: SeedSize,
): Promise<void> {
  const { size } = seedSize
  const accounts = localAccounts()
  const traders = accounts.slice(0, traderCount)
  const minter = localAccount(localRoles.deployer)
  const sent: Hex[] = []
  const send = async (from: LocalAccount, calls: readonly Call[]): Promise<void> => {
    const first = await nextNonce(rpcUrl, from.address)
    for (const [index, call] of calls.entries())
      sent.push(await sendRaw(rpcUrl, chainId, from, { gas: 2_000_000n, nonce: first + index, ...call }))
  }
  const has = async (to: Address, data: Hex): Promise<boolean> =>
    BigInt(await rpc<Hex>(rpcUrl, 'eth_call', [{ to, data }, 'latest'])) > 0n
  const richest = localAccount(0).address
  const isFunded = await has(
    contracts.usdc,
    encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [richest] }),
  )
  const [first] = contracts.collections
  const isMinted =
    size === 0 || (first !== undefined && (await has(first.address, encodeFunctionData({ abi: supplyAbi }))))
  if (isFunded && isMinted) return
  await rpc(rpcUrl, 'evm_setAutomine', [false])
  await Promise.all(
    accounts
      .slice(0, 8)
      .map((account) =>
        send(account, [
          ...(isFunded ? [] : funds(account, contracts)),
          ...(isMinted || !traders.includes(account) ? [] : approvals(contracts)),
        ]),
      ),
  )
  if (!isMinted) await send(minter, mints(chainId, seedSize, traders, contracts))
  const waiting = async () => Number((await rpc<{ pending: Hex }>(rpcUrl, 'txpool_status')).pending)
  while ((await waiting()) > 0) await rpc(rpcUrl, 'evm_mine')
  await rpc(rpcUrl, 'evm_setAutomine', [true])
  await checkMined(rpcUrl, sent)
}
