import { address, text } from '@sluice/wire'
import * as v from 'valibot'
import { ApiError } from '../../apiError.ts'
import { defineRoute } from '../defineRoute.ts'
import { unusedSignature } from './execute.ts'

const challengeBody = v.object({ id: text(200) })

/**
 * Routes for what no order of this provider needs: challenges, permits, mints, calls on other chains. They reject
 * every request in the words that clients know, so that a flow ends with a sentence.
 */
export const unsupportedRoutes = [
  ...(
    [
      ['auth', 'Auth challenge does not exist'],
      ['pre', 'Presignature does not exist'],
      ['permit', 'Permit does not exist'],
    ] as const
  ).map(([kind, message]) =>
    defineRoute({
      method: 'POST',
      path: `/execute/${kind}-signature/v1`,
      summary: 'Takes a signature for a challenge: there is none.',
      query: unusedSignature,
      body: challengeBody,
      handler: () => {
        throw new ApiError('other', message, { field: 'id' })
      },
    }),
  ),
  defineRoute({
    method: 'POST',
    path: '/execute/mint/v1',
    summary: 'Plans a mint: nothing is minted here.',
    body: v.object({ taker: address }),
    handler: () => {
      throw new ApiError('other', 'Collection has no eligible mints')
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/execute/call/v1',
    summary: 'Plans a call on another chain: none is made here.',
    body: v.object({ user: address }),
    handler: () => {
      throw new ApiError('other', 'Calls on other chains are not supported')
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/execute/solve/capacity/v2',
    summary: 'What can be bought across chains: nothing.',
    handler: () => ({ capacityPerRequest: '0', totalCapacity: '0', maxPricePerItem: '0' }),
  }),
]
