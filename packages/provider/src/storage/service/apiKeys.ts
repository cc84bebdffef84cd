import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { type Queries, texts } from '../connection/database.ts'
import type { Columns } from '../schema.ts'

/** The rights of an API key. Limits are requests a second, `undefined` for those of callers without a key. */
export type ApiKey = {
  readonly prefix: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly reads: number | undefined
  readonly writes: number | undefined
}
type KeyRow = Columns<'api_keys', 'prefix' | 'digest' | 'name' | 'scopes' | 'reads' | 'writes'>

export const scopes = ['admin'] as const
const form = /^slc_([0-9a-f]{12})_[0-9a-f]{64}$/
/** Whether a text has the form of an API key; others are not looked up. */
export const isApiKey = (text: string): boolean => form.test(text)
const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex')
const apiKeyOf = ({ prefix, name, scopes: allowed, reads, writes }: KeyRow): ApiKey => ({
  prefix,
  name,
  scopes: allowed,
  reads: reads ?? undefined,
  writes: writes ?? undefined,
})

/** Makes a key of 256 random bits, of which only a digest is stored. @returns the key. */
export async function createApiKey(
  db: Queries,
  { name, reads, writes, scopes: allowed }: Omit<ApiKey, 'prefix'>,
): Promise<string> {
  const prefix = randomBytes(6).toString('hex')
  const key = `slc_${prefix}_${randomBytes(32).toString('hex')}`
  await db.rows(sql`
    insert into api_keys (prefix, digest, name, scopes, reads, writes)
    values (${prefix}, ${digestOf(key)}, ${name}, ${texts(allowed)}, ${reads ?? null}, ${writes ?? null})`)
  return key
}

/** The rights of a key; `undefined` for one that is unknown, removed or expired. */
export async function findApiKey(db: Queries, key: string): Promise<ApiKey | undefined> {
  const [, prefix] = form.exec(key) ?? []
  if (prefix === undefined) return undefined
  const [row] = await db.rows<KeyRow>(sql`
    select prefix, digest, name, scopes, reads, writes from api_keys
    where prefix = ${prefix} and (expires_at is null or expires_at > now())`)
  if (row === undefined || !timingSafeEqual(Buffer.from(row.digest), Buffer.from(digestOf(key))))
    return undefined
  return apiKeyOf(row)
}

export async function listApiKeys(db: Queries): Promise<readonly ApiKey[]> {
  const rows = await db.rows<KeyRow>(
    sql`select prefix, digest, name, scopes, reads, writes from api_keys order by created_at`,
  )
  return rows.map(apiKeyOf)
}

/** @returns whether there was such a key. */
export async function removeApiKey(db: Queries, prefix: string): Promise<boolean> {
  const gone = await db.rows(sql`delete from api_keys where prefix = ${prefix} returning prefix`)
  return gone.length > 0
}
