import type { OpenSeaStandIn } from './openSeaStandIn.ts'

/** The provider's settings for the stand-in: it is read like OpenSea's service, and its orders are shown as OpenSea's. */
export const bookSettings = (
  {
    url,
    streamUrl,
    chain,
    zone,
    apiKey,
  }: Pick<OpenSeaStandIn, 'url' | 'streamUrl' | 'chain' | 'zone' | 'apiKey'>,
  chainId: number,
) => ({
  orderBooks: {
    [chainId]: [
      { type: 'opensea', url, chain, perSecond: 100, read: { streamUrl, perSecond: 100, zones: [zone] } },
    ],
  },
  environment: { SLUICE_OPENSEA_KEY: apiKey },
})
