import type { ChainDeps } from '../deps.ts'
import { pictureSource, readPicture, type StoredPicture, savePicture } from '../storage/pictures.ts'
import { FetchRefusal } from './fetcher.ts'
import { encodePicture } from './picture.ts'

/** Bytes of a picture as it comes. */
const maxBytes = 20 * 1024 * 1024

/**
 * The picture of a token, or of its collection, made harmless; kept, so that it is fetched and drawn once. What
 * cannot be had is remembered for a while, so that nobody makes us ask a host again and again.
 */
export async function pictureOf(
  { db, config, fetcher, log }: ChainDeps,
  contract: string,
  tokenId?: bigint,
): Promise<StoredPicture | undefined> {
  const source = await pictureSource(db, config.id, contract, tokenId)
  if (source === undefined) return undefined
  const kept = await readPicture(db, config.id, source)
  const picture = kept ?? (await makePicture(source))
  return picture.bytes.length === 0 ? undefined : picture

  async function makePicture(uri: string): Promise<StoredPicture> {
    const nothing = { type: '', bytes: new Uint8Array() }
    let made: StoredPicture = nothing
    try {
      made = (await encodePicture(await fetcher.fetch(uri, maxBytes))) ?? nothing
    } catch (cause) {
      if (!(cause instanceof FetchRefusal)) throw cause
      log.debug({ err: cause, contract }, 'a picture cannot be had')
    }
    await savePicture(db, config.id, uri, made)
    return made
  }
}
