import { param } from './parameters.ts'

/** How prices are shown: in another currency, and with the royalties that an order leaves out. */
export const priceParameters = { displayCurrency: param.address, normalizeRoyalties: param.flag }
export const direction = { sortDirection: param.oneOf('asc', 'desc') }
/** A page of a list: at most `max` entries, `otherwise` where the request does not say. */
export const paged = (max: number, otherwise: number) => ({
  limit: param.limit(max, otherwise),
  continuation: param.continuation,
})

/** Sets of collections that were made elsewhere: none is known here, so that nothing is in one. */
export const setParameters = { community: param.text(200), collectionsSetId: param.text(200) }
export const contractSetParameters = { ...setParameters, contractsSetId: param.text(200) }

/** Whether a request asks for a set of collections: its answer is empty. */
export const asksForSet = (query: {
  readonly community: string | undefined
  readonly collectionsSetId: string | undefined
  readonly contractsSetId?: string | undefined
}): boolean =>
  query.community !== undefined || query.collectionsSetId !== undefined || query.contractsSetId !== undefined
