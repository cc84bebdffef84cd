import type { Hono } from 'hono'
import { Refusal } from '../../apiError.ts'
import { readBody } from '../../http/body.ts'
import { callBody, challengeBody, mintBody } from './asideBodies.ts'

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
      await readBody(c, challengeBody)
      throw new Refusal('other', message, { field: 'id' })
    })
  app.post('/execute/mint/v1', async (c) => {
    await readBody(c, mintBody)
    throw new Refusal('other', 'Collection has no eligible mints')
  })
  app.post('/execute/call/v1', async (c) => {
    await readBody(c, callBody)
    throw new Refusal('other', 'Calls on other chains are not supported')
  })
}
