import { Overload } from '../chain/overload.ts'
import type { StoredPicture } from '../storage/metadata/pictures.ts'
import { encodePicture } from './encodePicture.ts'
import { type Fetcher, FetchRefusal } from './fetcher.ts'
import { createSemaphore } from './semaphore.ts'

/** Makes untrusted pictures safe to show, a few at a time: decoding one may take hundreds of megabytes. */
export type Pictures = {
  /**
   * The encoded picture at an address; without bytes when there is none.
   * @throws {Overload} when too many wait already.
   */
  make(uri: string): Promise<StoredPicture>
  /** The number of pictures that wait to be fetched. */
  waiting(): number
}

/** The most pictures that are fetched at once, that are decoded at once, and that wait. */
const [fetched, decoded, maxWaiting] = [4, 1, 200]
/** The most bytes of a picture's file. */
const maxBytes = 20 * 1024 * 1024

/** One for the whole process, whatever number of chains it serves. */
export function createPictures(fetcher: Fetcher): Pictures {
  const running = new Map<string, Promise<StoredPicture>>()
  const [fetching, decoding] = [createSemaphore(fetched), createSemaphore(decoded)]
  const nothing: StoredPicture = { type: '', bytes: new Uint8Array() }

  const draw = async (uri: string): Promise<StoredPicture> => {
    try {
      // A fetched file keeps its place until it is decoded, so that few files are in memory at once.
      return await fetching.pass(async () => {
        const file = await fetcher.fetch(uri, maxBytes)
        return (await decoding.pass(() => encodePicture(file))) ?? nothing
      })
    } catch (cause) {
      if (cause instanceof FetchRefusal) return nothing
      throw cause
    }
  }
  return {
    waiting: fetching.waiting,
    make: (uri) => {
      const known = running.get(uri)
      if (known !== undefined) return known
      if (fetching.waiting() >= maxWaiting)
        throw new Overload('Too many pictures are being drawn.', 'pictures')
      const work = draw(uri).finally(() => running.delete(uri))
      running.set(uri, work)
      return work
    },
  }
}
