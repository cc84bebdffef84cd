import type { ChainDeps } from '../deps.ts'
import { pictureSource, readPicture, type StoredPicture, savePicture } from '../storage/metadata/pictures.ts'

/**
 * The picture of a token, or of its collection, made harmless; kept, so that it is fetched and drawn once. What
 * cannot be had is remembered for a while, so that nobody makes us ask a host again and again.
 * @throws {Overload} when too many pictures wait to be drawn.
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
