import type { MinedReceipt } from '../chain/receipts.ts'
import { type Chain, transactionUrl } from '../chains/chain.ts'
import { TradeError } from '../errors.ts'
import type { Guards } from '../guards/load.ts'
import type { CheckedItem } from '../guards/verdict.ts'

/**
 * Compares what a mined transaction did with what it was to do.
 * @throws {TradeError} `effect_missing`: it succeeded and did something else. Never called done.
 */
export function prove(guards: Guards, chain: Chain, item: CheckedItem, receipt: MinedReceipt): void {
  const findings = guards.checkReceipt(item, receipt)
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
