import { Overload } from '../chain/overload.ts'
import type { ChainDeps } from '../deps.ts'
import {
  bannerSource,
  pictureSource,
  readPicture,
  type StoredPicture,
  savePicture,
} from '../storage/metadata/pictures.ts'
import { within } from '../within.ts'

/** Who asks for a picture. */
export type Viewer = {
  readonly who: string
  /** Called before the picture is waited for, which may take seconds. */
  onWait(): void
}

/** Milliseconds that a request waits for a picture; it is made in any case, and stored for the next one. */
const answerTime = 3000

/**
 * The picture of a token or of its collection, safe to show.
 * @throws {Overload} when too many pictures wait, or this one is not made in time.
 */
export const pictureOf = async (
  chain: ChainDeps,
  viewer: Viewer,
  contract: string,
  tokenId?: bigint,
): Promise<StoredPicture | undefined> =>
  encodedPicture(chain, viewer, await pictureSource(chain.db, chain.config.id, contract, tokenId))

/**
 * The banner of a collection, safe to show.
 * @throws {Overload} when too many pictures wait, or this one is not made in time.
 */
export const bannerOf = async (
  chain: ChainDeps,
  viewer: Viewer,
  contract: string,
): Promise<StoredPicture | undefined> =>
  encodedPicture(chain, viewer, await bannerSource(chain.db, chain.config.id, contract))

/**
 * The picture of a source, stored after it was encoded. A failure is remembered for a while, so that requests cannot
 * make us contact a host repeatedly.
 */
async function encodedPicture(
  { db, config, pictures, log }: ChainDeps,
  { who, onWait }: Viewer,
  source: string | undefined,
): Promise<StoredPicture | undefined> {
  if (source === undefined) return undefined
  let picture = await readPicture(db, config.id, source)
  if (picture === undefined) {
    const store = (made: StoredPicture) => savePicture(db, config.id, source, made)
    const made = pictures.make(source, { chainId: config.id, who, store }).then((one) => {
      picture = one
    })
    made.catch((cause: unknown) => log.warn({ err: cause }, 'failed to make a picture'))
    onWait()
    await within(answerTime, made)
  }
  if (picture === undefined) throw new Overload('The picture is being drawn.', 'pictures')
  return picture.bytes.length === 0 ? undefined : picture
}
