import type { Address } from 'viem'
import { type Question, royaltyUnit } from '../chain/live.ts'
import type { ChainDeps } from '../deps.ts'
import { oldestRoyalties, type SaleTerms, saveRoyalties } from '../storage/metadata/royalties.ts'

/** The token whose royalties are shown for a whole collection; plans ask for each token's own. */
const shownToken = 1n

/** The current royalties of collections, and whether their transfer validators let our orders be filled. */
export async function readRoyalties(
  { live, config: { conduit: operator, zone } }: Pick<ChainDeps, 'live' | 'config'>,
  contracts: readonly Address[],
): Promise<readonly SaleTerms[]> {
  const facts = await live.read(
    contracts.flatMap((token): readonly Question[] => [
      { ask: 'royalties', token, tokenId: shownToken, price: royaltyUnit },
      { ask: 'validator', token },
    ]),
  )
  const moveOf = (collection: Address) => ({ collection, operator, zone })
  const rules = await live.transferRules(contracts.map(moveOf), facts)
  return contracts.map((contract) => ({
    contract,
    royalties: facts.royalties(contract, shownToken, royaltyUnit),
    trading: !rules.allows(moveOf(contract)) ? 'barred' : rules.isEnforced(contract) ? 'enforced' : 'open',
  }))
}

/** Reads royalties again that were read an hour ago or are to be refreshed: overrides are stored in a registry. */
export async function renewRoyalties(chain: ChainDeps): Promise<void> {
  const { db, config } = chain
  const due = await oldestRoyalties(db, config.id)
  if (due.length > 0) await saveRoyalties(db, config.id, await readRoyalties(chain, due))
}
