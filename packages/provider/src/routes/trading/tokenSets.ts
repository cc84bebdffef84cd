import { criteriaRoot } from '@sluice/seaport'
import { ParseError, splitToken } from '@sluice/wire'
import type { Hono } from 'hono'
import { Refusal } from '../../apiError.ts'
import { readBody } from '../../http/body.ts'
import type { Scope } from '../../http/scope.ts'
import { saveTokenSet } from '../../storage/orders/tokenSets.ts'
import { tokenSetBody } from './asideBodies.ts'

/** `POST /token-sets/v1`: keeps a list of one collection's tokens, so that an offer can be made for any of them. */
export function tokenSetRoutes(app: Hono, { chain, trade }: Scope): void {
  const { db, config } = chain
  app.post('/token-sets/v1', async (c) => {
    const { tokens } = await readBody(c, tokenSetBody)
    const named = tokens.map((token) => splitToken(token))
    const contracts = new Set(named.map(({ contract }) => contract))
    const [contract] = contracts
    if (contract === undefined || contracts.size > 1)
      throw new ParseError('The request', 'tokens', 'must be of one collection')
    if ((await trade.book.collection(contract)) === undefined)
      throw new Refusal('other', `Collection ${contract} not found`, { field: 'tokens' })
    const tokenIds = [...new Set(named.map(({ tokenId }) => tokenId))].sort((a, b) => (a < b ? -1 : 1))
    const id = `list:${contract}:${criteriaRoot(tokenIds, trade.keccak)}`
    await saveTokenSet(db, config.id, { id, contract, attribute: undefined, tokenIds })
    return c.json({ id })
  })
}
