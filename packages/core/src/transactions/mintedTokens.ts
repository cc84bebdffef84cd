import { tokenTopics } from '@sluice/seaport'
import { pad, zeroHash } from 'viem'
import type { ReceiptLog } from '../chain/receipts.ts'
import type { TransactionItem } from './transactionContext.ts'

/**
 * Returns the new tokens that the logs of a mined purchase show, as `contract:tokenId`: those of the contracts that were
 * to make one, which came from nowhere to whoever was to get it. Empty where the logs do not name them.
 */
export function mintedTokens(
  { purpose, effects, call }: Pick<TransactionItem, 'purpose' | 'effects' | 'call'>,
  logs: readonly ReceiptLog[],
): readonly string[] {
  if (purpose !== 'buy') return []
  return effects.get.flatMap(({ kind, contract, tokenId, counterparty = call.account }) =>
    logs.flatMap(({ address, topics: [event, from, to, id] }) =>
      kind === 'erc721' &&
      tokenId === undefined &&
      address === contract &&
      event === tokenTopics.Transfer &&
      from === zeroHash &&
      to === pad(counterparty) &&
      id !== undefined
        ? [`${contract}:${BigInt(id)}`]
        : [],
    ),
  )
}
