import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { ClientRecord } from './tryClient.ts'

/** One run of `npm run firewall` over all clients. */
export type FirewallRecord = {
  /** Of the run, `YYYY-MM-DD`. */
  readonly date: string
  readonly seed: number
  readonly machine: string
  readonly clients: readonly ClientRecord[]
}

const root = resolve(import.meta.dirname, '../..')
const file = resolve(root, 'firewall/record.json')
/** The page that is written from the record. */
export const pageFile = resolve(root, 'apps/docs/security/firewall.md')

export const readRecord = (): FirewallRecord => JSON.parse(readFileSync(file, 'utf8')) as FirewallRecord

export const writeRecord = (record: FirewallRecord): void =>
  writeFileSync(file, `${JSON.stringify(record, undefined, 2)}\n`)
