import { mapConcurrently } from '../mapConcurrently.ts'

/** The most requests that are sent as one, and that are on their way at once. */
const [batchSize, atOnce] = [100, 8]

/**
 * Asks for a list of results, many with one request. Nodes count the requests in it, but spend a fraction of the time.
 * @param single asks for one result.
 * @param batch asks for all results of a part; `undefined` where they have to be asked for one by one.
 */
export async function askInBatches(
  list: readonly unknown[],
  single: (params: unknown) => Promise<unknown>,
  batch: (part: readonly unknown[]) => Promise<readonly unknown[] | undefined>,
): Promise<readonly unknown[]> {
  const results: unknown[] = []
  for (let start = 0; start < list.length; start += batchSize) {
    const part = list.slice(start, start + batchSize)
    const found = part.length > 1 ? await batch(part) : undefined
    results.push(...(found ?? (await mapConcurrently(part, atOnce, single))))
  }
  return results
}
