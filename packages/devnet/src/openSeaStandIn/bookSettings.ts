import type { OpenSeaStandIn } from './openSeaStandIn.ts'

/** Returns provider settings that read the stand-in like OpenSea's API and show its orders as OpenSea's. */
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
