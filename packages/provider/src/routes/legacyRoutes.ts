import { address, text } from '@sluice/wire'
import * as v from 'valibot'
import { ApiError } from '../apiError.ts'
import type { Parameters } from '../http/parameters.ts'
import { defineRoute, type Route } from './defineRoute.ts'
import { unusedSignature } from './trading/executeRoutes.ts'

/** Earlier names of routes that answer as the current one does. */
const earlierNames: readonly {
  readonly path: string
  readonly current: string
  readonly deprecated?: true
}[] = [
  { path: '/collections/v6', current: '/collections/v7', deprecated: true },
  { path: '/collections/v5', current: '/collections/v7', deprecated: true },
  { path: '/collections/refresh/v1', current: '/collections/refresh/v2' },
  { path: '/transfers/bulk/v2', current: '/transfers/v4' },
  { path: '/transfers/bulk/v1', current: '/transfers/v4' },
  { path: '/users/:user/tokens/v7', current: '/users/:user/tokens/v10' },
  { path: '/users/:user/collections/v3', current: '/users/:user/collections/v4' },
  { path: '/owners/v1', current: '/owners/v2' },
]

/** The same routes under their earlier names. @throws when the table names a route that is not defined. */
export const withEarlierNames = (routes: readonly Route[]): readonly Route[] => {
  const earlier = earlierNames.map(({ path, current, deprecated = false }) => {
    const route = routes.find((one) => one.path === current)
    if (route === undefined)
      throw new Error(`${path} is an earlier name of ${current}, which is not defined.`)
    return { ...route, path, deprecated }
  })
  return [...routes, ...earlier]
}

const challenge = {
  summary: 'Not supported: signs a challenge.',
  query: unusedSignature,
  body: v.object({ id: text(200) }),
  field: 'id',
}

/** What no order of this provider needs: challenges, permits and calls on other chains. */
const unsupported: readonly {
  readonly path: string
  readonly summary: string
  readonly query?: Parameters
  readonly body: v.GenericSchema
  readonly message: string
  readonly field?: string
}[] = [
  { ...challenge, path: '/execute/auth-signature/v1', message: 'Auth challenge does not exist' },
  { ...challenge, path: '/execute/pre-signature/v1', message: 'Presignature does not exist' },
  { ...challenge, path: '/execute/permit-signature/v1', message: 'Permit does not exist' },
  {
    path: '/execute/call/v1',
    summary: 'Not supported: plans a call on another chain.',
    body: v.object({ user: address }),
    message: 'Calls on other chains are not supported',
  },
]

/** Routes that reject every request with the message that clients know, so that a flow ends with a sentence. */
export const unsupportedRoutes = [
  ...unsupported.map(({ message, field, ...definition }) =>
    defineRoute({
      ...definition,
      method: 'POST',
      answer: 'error',
      handler: () => {
        throw new ApiError('other', message, field === undefined ? {} : { field })
      },
    }),
  ),
  defineRoute({
    method: 'POST',
    path: '/execute/solve/capacity/v2',
    summary: 'Not supported: what can be bought across chains. Always zero.',
    answer: v.strictObject({
      capacityPerRequest: v.string(),
      totalCapacity: v.string(),
      maxPricePerItem: v.string(),
    }),
    handler: () => ({ capacityPerRequest: '0', totalCapacity: '0', maxPricePerItem: '0' }),
  }),
]
