import { buildListing, erc721Abi, lowerHex } from '@sluice/seaport'
import { type Address, keccak256, parseEther, toHex, zeroAddress } from 'viem'
import type { LocalAccount } from '../contracts/accounts.ts'
import { signOrders } from '../contracts/signOrders.ts'
import { writerOf } from '../contracts/writer.ts'
import type { LocalChain } from '../stack/localChain.ts'
import type { OpenSeaStandIn } from './openSeaStandIn.ts'

/** The listed tokens: every third of the first 24. */
const [tokens, every] = [24, 3]
/** The recipient of the stand-in's fee of 1 %. */
const feeRecipient: Address = '0x000000000000000000000000000000000000fee5'

/** Adds listings of the first collection to the stand-in, signed by the owners of the tokens. */
export async function seedStandIn(
  standIn: OpenSeaStandIn,
  chain: LocalChain,
  accounts: readonly LocalAccount[],
): Promise<void> {
  const [collection] = chain.contracts.collections
  if (collection === undefined) return
  const now = BigInt(Math.floor(chain.startedAt / 1000))
  const owners = new Map(accounts.map((account) => [account.address, account]))
  const [first] = accounts
  const reads = first && writerOf(chain, first.privateKey).reads
  for (let id = 1; id <= tokens; id += every) {
    const owner = await reads
      ?.readContract({
        address: collection.address,
        abi: erc721Abi,
        functionName: 'ownerOf',
        args: [BigInt(id)],
      })
      // The collection may have fewer tokens.
      .catch(() => undefined)
    const maker = owner && owners.get(lowerHex(owner))
    if (maker === undefined) continue
    const components = buildListing({
      maker: maker.address,
      token: collection.address,
      tokenId: BigInt(id),
      kind: 'erc721',
      quantity: 1n,
      gross: parseEther('0.12') + parseEther('0.01') * BigInt(id),
      currency: zeroAddress,
      fees: [{ recipient: feeRecipient, bps: 100 }],
      zone: standIn.zone,
      startTime: now - 600n,
      endTime: now + 30n * 86_400n,
      salt: BigInt(keccak256(toHex(`stand-in/${id}`))),
      conduitKey: chain.contracts.conduitKey,
      counter: 0n,
    })
    standIn.add({ components, signature: await signOrders(chain.id, maker, [components]) })
  }
}
