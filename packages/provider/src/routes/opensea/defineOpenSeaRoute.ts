import { type ErrorBody, errorBody } from '@sluice/wire'
import * as v from 'valibot'
import type { Parameters } from '../../http/parameters.ts'
import { defineRoute, type Refusal, type Route, type RouteDefinition } from '../defineRoute.ts'
import { checkChain } from './openSeaChain.ts'

/** Names of fields in requests of ours, and what the SDK calls them. */
export type FieldNames = Readonly<Record<string, string>>

/** One sentence about what is wrong, which names the field where it is one. */
function sentenceOf({ message, detail, field }: ErrorBody, own: string | undefined): string {
  const text = detail ?? (own === undefined ? message : message.replaceAll(`"${own}"`, `"${field}"`))
  if (field === undefined || text.includes(field)) return text
  return `${text.replace(/\.$/, '')} (${field}).`
}

/** Answers errors as OpenSea does, in `errors`, beside the fields of every error here. */
const refusalIn = (fields: FieldNames): Refusal => ({
  schema: v.object({ ...errorBody.entries, errors: v.array(v.string()) }),
  of: (body) => {
    const own = Object.keys(fields).find((name) => body.field?.startsWith(name) === true)
    const field = own === undefined ? body.field : fields[own]
    const named = { ...body, ...(field === undefined ? {} : { field }) }
    return { ...named, errors: [sentenceOf(named, own === undefined ? undefined : body.field)] }
  },
})

/**
 * Defines a route of OpenSea's API v2, as `@opensea/sdk` calls it. A `{chain}` of its path has to be the one that is
 * served; errors have the form that the SDK reads.
 * @param fields the SDK's names of fields that errors of our own routes name.
 */
export const defineOpenSeaRoute = <
  const TPath extends `/api/v2/${string}`,
  TQuery extends Parameters = Record<never, never>,
  TSchema extends v.GenericSchema = v.GenericSchema,
>(
  { handler, ...definition }: Omit<RouteDefinition<TPath, TQuery, TSchema>, 'refusal'>,
  fields: FieldNames = {},
): Route =>
  defineRoute<TPath, TQuery, TSchema>({
    ...definition,
    refusal: refusalIn({ continuation: 'next', ...fields }),
    handler: (request) => {
      const { chain } = request.path as { readonly chain?: string }
      if (chain !== undefined) checkChain(request.context, chain)
      return handler(request)
    },
  })
