import { Overload } from '../chain/overload.ts'
import type { StoredPicture } from '../storage/metadata/pictures.ts'
import { type Fetcher, FetchRefusal } from './fetcher.ts'
import { createPictureDecoder, type Decode } from './pictureDecoder.ts'
import { createSemaphore } from './semaphore.ts'

/** For whom a picture is made, and what is done with it: also where nobody waits for it any more. */
export type Order = {
  readonly chainId: number
  readonly who: string
  store(picture: StoredPicture): Promise<void>
}

/** Makes pictures of others safe to show, a few at a time: decoding one may take hundreds of megabytes. */
export type Pictures = {
  /**
   * The encoded picture at an address, once it is stored; without bytes when there is none.
   * @throws {Overload} when too many wait already, of all callers or of this one.
   */
  make(uri: string, order: Order): Promise<StoredPicture>
  /** The number of pictures that wait to be fetched. */
  waiting(): number
}

/** The most pictures that are fetched at once, and that are decoded at once. */
const [fetched, decoded] = [4, 1]
/** The most pictures that wait: of all callers, and of one, which may look at a page of fifty. */
const [maxWaiting, maxOfOne] = [200, 64]
/** The most bytes of a picture's file. */
const maxBytes = 20 * 1024 * 1024

/** One for the whole process, whatever number of chains it serves. */
export function createPictures(fetcher: Fetcher, decode: Decode = createPictureDecoder()): Pictures {
  const running = new Map<string, Promise<StoredPicture>>()
  const [fetching, decoding] = [createSemaphore(fetched), createSemaphore(decoded)]
  const nothing: StoredPicture = { type: '', bytes: new Uint8Array() }

  const draw = async (uri: string, who: string): Promise<StoredPicture> => {
    try {
      // A fetched file keeps its place until it is decoded, so that few files are in memory at once.
      return await fetching.pass(async () => {
        const file = await fetcher.fetch(uri, maxBytes)
        return (await decoding.pass(() => decode(file))) ?? nothing
      }, who)
    } catch (cause) {
      if (cause instanceof FetchRefusal) return nothing
      throw cause
    }
  }
  const drawAndStore = async (uri: string, { who, store }: Order): Promise<StoredPicture> => {
    const picture = await draw(uri, who)
    await store(picture)
    return picture
  }
  return {
    waiting: () => fetching.waiting(),
    make: (uri, order) => {
      const key = `${order.chainId} ${uri}`
      const known = running.get(key)
      if (known !== undefined) return known
      if (fetching.waiting() >= maxWaiting || fetching.waiting(order.who) >= maxOfOne)
        throw new Overload('Too many pictures are being drawn.', 'pictures')
      const work = drawAndStore(uri, order).finally(() => running.delete(key))
      running.set(key, work)
      return work
    },
  }
}
