import type { Fee } from '@sluice/seaport'
import type { Address } from 'viem'
import { royaltyUnit } from '../chain/live.ts'
import type { ChainDeps } from '../deps.ts'
import { oldestRoyalties, saveRoyalties } from '../storage/royalties.ts'

/** The token whose royalties are shown for a whole collection; plans ask for each token's own. */
const shownToken = 1n

/** What collections ask of sales now, in their own order. */
export async function royaltiesOf(
  { live }: Pick<ChainDeps, 'live'>,
  contracts: readonly Address[],
): Promise<readonly (readonly Fee[])[]> {
  const facts = await live.read(
    contracts.map((token) => ({ ask: 'royalties', token, tokenId: shownToken, price: royaltyUnit })),
  )
  return contracts.map((token) => facts.royalties(token, shownToken, royaltyUnit))
}

/** Asks again for what was read an hour ago or is to be refreshed: overrides are written to a registry, not to the collection. */
export async function renewRoyalties(chain: ChainDeps): Promise<void> {
  const { db, config } = chain
  const contracts = await oldestRoyalties(db, config.id)
  if (contracts.length === 0) return
  const royalties = await royaltiesOf(chain, contracts)
  await saveRoyalties(
    db,
    config.id,
    contracts.map((contract, index) => ({ contract, royalties: royalties[index] ?? [] })),
  )
}
