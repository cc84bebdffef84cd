import { seaportDomain } from '@sluice/seaport'
import type { Hex } from 'viem'
import type { ChainDeps } from '../../deps.ts'
import { readHead } from '../../storage/chain/blocks.ts'
import type { Transaction } from '../../storage/connection/database.ts'
import { type FactReading, saveFactReadings, touchedByReadings } from '../../storage/orders/factReadings.ts'
import type { StoredOrder } from '../../storage/orders/orders.ts'
import type { ComparedOrder } from '../../storage/orders/readComparedOrders.ts'
import { publishTouched, takeUpdateLock } from '../../storage/orders/status.ts'
import { unixTime } from '../../unixTime.ts'
import { seaportOfKind } from '../validateOrder.ts'
import { verifyContractSignatures } from './contractSignatures.ts'

/**
 * Whether the contracts that signed orders still say so (EIP-1271). They may change their minds with every block, and no
 * event tells of it: an order that its contract refuses is inactive until the contract says otherwise.
 */

const isAsked = ({ signed_by: by, verdict }: ComparedOrder): boolean =>
  by === 'contract' && (verdict === 'fillable' || verdict === 'no-balance')

/** Asks the contracts of open orders. @returns what each said, by the order's id. */
export async function askContracts(
  chain: ChainDeps,
  rows: readonly ComparedOrder[],
): Promise<ReadonlyMap<string, boolean>> {
  const asked = rows.filter(isAsked)
  if (asked.length === 0) return new Map()
  const { config, verifier } = chain
  const signed = await verifyContractSignatures(
    chain,
    asked.map(({ id, kind, maker, signature }) => {
      const version = kind === 'seaport-v1.5' ? '1.5' : '1.6'
      const domain = seaportDomain(config.id, version, seaportOfKind(chain, kind))
      return { account: maker, digest: verifier.digest(domain, id), signature }
    }),
  )
  return new Map(asked.map(({ id }, index) => [id, signed[index] === true]))
}

const readingOf = (
  chain: ChainDeps,
  { id, kind, maker }: Pick<ComparedOrder, 'id' | 'kind' | 'maker'>,
  signed: boolean,
): FactReading => ({
  fact: 'signed',
  contract: seaportOfKind(chain, kind),
  owner: maker,
  subject: id,
  value: signed ? 1n : 0n,
})

/** Stores what {@link askContracts} found to be otherwise than it is stored. @param block the stored head. */
export async function saveContractAnswers(
  tx: Transaction,
  chain: ChainDeps,
  rows: readonly ComparedOrder[],
  signed: ReadonlyMap<string, boolean>,
  { block, now }: { readonly block: number; readonly now: number },
): Promise<void> {
  const readings = rows.flatMap((row) => {
    const answer = signed.get(row.id)
    return answer === undefined || answer === !row.refused ? [] : [readingOf(chain, row, answer)]
  })
  await save(tx, chain, readings, block, now)
}

async function save(
  tx: Transaction,
  { config }: ChainDeps,
  readings: readonly FactReading[],
  block: number,
  now: number,
): Promise<void> {
  if (readings.length === 0) return
  const saved = await saveFactReadings(tx, config.id, readings, block, config.startBlock)
  await publishTouched(tx, config.id, touchedByReadings(saved), 'all', now)
}

/** Stores that contracts refuse orders that they signed. */
export async function saveRefusals(
  chain: ChainDeps,
  orders: readonly Pick<StoredOrder, 'id' | 'version' | 'maker'>[],
): Promise<void> {
  if (orders.length === 0) return
  const readings = orders.map(({ id, version, maker }: { id: Hex; version: string; maker: Hex }) =>
    readingOf(chain, { id, maker, kind: version === '1.5' ? 'seaport-v1.5' : 'seaport-v1.6' }, false),
  )
  await chain.db.transaction(async (tx) => {
    await takeUpdateLock(tx, chain.config.id)
    const head = await readHead(tx, chain.config.id)
    if (head !== undefined) await save(tx, chain, readings, head.number, unixTime(chain.clock))
  })
}
