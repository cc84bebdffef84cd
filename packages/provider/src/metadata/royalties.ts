import type { Address } from 'viem'
import { type Question, royaltyUnit } from '../chain/live.ts'
import type { Move } from '../chain/transferRules.ts'
import type { ChainDeps } from '../deps.ts'
import {
  movesOfOpenOrders,
  type OrderMove,
  oldestRoyalties,
  type SaleTerms,
  saveBarredMoves,
  saveRoyalties,
} from '../storage/metadata/royalties.ts'
import { deriveCollection, takeUpdateLock } from '../storage/orders/status.ts'
import { publish } from '../storage/service/outbox.ts'
import { unixTime } from '../unixTime.ts'

/** The token whose royalties are shown for a whole collection; plans ask for each token's own. */
const shownToken = 1n

type Reads = Pick<ChainDeps, 'live' | 'config'>

/**
 * The current royalties of collections, and whether their transfer validators let our orders be filled.
 * @param movesOf how stored orders move tokens of the collections that have a validator.
 */
export async function readRoyalties(
  { live, config: { conduit, zone } }: Reads,
  contracts: readonly Address[],
  movesOf: (guarded: readonly Address[]) => Promise<readonly OrderMove[]> = async () => [],
): Promise<{ readonly terms: readonly SaleTerms[]; readonly barred: readonly OrderMove[] }> {
  const facts = await live.read(
    contracts.flatMap((token): readonly Question[] => [
      { ask: 'royalties', token, tokenId: shownToken, price: royaltyUnit },
      { ask: 'validator', token },
    ]),
  )
  const stored = await movesOf(contracts.filter((contract) => facts.validator(contract) !== undefined))
  const ownMove = (collection: Address): Move => ({ collection, operator: conduit, zone })
  const storedMove = (one: OrderMove): Move => ({
    collection: one.contract,
    operator: one.side === 'sell' ? one.conduit : conduit,
    zone: one.zone,
  })
  const rules = await live.transferRules([...contracts.map(ownMove), ...stored.map(storedMove)], facts)
  return {
    terms: contracts.map((contract) => ({
      contract,
      royalties: facts.royalties(contract, shownToken, royaltyUnit),
      trading: !rules.allows(ownMove(contract)) ? 'barred' : rules.isEnforced(contract) ? 'enforced' : 'open',
    })),
    barred: stored.filter((one) => !rules.allows(storedMove(one))),
  }
}

/**
 * Reads royalties and trading rules again that are out of date or are to be refreshed: overrides are stored in a registry,
 * and a transfer validator may change what it allows. Open orders that it bars now become inactive, and those that it
 * allows again become active.
 */
export async function renewRoyalties(chain: ChainDeps): Promise<void> {
  const { db, config } = chain
  const due = await oldestRoyalties(db, config.id)
  if (due.length === 0) return
  const { terms, barred } = await readRoyalties(chain, due, (guarded) =>
    movesOfOpenOrders(db, config.id, guarded),
  )
  await db.transaction(async (tx) => {
    await takeUpdateLock(tx, config.id)
    await saveRoyalties(tx, config.id, terms)
    const now = unixTime(chain.clock)
    for (const contract of await saveBarredMoves(tx, config.id, due, barred))
      await publish(tx, config.id, await deriveCollection(tx, config.id, contract, now))
  })
}
