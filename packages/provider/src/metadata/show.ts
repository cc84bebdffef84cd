import type { ChainDeps } from '../deps.ts'
import { pictureSource, readPicture, type StoredPicture, savePicture } from '../storage/metadata/pictures.ts'

/**
 * The picture of a token or of its collection, safe to show and stored after it was encoded. A failure is remembered for
 * a while, so that requests cannot make us contact a host repeatedly.
 * @throws {Overload} when too many pictures wait.
 */
export async function pictureOf(
  { db, config, pictures }: ChainDeps,
  contract: string,
  tokenId?: bigint,
): Promise<StoredPicture | undefined> {
  const source = await pictureSource(db, config.id, contract, tokenId)
  if (source === undefined) return undefined
  let picture = await readPicture(db, config.id, source)
  if (picture === undefined) {
    picture = await pictures.make(source)
    await savePicture(db, config.id, source, picture)
  }
  return picture.bytes.length === 0 ? undefined : picture
}
