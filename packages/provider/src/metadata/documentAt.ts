import { maxDocument } from '../chain/reads.ts'
import type { ChainDeps } from '../deps.ts'
import { FetchRefusal } from './fetcher.ts'
import { isShownInline, type Metadata, readMetadata } from './readMetadata.ts'

/** The document of a contract; `undefined` when it cannot be fetched now, or is not readable. */
export async function documentAt(chain: ChainDeps, uri: string): Promise<Metadata | undefined> {
  try {
    return readMetadata(await chain.fetcher.fetch(uri, maxDocument))
  } catch (cause) {
    if (!(cause instanceof FetchRefusal)) throw cause
    chain.log.debug({ err: cause }, 'failed to fetch a document')
    return undefined
  }
}

/** The shown address of a picture, and its source: clients never see the hosts of others. */
export const pictureFields = (image: string | undefined, proxied: string) =>
  image === undefined
    ? { image: null, source: null }
    : isShownInline(image)
      ? { image, source: null }
      : { image: proxied, source: image }
