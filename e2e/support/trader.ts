import { rpc } from '@sluice/devnet'
import {
  type Address,
  erc20Abi,
  type Hex,
  keccak256,
  numberToHex,
  parseAbi,
  parseEther,
  stringToBytes,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { collectionOf, type LocalChain, providerToken, until, writer } from './scene.ts'

/** An account that is new to the chain: its own key, some coin, no approvals and no orders. */
export type FundedAccount = { readonly privateKey: Hex; readonly address: Address }

/** Returns the same account for the same name. `coin` is its balance, in whole coins. */
export async function fundedAccount(chain: LocalChain, name: string, coin = '20'): Promise<FundedAccount> {
  const privateKey = keccak256(stringToBytes(`${chain.id}/${name}`))
  const address = privateKeyToAccount(privateKey).address.toLowerCase() as Address
  await rpc(chain.rpcUrl, 'anvil_setBalance', [address, numberToHex(parseEther(coin))])
  return { privateKey, address }
}

const supply = parseAbi(['function totalSupply() view returns (uint256)'])
const mint = parseAbi(['function mint(address to, uint256 count)'])

/** Mints tokens of the first collection and waits until the provider shows the last of them. */
export async function mintFor(chain: LocalChain, to: Address, count: number): Promise<readonly string[]> {
  const contract = collectionOf(chain)
  const { write, reads } = writer(chain, 'Operator')
  await write({ address: contract, abi: mint, functionName: 'mint', args: [to, BigInt(count)] })
  const last = await reads.readContract({ address: contract, abi: supply, functionName: 'totalSupply' })
  await until(
    async () => (await providerToken(chain, contract, last))?.token.owner === to,
    'the provider did not learn of new tokens',
  )
  return Array.from({ length: count }, (_, index) => `${contract}:${last - BigInt(count - 1 - index)}`)
}

/** The balance of an account in an ERC-20 token. */
export const balanceOf = (chain: LocalChain, token: Address, account: Address): Promise<bigint> =>
  writer(chain, 'Operator').reads.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account],
  })

/** Mints dollars of the local chain to an account, in base units. */
export async function mintDollars(chain: LocalChain, to: Address, amount: bigint): Promise<void> {
  await writer(chain, 'Operator').write({
    address: chain.contracts.usdc,
    abi: parseAbi(['function mint(address to, uint256 amount)']),
    functionName: 'mint',
    args: [to, amount],
  })
}

export const nativeBalanceOf = (chain: LocalChain, account: Address): Promise<bigint> =>
  writer(chain, 'Operator').reads.getBalance({ address: account })
