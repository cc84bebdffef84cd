import { ParseError } from '@sluice/wire'
import * as v from 'valibot'
import { param, withDefault } from '../../http/parameters.ts'
import { listOwners, readStats } from '../../storage/pages/statsPages.ts'
import { decimalOf } from '../../trade/fills/quote.ts'
import { unixTime } from '../../unixTime.ts'
import { holder, listOf, statistics } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'
import type { RouteContext } from '../routeContexts.ts'

/** Sales and mints of the last days. */
async function statisticsOf({ chain: { db, config, clock }, prices }: RouteContext, days: number) {
  const since = unixTime(clock) - days * 86_400
  const { mints, sales, volume } = await readStats(db, config.id, prices.nativeLike, since)
  const saleVolume = decimalOf(volume, 18)
  return {
    mintCount: mints,
    saleCount: sales,
    totalCount: mints + sales,
    mintVolume: 0,
    saleVolume,
    totalVolume: saleVolume,
  }
}

export const statisticsRoutes = [
  defineRoute({
    method: 'GET',
    path: '/owners/v2',
    summary: 'Holders of a collection or a token.',
    answer: listOf('owners', holder),
    fromReplica: true,
    query: {
      token: param.tokens,
      collection: param.addresses,
      contract: param.addresses,
      offset: withDefault(param.integer, 0),
      limit: param.limit(500, 20),
    },
    handler: async ({ query, context: { chain } }) => {
      const [token] = query.token
      const [collection] = [...query.collection, ...query.contract]
      const contract = token?.contract ?? collection
      if (contract === undefined) throw new ParseError('The request', 'collection', 'is missing')
      const owners = await listOwners(chain.db, chain.config.id, {
        contract,
        tokenId: token?.tokenId,
        offset: query.offset,
        limit: query.limit,
        now: unixTime(chain.clock),
      })
      return {
        owners: owners.map(({ owner, tokens, onSale }) => ({
          address: owner,
          ownership: {
            tokenCount: tokens,
            onSaleCount: onSale,
            floorAskPrice: null,
            topBidValue: null,
            totalBidValue: null,
          },
        })),
      }
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/chain/stats/v1',
    summary: 'Sales and mints of a day and a week.',
    answer: v.strictObject({ stats: v.strictObject({ '1day': statistics, '7day': statistics }) }),
    fromReplica: true,
    handler: async ({ context }) => {
      const [day, week] = await Promise.all([statisticsOf(context, 1), statisticsOf(context, 7)])
      return { stats: { '1day': day, '7day': week } }
    },
  }),
]
