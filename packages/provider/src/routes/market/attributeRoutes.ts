import { attributeValues } from '@sluice/wire'
import { param } from '../../http/parameters.ts'
import { readAttributes } from '../../storage/pages/attributePages.ts'
import { unixTime } from '../../unixTime.ts'
import { earlierAttributes, listOf } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'

/** @param version of the route: before the fourth, a floor is a number of coins. */
const attributesRoute = (version: 'v2' | 'v4') =>
  defineRoute({
    method: 'GET',
    path: `/collections/{collection}/attributes/all/${version}`,
    summary: 'Attributes of a collection.',
    answer: listOf('attributes', version === 'v4' ? attributeValues : earlierAttributes),
    fromReplica: true,
    query: { displayCurrency: param.address },
    handler: async ({ path: { collection }, query, context }) => {
      const { db, config, clock } = context.chain
      const prices = context.prices.shownIn(query.displayCurrency)
      const found = await readAttributes(db, config.id, collection, {
        nativeLike: prices.nativeLike,
        now: unixTime(clock),
        limit: 5000,
      })
      const floorOf = (floor: (typeof found)[number]['floor']) => {
        if (floor === undefined) return null
        const price = prices.price(floor.currency, floor.unitPrice)
        return version === 'v2' ? price.amount.decimal : price
      }
      const keys = [...new Set(found.map(({ key }) => key))]
      const attributes = keys.map((key) => {
        const values = found
          .filter((one) => one.key === key)
          .map(({ value, tokens, floor }) => ({ value, count: tokens, floorAskPrice: floorOf(floor) }))
          .sort((a, b) => b.count - a.count)
        return { key, attributeCount: values.length, kind: 'string', values }
      })
      return { attributes }
    },
  })

export const attributeRoutes = [attributesRoute('v4'), attributesRoute('v2')]
