import type { UserToken } from '@sluice/core'

/**
 * The sum of the floor prices of the collections of tokens, in whole native coins: an estimate to show, not an amount
 * to trade with. Tokens of collections without a floor add nothing; `undefined` if no floor is known at all.
 */
export function floorValueOf(tokens: readonly UserToken[]): number | undefined {
  const values = tokens.flatMap(({ token, ownership }) => {
    const floor = token.collection?.floorAskPrice?.amount.native
    return floor == null ? [] : [floor * ownership.tokenCount]
  })
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value)
}
