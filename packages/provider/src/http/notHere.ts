import { address, ParseError } from '@sluice/wire'
import type { Hono } from 'hono'
import * as v from 'valibot'
import { Refusal } from '../trade/refusal.ts'
import { readBody } from './body.ts'

const something = v.object({
  id: v.optional(v.pipe(v.string('must be text'), v.maxLength(200, 'must be shorter'))),
})
const minter = v.object({ taker: address })
const caller = v.object({ user: address })

/**
 * Routes of the language for what no order of this provider needs: sign-in challenges, permits, mints, calls
 * from other chains. They answer in the words that clients know, so that a flow ends with a sentence.
 */
export function notHereRoutes(app: Hono): void {
  const unknown = {
    '/execute/auth-signature/v1': 'Auth challenge does not exist',
    '/execute/pre-signature/v1': 'Presignature does not exist',
    '/execute/permit-signature/v1': 'Permit does not exist',
  } as const
  for (const [path, message] of Object.entries(unknown))
    app.post(path, async (c) => {
      const { id } = await readBody(c, something)
      if (id === undefined) throw new ParseError('The request', 'id', 'is missing')
      throw new Refusal({ status: 400 }, message)
    })
  app.post('/execute/mint/v1', async (c) => {
    await readBody(c, minter)
    throw new Refusal('other', 'Collection has no eligible mints')
  })
  app.post('/execute/call/v1', async (c) => {
    await readBody(c, caller)
    throw new Refusal('other', 'Calls on other chains are not supported')
  })
}
