import { buildListing, encodeCall, erc721Abi, mintPublic, seaDropAddress } from '@sluice/seaport'
import { keccak256, parseAbi, parseEther, toHex, zeroAddress } from 'viem'
import type { LocalAccount } from '../contracts/accounts.ts'
import { feeRecipient, localDrop } from '../contracts/openDrop.ts'
import { writerOf } from '../contracts/writer.ts'
import type { LocalChain } from './localChain.ts'
import { signAndPost } from './postOrders.ts'

/** Number of tokens that each buyer mints. The buyer lists the last of them above the price of the mint. */
const tokensEach = 2n
/** Indexes of the accounts that buy first. They may mint more. */
const buyers = [1, 2] as const

const statsAbi = parseAbi([
  'function getMintStats(address minter) view returns (uint256 minted, uint256 supply, uint256 maxSupply)',
])

/** Mints the first tokens of the local drop and lists some of them. A buyer who has minted before is skipped. */
export async function seedDrop(
  chain: LocalChain,
  baseApiUrl: string,
  accounts: readonly LocalAccount[],
): Promise<void> {
  const collection = chain.contracts.drop.address
  const now = BigInt(Math.floor(chain.startedAt / 1000))
  for (const index of buyers) {
    const account = accounts[index]
    if (account === undefined) continue
    const writer = writerOf(chain, account.privateKey)
    const [minted, supply] = await writer.reads.readContract({
      address: collection,
      abi: statsAbi,
      functionName: 'getMintStats',
      args: [account.address],
    })
    if (minted > 0n) continue
    await writer.send({
      to: seaDropAddress,
      data: encodeCall(mintPublic, {
        nftContract: collection,
        feeRecipient,
        minterIfNotPayer: zeroAddress,
        quantity: tokensEach,
      }),
      value: localDrop.price * tokensEach,
    })
    const order = buildListing({
      maker: account.address,
      token: collection,
      tokenId: supply + tokensEach,
      kind: 'erc721',
      quantity: 1n,
      gross: parseEther('0.08'),
      currency: zeroAddress,
      fees: [],
      startTime: now - 600n,
      endTime: now + 30n * 86_400n,
      salt: BigInt(keccak256(toHex(`drop/${chain.id}/${account.name}`))),
      conduitKey: chain.contracts.conduitKey,
      counter: 0n,
    })
    await writer.write({
      address: collection,
      abi: erc721Abi,
      functionName: 'setApprovalForAll',
      args: [chain.contracts.conduit, true],
    })
    await signAndPost(baseApiUrl, chain.id, account, [order])
  }
}
