import type { AssetDelta, Execution } from '@sluice/core'
import { isNft } from '../values/AssetAmount.tsx'
import type { TokenNames } from '../values/names.ts'

/**
 * Names of the tokens that a purchase was to bring and does not; `undefined` unless they are known for certain.
 * @param names of all tokens that were to be bought.
 * @param brought what it brings.
 */
export function lostTokens(
  { action, agreed }: Pick<Execution, 'action' | 'agreed'>,
  names: TokenNames,
  brought: readonly AssetDelta[],
): readonly string[] | undefined {
  if (action !== 'buy' || agreed.some(({ units }) => units > 1)) return undefined
  const refs = new Set(brought.filter(isNft).map(({ contract, tokenId }) => `${contract}:${tokenId}`))
  const lost = [...names].filter(([ref]) => /^0x[0-9a-f]{40}:\d+$/.test(ref) && !refs.has(ref))
  const isComplete = lost.length > 0 && lost.length + refs.size === agreed.length
  return isComplete ? lost.map(([, name]) => name) : undefined
}
