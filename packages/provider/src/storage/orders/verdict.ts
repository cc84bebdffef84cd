import type { Placeholder } from 'drizzle-orm'
import { type SQL, sql } from 'drizzle-orm'
import { constantChain } from '../connection/database.ts'
import type { RowOf } from '../schema.ts'

/**
 * The counter of the maker of `o`, or of any relation of that name with `maker` and `kind`. Counters begin at zero
 * and only grow, so that the highest known one is the newest: from an event of the chain as it is followed, or from a
 * read of Seaport.
 */
export const counterOf = (chainId: number): SQL => {
  const chain = constantChain(chainId)
  return sql`greatest(0,
    (select c.counter from counters c where c.chain_id = ${chain} and c.maker = o.maker and c.kind = o.kind
      order by c.block desc, c.log_index desc limit 1),
    (select r.counter from counter_readings r where r.chain_id = ${chain} and r.maker = o.maker and r.kind = o.kind))`
}

/**
 * A reading of a fact about the maker of `o` from the chain itself. @param overridden whether a later event reports it.
 */
const readingOf = (
  chain: SQL,
  fact: RowOf<'fact_readings'>['fact'],
  subject: SQL,
  overridden: SQL,
): SQL => sql`(
  select r.value from fact_readings r where r.chain_id = ${chain} and r.contract = o.contract and r.owner = o.maker
    and r.subject = ${subject} and r.fact = ${fact} and not exists (${overridden}))`

/** How much the maker of `o` holds, where a reading of the chain differs from the events up to then. */
const heldReading = (chain: SQL): SQL =>
  readingOf(
    chain,
    'held',
    sql`o.token_id::text`,
    sql`select 1 from transfers t where t.chain_id = ${chain} and t.contract = o.contract
      and t.token_id = o.token_id and t.block > r.block and (t.from_address = o.maker or t.to_address = o.maker)`,
  )

/** Whether the maker of `o` approves its conduit, where a reading of the chain differs from the events up to then. */
const operatorReading = (chain: SQL): SQL =>
  sql`${readingOf(
    chain,
    'operator',
    sql`o.conduit`,
    sql`select 1 from operators e where e.chain_id = ${chain} and e.contract = o.contract and e.owner = o.maker
    and e.operator = o.conduit and e.block > r.block`,
  )} = 1`

/**
 * A reading of `o` itself that differs from the events up to then, which the expression `means` turns into a fact. It
 * counts with what events of later blocks add.
 * @param fact a literal, for which there is an index.
 */
const orderReading = (chain: SQL, fact: SQL, means: SQL): SQL => sql`(
  select ${means} from fact_readings r where r.chain_id = ${chain} and r.subject = o.id and r.fact = ${fact}
    and r.owner = o.maker and r.value is not null
  order by r.block desc limit 1)`

/** Units of `o` that fills of these blocks took. */
const filledIn = (chain: SQL, blocks: SQL): SQL => sql`coalesce((
  select sum(f.amount) from fills f where f.chain_id = ${chain} and f.order_id = o.id and f.kind = o.kind and ${blocks}), 0)`

/** Whether an event of these blocks cancelled `o`. */
const cancelledIn = (chain: SQL, blocks: SQL): SQL => sql`exists (
  select 1 from cancels c where c.chain_id = ${chain} and c.order_id = o.id and c.kind = o.kind and ${blocks})`

const filledOf = (chain: SQL): SQL => sql`coalesce(
  ${orderReading(chain, sql`'filled'`, sql`r.value + ${filledIn(chain, sql`f.block > r.block`)}`)},
  ${filledIn(chain, sql`true`)})`

const cancelledOf = (chain: SQL): SQL => sql`(coalesce(
    ${orderReading(chain, sql`'cancelled'`, sql`r.value = 1 or ${cancelledIn(chain, sql`c.block > r.block`)}`)},
    ${cancelledIn(chain, sql`true`)})
  or exists (select 1 from zone_cancels z where z.chain_id = ${chain} and z.order_id = o.id))`

/** Whether the contract that signed `o` said later that it does not, and nothing else since. */
const refusedOf = (chain: SQL): SQL => sql`(o.signed_by = 'contract' and exists (
  select 1 from fact_readings r where r.chain_id = ${chain} and r.subject = o.id and r.fact = 'signed' and r.value = 0
    and r.owner = o.maker))`

/** Whether an amount of signed components moves with time. Offers are priced once, so that none that moves is traded. */
const moves = (components: SQL): SQL =>
  sql`jsonb_path_exists(${components}, '$.*[*] ? (@.startAmount != @.endAmount)')`

/**
 * The status of orders by the facts of the canonical chain, as a query of `(id, filled, fillability, approval)`, with
 * the facts that it follows from: the same facts give the same status, so a rollback only has to delete facts and query
 * again.
 * @param source a relation with the columns of `orders` that decide: stored ones, or new ones.
 * @param now unix seconds.
 */
export const verdictOf = (chainId: number, source: SQL, now: number | Placeholder): SQL => {
  const chain = constantChain(chainId)
  return sql`
    select id, least(filled, quantity) as filled,
      case
        when remaining = 0 then 'filled'
        when cancelled or counter <> own_counter then 'cancelled'
        when end_time <= ${now}::bigint then 'expired'
        when side = 'sell' and held < remaining then 'no-balance'
        when side = 'buy' and funds < due then 'no-balance'
        else 'fillable'
      end as fillability,
      case
        when barred then 'barred'
        when moves or refused then 'no-approval'
        when case side when 'buy' then allowed >= due else operated end then 'approved'
        else 'no-approval'
      end as approval,
      counter, cancelled, refused, held, operated, funds, allowed
    from (
      select *, greatest(quantity - filled, 0) as remaining, need * greatest(quantity - filled, 0) / quantity as due
      from (
        select o.id, o.quantity, o.end_time, o.side, o.need, o.counter as own_counter,
          coalesce(paid.funds, 0) as funds, coalesce(paid.allowed, 0) as allowed,
          ${filledOf(chain)} as filled, ${cancelledOf(chain)} as cancelled,
          ${counterOf(chainId)} as counter,
          coalesce(${heldReading(chain)}, (select w.amount from ownerships w where w.chain_id = ${chain}
            and w.contract = o.contract and w.token_id = o.token_id and w.owner = o.maker), 0) as held,
          exists (select 1 from barred_moves b where b.chain_id = ${chain} and b.contract = o.contract
            and b.side = o.side and b.conduit = o.conduit and b.zone = o.zone) as barred,
          o.side = 'buy' and ${moves(sql`o.components`)} as moves, ${refusedOf(chain)} as refused,
          coalesce(${operatorReading(chain)}, (select p.approved from operators p where p.chain_id = ${chain} and p.contract = o.contract
            and p.owner = o.maker and p.operator = o.conduit
            order by p.block desc, p.log_index desc limit 1), false) as operated
        from ${source} o
        left join purses paid on o.side = 'buy' and paid.chain_id = ${chain} and paid.maker = o.maker
          and paid.currency = o.currency and paid.conduit = o.conduit
        -- A fact is read once for each order, however often its status refers to it.
        offset 0
      ) facts
    ) means`
}
