import { randomBytes } from 'node:crypto'
import { type Queries, sql, texts } from '../storage/connection/database.ts'
import { readLastSeq } from '../storage/service/outbox.ts'

const kinds = ['order', 'sale', 'transfer', 'block', 'reorg', 'cross-post']

/** A webhook as its operator sees it; `dead` counts events that it did not take in all attempts. */
export type WebhookLine = {
  readonly chainId: number
  readonly id: string
  readonly url: string
  readonly kinds: readonly string[]
  readonly failures: number
  readonly lastError: string | null
  readonly dead: number
}

/** Tells `url` of what happens from now on. The secret signs every call and is shown this once. */
export async function addWebhook(
  db: Queries,
  chainId: number,
  url: string,
  wanted: readonly string[],
  contracts: readonly string[],
): Promise<{ readonly id: string; readonly secret: string }> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new RangeError('A webhook is called by https.')
  const unknown = wanted.find((kind) => !kinds.includes(kind))
  if (unknown !== undefined) throw new RangeError(`"${unknown}" is none of ${kinds.join(', ')}.`)
  const id = randomBytes(8).toString('hex')
  const secret = randomBytes(32).toString('hex')
  await db.rows(sql`
    insert into webhooks (chain_id, id, url, secret, kinds, contracts, seq)
    values (${chainId}, ${id}, ${url}, ${secret}, ${texts(wanted)},
      ${texts(contracts.map((one) => one.toLowerCase()))}, ${await readLastSeq(db, chainId)})`)
  return { id, secret }
}

export async function listWebhooks(db: Queries, chainId: number): Promise<readonly WebhookLine[]> {
  const rows = await db.rows<Omit<WebhookLine, 'chainId' | 'lastError'> & { last_error: string | null }>(sql`
    select w.id, w.url, w.kinds, w.failures, w.last_error, (select count(*)::int from dead_letters d
      where d.chain_id = w.chain_id and d.webhook_id = w.id) as dead
    from webhooks w where w.chain_id = ${chainId} order by w.created_at`)
  return rows.map(({ last_error, ...row }) => ({ chainId, ...row, lastError: last_error }))
}

export async function removeWebhook(db: Queries, chainId: number, id: string): Promise<boolean> {
  const gone = await db.rows(
    sql`delete from webhooks where chain_id = ${chainId} and id = ${id} returning id`,
  )
  await db.rows(sql`delete from dead_letters where chain_id = ${chainId} and webhook_id = ${id}`)
  return gone.length > 0
}

/** Sets dead events free, to be told again from the oldest of them on. @returns how many. */
export async function retryWebhook(db: Queries, chainId: number, id: string): Promise<number> {
  const rows = await db.rows<{ seq: string }>(sql`
    delete from dead_letters where chain_id = ${chainId} and webhook_id = ${id} returning seq`)
  if (rows.length === 0) return 0
  const first = rows.map(({ seq }) => BigInt(seq)).reduce((a, b) => (a < b ? a : b))
  await db.rows(sql`
    update webhooks set seq = least(seq, ${(first - 1n).toString()}), failures = 0, next_at = now()
    where chain_id = ${chainId} and id = ${id}`)
  return rows.length
}
