import type { ChainDeps } from '../deps.ts'
import {
  bannerSource,
  pictureSource,
  readPicture,
  type StoredPicture,
  savePicture,
} from '../storage/metadata/pictures.ts'

/**
 * The picture of a token or of its collection, safe to show.
 * @throws {Overload} when too many pictures wait.
 */
export const pictureOf = async (
  chain: ChainDeps,
  contract: string,
  tokenId?: bigint,
): Promise<StoredPicture | undefined> =>
  encodedPicture(chain, await pictureSource(chain.db, chain.config.id, contract, tokenId))

/**
 * The banner of a collection, safe to show.
 * @throws {Overload} when too many pictures wait.
 */
export const bannerOf = async (chain: ChainDeps, contract: string): Promise<StoredPicture | undefined> =>
  encodedPicture(chain, await bannerSource(chain.db, chain.config.id, contract))

/**
 * The picture of a source, stored after it was encoded. A failure is remembered for a while, so that requests cannot
 * make us contact a host repeatedly.
 */
async function encodedPicture(
  { db, config, pictures }: ChainDeps,
  source: string | undefined,
): Promise<StoredPicture | undefined> {
  if (source === undefined) return undefined
  let picture = await readPicture(db, config.id, source)
  if (picture === undefined) {
    picture = await pictures.make(source)
    await savePicture(db, config.id, source, picture)
  }
  return picture.bytes.length === 0 ? undefined : picture
}
