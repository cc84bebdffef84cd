import { type Address, parseAbi, zeroAddress } from 'viem'
import { localAccount, localRoles } from '../contracts/accounts.ts'
import { writerOf } from '../contracts/writer.ts'
import type { LocalChain } from './localChain.ts'

const factoryAbi = parseAbi([
  'struct Recipient { address recipient; uint16 bps; }',
  'function createOverrideAndRegister(address registry, address token, uint16 bps, Recipient[] recipients) returns (address)',
])
const registryAbi = parseAbi([
  'function setRoyaltyLookupAddress(address token, address lookup) returns (bool)',
])

/** The part of a sale's price that a recipient gets, in basis points. */
export type RoyaltyShare = { readonly recipient: Address; readonly bps: number }

/**
 * Overrides a collection's royalties in the chain's royalty registry, as the registry's owner. An empty list of shares
 * restores the collection's own royalties.
 */
export async function overrideRoyalties(
  chain: LocalChain,
  collection: Address,
  shares: readonly RoyaltyShare[],
): Promise<void> {
  const { royaltyRegistry, royaltyOverrideFactory } = chain.contracts
  const writer = writerOf(chain, localAccount(localRoles.deployer).privateKey)
  if (shares.length === 0) {
    await writer.write({
      address: royaltyRegistry,
      abi: registryAbi,
      functionName: 'setRoyaltyLookupAddress',
      args: [collection, zeroAddress],
    })
    return
  }
  const total = shares.reduce((sum, { bps }) => sum + bps, 0)
  await writer.write({
    address: royaltyOverrideFactory,
    abi: factoryAbi,
    functionName: 'createOverrideAndRegister',
    args: [
      royaltyRegistry,
      collection,
      total,
      // The splitter takes each share in basis points of the royalty.
      shares.map(({ recipient, bps }) => ({ recipient, bps: (bps * 10_000) / total })),
    ],
  })
}
