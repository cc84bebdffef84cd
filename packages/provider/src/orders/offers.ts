import type { Address } from 'viem'
import type { ChainDeps } from '../deps.ts'
import { type Queries, type SQL, sql, texts } from '../storage/db.ts'

type Purse = { readonly maker: Address; readonly currency: Address; readonly conduit: Address }
type Funds = Purse & { readonly funds: string; readonly allowed: string }

/** `open` bids alone; or `all`, when facts were taken back and an ended bid may be open again. */
export type Reach = 'open' | 'all'
const within = (reach: Reach): SQL =>
  reach === 'all' ? sql`true` : sql`o.fillability in ('fillable', 'no-balance')`

/** What the bids of these makers are paid from. */
const pursesOf = (db: Queries, chainId: number, makers: readonly string[], reach: Reach): Promise<Purse[]> =>
  makers.length === 0
    ? Promise.resolve([])
    : db.rows<Purse>(sql`
        select distinct maker, currency, conduit from orders o
        where chain_id = ${chainId} and side = 'buy' and maker = any(${texts(makers)}) and ${within(reach)}`)

const readFunds = (chain: ChainDeps, purses: readonly Purse[]): Promise<readonly Funds[]> =>
  Promise.all(
    purses.map(async (purse) => {
      const [funds, allowed] = await Promise.all([
        chain.reads.balance(purse.currency, purse.maker),
        chain.reads.allowance(purse.currency, purse.maker, purse.conduit),
      ])
      return { ...purse, funds: funds.toString(), allowed: allowed.toString() }
    }),
  )

const nameOf = ({ maker, currency, conduit }: Purse): string => `${maker}${currency}${conduit}`

/** The answer of {@link recheckOffers}. */
export type Recheck = {
  /** Writes what was read; answers the bids whose maker's means changed, to be derived anew. */
  write(tx: Queries): Promise<readonly string[]>
}

/**
 * Reads from the chain what the makers of bids can pay. Allowances cannot be derived from events, so
 * they are read: before the caller's transaction where possible, inside it for a bid that came in between.
 */
export async function recheckOffers(
  chain: ChainDeps,
  makers: readonly string[],
  reach: Reach = 'open',
): Promise<Recheck> {
  const chainId = chain.config.id
  const early = await readFunds(chain, await pursesOf(chain.db, chainId, makers, reach))
  return {
    write: async (tx) => {
      const known = new Set(early.map(nameOf))
      const missed = (await pursesOf(tx, chainId, makers, reach)).filter((purse) => !known.has(nameOf(purse)))
      const found = [...early, ...(await readFunds(chain, missed))]
      if (found.length === 0) return []
      const rows = await tx.rows<{ id: string }>(sql`
        update orders o set funds = k.funds, allowed = k.allowed
        from jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
          as k (maker text, currency text, conduit text, funds numeric, allowed numeric)
        where o.chain_id = ${chainId} and o.side = 'buy' and ${within(reach)}
          and o.maker = k.maker and o.currency = k.currency and o.conduit = k.conduit
          and (o.funds, o.allowed) is distinct from (k.funds, k.allowed)
        returning o.id`)
      return rows.map(({ id }) => id)
    },
  }
}
