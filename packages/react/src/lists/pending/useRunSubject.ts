import type { Execution } from '@sluice/core'
import type { ChangedOrder } from '../../kit/runs.ts'
import { isNft } from '../../values/AssetAmount.tsx'
import { type TradeSubject, useTradeSubject } from './useTradeSubject.ts'

const sidesOf = (
  { action }: Execution,
  change: ChangedOrder | undefined,
): readonly ('listing' | 'offer')[] =>
  change !== undefined ? [change.side] : action === 'cancel' ? ['listing', 'offer'] : []

/** The tokens that the checked plan of a run moves, or signs orders for: `contract:tokenId`. */
export function tokensOfRun({ verdict }: Execution): readonly string[] {
  const { give = [], get = [], trades = [] } = verdict?.effects ?? {}
  const tokens = [...give, ...get, ...trades.map(({ token }) => token)].filter(isNft)
  return [
    ...new Set(
      tokens.flatMap(({ contract, tokenId }) => (tokenId === undefined ? [] : [`${contract}:${tokenId}`])),
    ),
  ]
}

/** What a run is about, by names: of its checked plan, or of the order that it changes. */
export function useRunSubject(execution: Execution, change: ChangedOrder | undefined): TradeSubject {
  const ends = execution.verdict?.effects.ends
  const ended = ends === undefined || ends === 'all' ? [] : ends.map(({ order }) => order)
  return useTradeSubject({
    chainId: execution.chainId,
    tokens: tokensOfRun(execution),
    orderIds: change === undefined ? ended : [change.orderId],
    sides: sidesOf(execution, change),
  })
}
