import type { Intent } from '@sluice/guards'
import type { TokenUnits } from '@sluice/guards/internal'
import type { Address } from 'viem'
import type { Chain } from '../chains/chain.ts'
import { createDeadline } from '../wait.ts'
import type { ChainReader } from './chainReader.ts'
import { callData, readAccountCode, readNonce, readQuantity } from './reads.ts'
import { createReader, type RpcClient } from './rpc.ts'
import { RpcError } from './rpcError.ts'

/** Returns a receiver other than the account, with the token that it is asked about. */
export function receiverOf(
  intent: Intent,
  kinds: ReadonlyMap<Address, 'erc721' | 'erc1155'>,
): { readonly to: Address; readonly token: TokenUnits } | undefined {
  if (intent.action === 'transfer') return intent.items[0] && { to: intent.to, token: intent.items[0] }
  if (intent.action !== 'buy' || intent.recipient === intent.account) return undefined
  const named = intent.items.flatMap(({ target, quantity }) =>
    target.kind === 'token' ? { ...target, quantity } : [],
  )
  const [collection] = kinds.keys()
  const token = named[0] ?? (collection && { contract: collection, tokenId: 1n, quantity: 1n })
  return token && { to: intent.recipient, token }
}

/** `onERC721Received(address,address,uint256,bytes)` and its sister with an amount: what they answer, too. */
const hooks = { erc721: '0x150b7a02', erc1155: '0xf23a6e61' } as const

/**
 * Returns whether a receiver is a contract that rejects tokens of this kind, by calling it as the token's contract does
 * (`onERC721Received`, `onERC1155Received`).
 * @throws if no node answers.
 */
export async function refuses(
  reader: ChainReader,
  account: Address,
  to: Address,
  { contract, tokenId, quantity }: TokenUnits,
  kind: 'erc721' | 'erc1155',
): Promise<boolean> {
  // An account that is delegated (EIP-7702) can move what it has with its own key.
  if (!(await isContract(reader, to))) return false
  const selector = hooks[kind]
  const units = kind === 'erc1155' ? [quantity] : []
  const offset = BigInt(32 * (4 + units.length))
  const data = callData(selector, account, account, tokenId, ...units, offset, 0n)
  try {
    const answer = await reader.call('eth_call', [{ from: contract, to, data }, 'latest'])
    return typeof answer !== 'string' || !answer.startsWith(selector)
  } catch (cause) {
    if (cause instanceof RpcError && cause.reverted) return true
    throw cause
  }
}

/** Milliseconds that the nodes of other chains have to answer. */
const timeout = 1_500

/**
 * Returns another configured chain on which a receiver is a contract, while on this chain it has no code, has sent
 * nothing and holds no coin: tokens sent there may be lost. An account that was used on this chain is not looked up on
 * others; a chain whose nodes do not answer is ignored.
 */
export async function contractElsewhere(
  client: RpcClient & { readonly chains: readonly Chain[] },
  chain: Chain,
  reader: ChainReader,
  to: Address,
  signal: AbortSignal,
): Promise<number | undefined> {
  const others = client.chains.filter(({ id, rpcUrls }) => id !== chain.id && rpcUrls.length > 0)
  if (others.length === 0 || (await isContract(reader, to))) return undefined
  const [nonce, balance] = await Promise.all([
    readNonce(reader, to, 'latest'),
    readQuantity(reader, 'eth_getBalance', [to, 'latest']),
  ])
  if (nonce > 0 || balance > 0n) return undefined
  const deadline = createDeadline(signal, timeout, timeout)
  const find = async (other: Chain): Promise<number | undefined> => {
    const there = createReader(client, other, undefined, deadline.signal)
    return (await isContract(there, to).catch(() => false)) ? other.id : undefined
  }
  try {
    const found = await Promise.all(others.map(find))
    return found.find((id) => id !== undefined)
  } finally {
    deadline.clear()
  }
}

/** Code of its own: an account that is delegated (EIP-7702) has its key on every chain. */
const isContract = async (reader: ChainReader, address: Address): Promise<boolean> =>
  (await readAccountCode(reader, address)) === 'contract'
