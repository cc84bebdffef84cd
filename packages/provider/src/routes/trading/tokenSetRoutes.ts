import { criteriaRoot } from '@sluice/seaport'
import { ParseError, splitToken, tokenRef } from '@sluice/wire'
import * as v from 'valibot'
import { ApiError } from '../../apiError.ts'
import { saveTokenSets } from '../../storage/orders/tokenSets.ts'
import { defineRoute } from '../defineRoute.ts'

/** Tokens of one collection, up to the maximum of a criteria root. */
const tokenSetBody = v.object({
  tokens: v.pipe(
    v.array(tokenRef, 'must be a list'),
    v.minLength(1, 'must not be empty'),
    v.maxLength(10_000, 'must hold at most 10000 entries'),
  ),
})

export const tokenSetRoutes = [
  defineRoute({
    method: 'POST',
    path: '/token-sets/v1',
    summary: 'Stores a list of tokens, so that an offer can be made for any of them.',
    answer: v.strictObject({ id: v.string() }),
    body: tokenSetBody,
    maxBodyBytes: 1024 * 1024,
    handler: async ({ body, context: { chain, trade }, c }) => {
      const tokens = body.tokens.map((token) => splitToken(token))
      const contracts = new Set(tokens.map(({ contract }) => contract))
      const [contract] = contracts
      if (contract === undefined || contracts.size > 1)
        throw new ParseError('The request', 'tokens', 'must be of one collection')
      if ((await trade.book.collection(contract)) === undefined)
        throw new ApiError('other', `Collection ${contract} not found`, { field: 'tokens' })
      const tokenIds = [...new Set(tokens.map(({ tokenId }) => tokenId))].sort((a, b) => (a < b ? -1 : 1))
      await c.get('countListed')?.(tokenIds.length)
      const id = `list:${contract}:${criteriaRoot(tokenIds, trade.keccak)}`
      await saveTokenSets(chain.db, chain.config.id, [{ id, contract, attribute: undefined, tokenIds }])
      return { id }
    },
  }),
]
