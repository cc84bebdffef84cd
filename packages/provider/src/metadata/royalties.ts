import type { Fee } from '@sluice/seaport'
import type { Address } from 'viem'
import { royaltyUnit } from '../chain/live.ts'
import type { ChainDeps } from '../deps.ts'
import { oldestRoyalties, saveRoyalties } from '../storage/metadata/royalties.ts'

/** The token whose royalties are shown for a whole collection; plans ask for each token's own. */
const shownToken = 1n

/** What a collection asks of sales now. Each is asked by itself: none can use up the gas of another's answer. */
export async function royaltiesOf(
  { live }: Pick<ChainDeps, 'live'>,
  contract: Address,
): Promise<readonly Fee[]> {
  const facts = await live.read([
    { ask: 'royalties', token: contract, tokenId: shownToken, price: royaltyUnit },
  ])
  return facts.royalties(contract, shownToken, royaltyUnit)
}

/** Asks again for what was read an hour ago or is to be refreshed: overrides are written to a registry, not to the collection. */
export async function renewRoyalties(chain: ChainDeps): Promise<void> {
  const { db, config } = chain
  const found: { contract: Address; royalties: readonly Fee[] }[] = []
  for (const contract of await oldestRoyalties(db, config.id))
    found.push({ contract, royalties: await royaltiesOf(chain, contract) })
  if (found.length > 0) await saveRoyalties(db, config.id, found)
}
