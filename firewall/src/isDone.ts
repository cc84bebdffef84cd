import { type Address, createPublicClient, erc20Abi, erc721Abi, http } from 'viem'
import type { Action } from './answers.ts'
import type { Scene } from './scene.ts'

/**
 * Whether the chain and the wallet show that an honest run did what the user wanted.
 * @param asked what the wallet was asked for.
 * @returns what is missing, or `undefined`.
 */
export async function isDone(
  { chain, user, seller, wrapped, intents }: Scene,
  action: Action,
  asked: readonly string[],
): Promise<string | undefined> {
  const reads = createPublicClient({ transport: http(chain.rpcUrl) })
  const ownerOf = async (address: Address, tokenId: bigint) =>
    (
      await reads.readContract({ address, abi: erc721Abi, functionName: 'ownerOf', args: [tokenId] })
    ).toLowerCase()
  const moved = async (token: Address) => {
    const read = (blockNumber?: bigint) =>
      reads.readContract({
        address: token,
        abi: erc20Abi,
        functionName: 'balanceOf',
        args: [user],
        ...(blockNumber === undefined ? {} : { blockNumber }),
      })
    return (await read()) - (await read((await reads.getBlockNumber()) - 1n))
  }
  if (action === 'buy') {
    const { collection, tokenId, price } = intents.buy
    if ((await ownerOf(collection, tokenId)) !== user) return 'the user does not own the token afterwards'
    const block = await reads.getBlockNumber()
    const received =
      (await reads.getBalance({ address: seller })) -
      (await reads.getBalance({ address: seller, blockNumber: block - 1n }))
    return received === price ? undefined : 'the seller did not receive the price'
  }
  if (action === 'transfer') {
    const { collection, tokenId, recipient } = intents.transfer
    return (await ownerOf(collection, tokenId)) === recipient
      ? undefined
      : 'the token is not with its recipient'
  }
  if (action === 'sell') {
    const { collection, tokenId, price } = intents.sell
    if ((await ownerOf(collection, tokenId)) !== seller) return 'the token is not with who offered for it'
    return (await moved(wrapped)) === price ? undefined : 'the user did not receive the price'
  }
  if (action === 'list') {
    const signed = asked.filter((request) => request.includes('eth_signtypeddata_v4'))
    if (signed.length !== 1) return `${signed.length} signatures were asked for`
    const has = [intents.list.collection, String(intents.list.tokenId), String(intents.list.price)]
    return has.every((part) => signed[0]?.includes(part)) ? undefined : 'the signed order is another one'
  }
  const { pay, get, amount, atLeast } = intents.swap
  if ((await moved(pay)) !== -amount) return 'the user did not pay the amount'
  return (await moved(get)) >= atLeast ? undefined : 'the user did not receive the currency'
}
