import { currencyRate, ParseError, routes } from '@sluice/wire'
import * as v from 'valibot'
import { param } from '../../http/parameters.ts'
import { listOf } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'

export const currencyRoutes = [
  defineRoute({
    method: 'GET',
    path: routes.rates.path,
    summary:
      'What one whole unit of each currency is worth, where a rate is known: estimates, for display alone.',
    answer: listOf('rates', currencyRate),
    handler: ({ context: { trade, chain } }) => ({
      rates: trade.chain.currencies.flatMap(({ contract }) => {
        const rate = chain.rates.of(contract)
        if (rate === undefined) return []
        const { values, at } = rate
        return [{ contract, values, updatedAt: at === undefined ? null : new Date(at).toISOString() }]
      }),
    }),
  }),
  defineRoute({
    method: 'GET',
    path: '/currencies/conversion/v1',
    summary: 'One unit of a currency in another.',
    answer: v.strictObject({ conversion: v.nullable(v.string()), usd: v.nullable(v.string()) }),
    deprecated: true,
    query: { from: param.address, to: param.currency },
    /** To five places; null where no rate is known. */
    handler: ({ query: { from, to }, context: { prices } }) => {
      if (from === undefined) throw new ParseError('The request', 'from', 'is missing')
      if (to === undefined) throw new ParseError('The request', 'to', 'is missing')
      const rounded = (rate: number | undefined): string | null => rate?.toFixed(5) ?? null
      const usd = rounded(prices.usd(from))
      return { conversion: to === 'usd' ? usd : rounded(prices.rate(from, to)), usd }
    },
  }),
]
