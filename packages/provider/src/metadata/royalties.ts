import type { Fee } from '@sluice/seaport'
import type { Address } from 'viem'
import { royaltyUnit } from '../chain/live.ts'
import type { ChainDeps } from '../deps.ts'
import { oldestRoyalties, saveRoyalties } from '../storage/metadata/royalties.ts'

/** The token whose royalties are shown for a whole collection; plans ask for each token's own. */
const shownToken = 1n

/** The current royalties of collections. */
export async function readRoyalties(
  { live }: Pick<ChainDeps, 'live'>,
  contracts: readonly Address[],
): Promise<readonly { readonly contract: Address; readonly royalties: readonly Fee[] }[]> {
  const facts = await live.read(
    contracts.map((token) => ({ ask: 'royalties', token, tokenId: shownToken, price: royaltyUnit })),
  )
  return contracts.map((contract) => ({
    contract,
    royalties: facts.royalties(contract, shownToken, royaltyUnit),
  }))
}

/** Reads royalties again that were read an hour ago or are to be refreshed: overrides are stored in a registry. */
export async function renewRoyalties(chain: ChainDeps): Promise<void> {
  const { db, config } = chain
  const due = await oldestRoyalties(db, config.id)
  if (due.length > 0) await saveRoyalties(db, config.id, await readRoyalties(chain, due))
}
