import { randomBytes } from 'node:crypto'
import type { Queries } from '../storage/connection/database.ts'
import { insertWebhook } from '../storage/service/webhooks.ts'

const kinds = ['order', 'sale', 'transfer', 'block', 'reorg', 'cross-post', 'auction']

/** Sends events to `url` from now on. The secret signs every call and is shown this once. */
export async function addWebhook(
  db: Queries,
  chainId: number,
  url: string,
  wanted: readonly string[],
  contracts: readonly string[],
): Promise<{ readonly id: string; readonly secret: string }> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:')
    throw new RangeError('A webhook URL must use https.')
  const unknown = wanted.find((kind) => !kinds.includes(kind))
  if (unknown !== undefined) throw new RangeError(`"${unknown}" is not one of ${kinds.join(', ')}.`)
  const id = randomBytes(8).toString('hex')
  const secret = randomBytes(32).toString('hex')
  const lowered = contracts.map((one) => one.toLowerCase())
  await insertWebhook(db, chainId, { id, url, secret, kinds: wanted, contracts: lowered })
  return { id, secret }
}
