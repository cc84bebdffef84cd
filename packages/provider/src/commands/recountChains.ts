import type { ChainConfig } from '../chainConfig.ts'
import type { Config } from '../config.ts'
import { createChainDeps } from '../createChainDeps.ts'
import { recountAll, recountCollections } from '../indexer/recountPiece.ts'
import { createLog } from '../log.ts'
import { createOrderVerifier } from '../orders/signatures/orderVerifier.ts'
import { createHub } from '../push/hub.ts'
import type { Database } from '../storage/connection/database.ts'

/**
 * Compares every order with its chain, corrects what differs, and prints one line of JSON for each difference and one
 * with the totals of each chain. The counts of collections are computed again from the facts; wrong ones are logged. A
 * provider may run meanwhile.
 * @param open opens the database of a chain.
 */
export async function recountChains(
  config: Config,
  chains: readonly ChainConfig[],
  open: (chain: ChainConfig) => Promise<Database>,
  say: (line: string) => void,
): Promise<void> {
  const log = createLog(config.logLevel)
  const shared = { log, clock: Date.now, verifier: await createOrderVerifier() }
  for (const settings of chains) {
    const db = await open(settings)
    const chain = createChainDeps(settings, { ...shared, db, hub: createHub(db, log) })
    const { looked, differences } = await recountAll(chain)
    for (const collection of await recountCollections(chain))
      log.warn(
        { chain: settings.slug, collection },
        'counts of tokens, owners, sales or stats were wrong; they are corrected now',
      )
    for (const one of differences) say(JSON.stringify({ chain: settings.slug, ...one }))
    say(JSON.stringify({ chain: settings.slug, orders: looked, differences: differences.length }))
  }
}
