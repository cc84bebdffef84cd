import { marketplaceConfiguration } from '@sluice/wire'
import type * as v from 'valibot'
import { type Address, zeroAddress } from 'viem'
import { ApiError } from '../../apiError.ts'
import { readCollection } from '../../storage/chain/collections.ts'
import { earlierConfiguration, listOf, supportedMarketplace } from '../../views/responseSchemas.ts'
import { defineRoute } from '../defineRoute.ts'
import type { RouteContext } from '../routeContexts.ts'

/** The marketplaces that orders for a collection can be posted to, with their terms; the provider's own first. */
async function configurations({ chain, trade }: RouteContext, contract: Address) {
  const collection = await readCollection(chain.db, chain.config.id, contract)
  if (collection === undefined)
    throw new ApiError('other', `Collection ${contract} not found`, { field: 'collection' })
  const isEnforced = collection.trading !== 'open'
  const royalties = collection.royalties.reduce((sum, { bps }) => sum + bps, 0)
  const tokens = trade.chain.currencies.map(({ contract: address, ...currency }) => ({
    address,
    ...currency,
  }))
  const exchanges = Object.fromEntries(
    trade.chain.seaports.map(({ version }) => {
      const orderKind = `seaport-v${version}`
      const exchange = {
        orderKind,
        enabled: collection.trading !== 'barred',
        fee: { bps: 0 },
        customFeesSupported: true,
        numFeesSupported: null,
        collectionBidSupported: true,
        traitBidSupported: true,
        partialOrderSupported: true,
        supportedBidCurrencies: tokens.filter(({ address }) => address !== zeroAddress),
        paymentTokens: tokens,
        oracleEnabled: chain.cosigner !== undefined,
        minimumBidExpiry: 900,
        minimumPrecision: null,
        maxPriceRaw: null,
        minPriceRaw: null,
        royaltiesEnforced: isEnforced,
      }
      return [orderKind, exchange]
    }),
  )
  const marketplace = {
    name: 'Sluice',
    domain: null as string | null,
    imageUrl: `${chain.publicUrl}/redirect/sources/sluice/logo/v2`,
    fee: { bps: 0 },
    royalties: { minBps: isEnforced ? royalties : 0, maxBps: royalties },
    orderbook: 'reservoir',
    exchanges,
  }
  const others = chain.orderBooks.map(({ name, domain, fee, supports }) => ({
    ...marketplace,
    name,
    domain,
    imageUrl: `${chain.publicUrl}/redirect/sources/${domain}/logo/v2`,
    fee: { bps: fee?.bps ?? 0, recipient: fee?.recipient ?? null },
    orderbook: name,
    exchanges: Object.fromEntries(
      Object.values(exchanges)
        .filter(({ orderKind }) => supports.versions.some((version) => orderKind === `seaport-v${version}`))
        .map((exchange) => [
          exchange.orderKind,
          {
            ...exchange,
            fee: { bps: fee?.bps ?? 0 },
            collectionBidSupported: supports.collectionBids,
            traitBidSupported: supports.collectionBids,
            oracleEnabled: false,
          },
        ]),
    ),
  }))
  return { marketplaces: [marketplace, ...others] }
}

/** The first version of the route names the currencies of offers by their addresses alone. */
const withAddresses = ({ marketplaces }: Awaited<ReturnType<typeof configurations>>) => ({
  marketplaces: marketplaces.map((marketplace) => ({
    ...marketplace,
    exchanges: Object.fromEntries(
      Object.entries(marketplace.exchanges).map(([name, exchange]) => [
        name,
        {
          ...exchange,
          supportedBidCurrencies: exchange.supportedBidCurrencies.map(({ address }) => address),
        },
      ]),
    ),
  })),
})

/** The same terms as a flat list: one entry for each marketplace and kind of order. */
async function supported(context: RouteContext, contract: Address) {
  const { marketplaces } = await configurations(context, contract)
  return {
    marketplaces: marketplaces.flatMap(({ exchanges, fee, ...marketplace }) =>
      Object.values(exchanges).map((exchange) => ({
        ...marketplace,
        fee: { ...fee, percent: fee.bps / 100 },
        feeBps: fee.bps,
        orderKind: exchange.orderKind,
        listingEnabled: exchange.enabled,
        customFeesSupported: exchange.customFeesSupported,
        collectionBidSupported: exchange.collectionBidSupported,
        traitBidSupported: exchange.traitBidSupported,
        partialBidSupported: exchange.partialOrderSupported,
        minimumBidExpiry: exchange.minimumBidExpiry,
        minimumPrecision: exchange.minimumPrecision,
        supportedBidCurrencies: exchange.supportedBidCurrencies.map(({ address }) => address),
        paymentTokens: exchange.paymentTokens,
      })),
    ),
  }
}

const marketplaceRoute = (
  name: string,
  summary: string,
  marketplace: v.GenericSchema,
  read: (context: RouteContext, contract: Address) => Promise<object>,
) =>
  defineRoute({
    method: 'GET',
    path: `/collections/{collection}/${name}`,
    summary,
    answer: listOf('marketplaces', marketplace),
    fromReplica: true,
    handler: ({ path: { collection }, context }) => read(context, collection),
  })

const howTraded = 'How a collection may be traded here.'

export const marketplaceRoutes = [
  marketplaceRoute(
    'supported-marketplaces/v1',
    'Marketplaces that accept orders for a collection.',
    supportedMarketplace,
    supported,
  ),
  marketplaceRoute(
    'marketplace-configurations/v1',
    howTraded,
    earlierConfiguration,
    async (context, contract) => withAddresses(await configurations(context, contract)),
  ),
  marketplaceRoute('marketplace-configurations/v2', howTraded, marketplaceConfiguration, configurations),
]
