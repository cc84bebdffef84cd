import type { MinedReceipt } from '../chain/receipts.ts'
import type { ChainReader } from '../chain/rpc.ts'
import { type Chain, transactionUrl } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { Guards } from '../guards/load.ts'
import type { CheckedItem, Finding } from '../guards/verdict.ts'
import type { contradictions } from './stateProof.ts'

type Proving = {
  readonly guards: Guards
  readonly chain: Chain
  readonly reader: ChainReader
  readonly signal: AbortSignal
}

/**
 * Compares what a mined transaction did with what it was to do: by its logs, then by the state it left.
 * @throws {TradeError} `effect_missing`: it succeeded and did something else. Never called done.
 */
export async function prove(
  { guards, chain, reader, signal }: Proving,
  item: Extract<CheckedItem, { kind: 'transaction' }>,
  receipt: MinedReceipt,
): Promise<void> {
  const logged = await guards.checkReceipt(item, receipt)
  const findings = logged.length > 0 ? logged : await stateOf(reader, item, receipt, signal)
  if (findings.length === 0) return
  const { hash } = receipt
  const explorerUrl = transactionUrl(chain, hash)
  throw new TradeError(
    'effect_missing',
    'The transaction succeeded, but did not do what it was checked to do.',
    {
      data: { hash, findings, ...(explorerUrl === undefined ? {} : { explorerUrl }) },
    },
  )
}

/** Loaded when there is something to prove; without it the logs' word has to do. */
async function stateOf(...input: Parameters<typeof contradictions>): Promise<readonly Finding[]> {
  const module = await import('./stateProof.ts').catch(() => undefined)
  return module === undefined ? [] : module.contradictions(...input)
}
