import type { UserToken } from '@sluice/core'

/**
 * The sum of the floor prices of the collections of tokens, in whole native coins: an estimate to show, not an amount
 * to trade with. Tokens of collections without a floor add nothing.
 */
export const floorValueOf = (tokens: readonly UserToken[]): number =>
  tokens.reduce((sum, { token, ownership }) => {
    const floor = token.collection?.floorAskPrice?.amount.native
    return floor == null ? sum : sum + floor * ownership.tokenCount
  }, 0)
