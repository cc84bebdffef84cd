import { buildListing, erc721Abi } from '@sluice/seaport'
import { keccak256, parseEther, toHex, zeroAddress } from 'viem'
import { type LocalAccount, localAccount, localRoles } from '../contracts/accounts.ts'
import type { Contracts, LocalCollection } from '../contracts/deploy.ts'
import { type LocalNode, writerOf } from '../contracts/writer.ts'
import { mint721 } from '../seed/seedChain.ts'
import { deployCreatorTokens } from './deployCreatorTokens.ts'
import { signAndPost } from './postOrders.ts'

/** Indexes of the accounts that own the first tokens, and how many tokens each of them owns. */
const sellers = [3, 4] as const
const tokensEach = 4
const day = 86_400n

/** Deploys an ERC-721C collection. Its transfer validator lets only owners and the local conduit transfer its tokens. */
export async function deployEnforced(
  node: LocalNode,
  { conduit }: Pick<Contracts, 'conduit'>,
): Promise<LocalCollection> {
  const { erc721, royaltyBps, setPolicy } = await deployCreatorTokens(node)
  await setPolicy({ level: 3, whitelist: [conduit] })
  return { name: 'Lanterns', address: erc721, kind: 'erc721', royaltyBps }
}

/** Mints tokens to the sellers and approves the conduit for them. */
export async function mintEnforced(
  node: LocalNode,
  collection: LocalCollection,
  { conduit }: Pick<Contracts, 'conduit'>,
): Promise<void> {
  for (const index of sellers) {
    const { address, privateKey } = localAccount(index)
    const { write } = writerOf(node, privateKey)
    const call = { address: collection.address } as const
    const args = [address, BigInt(tokensEach)] as const
    await write({ ...call, abi: mint721, functionName: 'mint', args })
    await write({ ...call, abi: erc721Abi, functionName: 'setApprovalForAll', args: [conduit, true] })
  }
}

/**
 * Lists all but the last token of each seller, the first one at a falling price. Each listing pays the artist's royalty.
 * The orders depend only on the chain, so that a second run adds none.
 */
export async function listEnforced(
  chain: LocalNode & { readonly contracts: Contracts },
  baseApiUrl: string,
  accounts: readonly LocalAccount[],
): Promise<void> {
  const collection = chain.contracts.enforced
  if (collection === undefined) return
  const artist = localAccount(localRoles.artist).address
  const now = BigInt(Math.floor(chain.startedAt / 1000))
  for (const [place, index] of sellers.entries()) {
    const trader = accounts[index]
    if (trader === undefined) continue
    const { name, address } = trader
    const orders = Array.from({ length: tokensEach - 1 }, (_, position) => {
      const tokenId = place * tokensEach + position + 1
      return buildListing({
        maker: address,
        token: collection.address,
        tokenId: BigInt(tokenId),
        kind: 'erc721',
        quantity: 1n,
        gross: parseEther(position === 0 ? '0.9' : `0.${2 + position + place}`),
        ...(position === 0 ? { endGross: parseEther('0.3') } : {}),
        currency: zeroAddress,
        fees: [{ recipient: artist, bps: collection.royaltyBps ?? 0 }],
        startTime: now - 600n,
        endTime: now + (position === 0 ? 2n : 30n) * day,
        salt: BigInt(keccak256(toHex(`enforced/${chain.id}/${name}/${tokenId}`))),
        conduitKey: chain.contracts.conduitKey,
        counter: 0n,
      })
    })
    await signAndPost(baseApiUrl, chain.id, trader, orders)
  }
}
